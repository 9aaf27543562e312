import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Names of commits (`refs/heads/main`), read afresh each time, so that what git pushed is seen. */
export interface Refs {
  get(name: string): string | null;
  set(name: string, sha: string): void;
  remove(name: string): void;
  /** All that begin with `prefix`, by name. */
  list(prefix: string): { readonly name: string; readonly sha: string }[];
}

/** The refs of the bare repository `directory`, or refs in memory alone. */
export function openRefs(directory: string | null): Refs {
  return directory === null ? memoryRefs() : diskRefs(directory);
}

function memoryRefs(): Refs {
  const refs = new Map<string, string>();
  return {
    get: (name) => refs.get(name) ?? null,
    set: (name, sha) => void refs.set(name, sha),
    remove: (name) => void refs.delete(name),
    list: (prefix) => sorted([...refs].filter(([name]) => name.startsWith(prefix))),
  };
}

function diskRefs(directory: string): Refs {
  const loose = (name: string): string | null => {
    const path = join(directory, name);
    if (!existsSync(path)) return null;
    const text = tryRead(path)?.trim() ?? "";
    return /^[0-9a-f]{40}$/.test(text) ? text : null;
  };
  const all = (): Map<string, string> => {
    const refs = packedRefs(directory);
    for (const name of filesUnder(directory, "refs")) {
      const sha = loose(name);
      if (sha !== null) refs.set(name, sha);
    }
    return refs;
  };
  return {
    get: (name) => loose(name) ?? packedRefs(directory).get(name) ?? null,
    set: (name, sha) => {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), `${sha}\n`);
    },
    remove: (name) => {
      rmSync(join(directory, name), { force: true });
      const packed = packedRefs(directory);
      if (!packed.delete(name)) return;
      const lines = [...packed].map(([other, sha]) => `${sha} ${other}\n`);
      writeFileSync(join(directory, "packed-refs"), lines.join(""));
    },
    list: (prefix) => sorted([...all()].filter(([name]) => name.startsWith(prefix))),
  };
}

/** A ref that git is renaming into place may be gone between two looks. */
function tryRead(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function packedRefs(directory: string): Map<string, string> {
  const text = tryRead(join(directory, "packed-refs")) ?? "";
  const rows = text.split("\n").filter((line) => /^[0-9a-f]{40} /.test(line));
  return new Map(rows.map((line) => [line.slice(41), line.slice(0, 40)]));
}

function filesUnder(directory: string, path: string): string[] {
  const entries = existsSync(join(directory, path))
    ? readdirSync(join(directory, path), { withFileTypes: true })
    : [];
  return entries.flatMap((entry) => {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(directory, inner);
    return entry.name.endsWith(".lock") ? [] : [inner];
  });
}

function sorted(refs: [string, string][]): { name: string; sha: string }[] {
  return refs.map(([name, sha]) => ({ name, sha })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
