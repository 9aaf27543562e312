import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";

export type ObjectKind = "blob" | "tree" | "commit" | "tag";

export interface GitObject {
  readonly kind: ObjectKind;
  readonly bytes: Buffer;
}

/** Git's objects: in memory, and in a bare repository where there is one, so that real git reads what is put here. */
export interface ObjectStore {
  /** Keeps an object and tells its name (SHA-1). */
  put(kind: ObjectKind, bytes: Uint8Array): string;
  get(sha: string): GitObject | null;
}

/** A store over the bare repository `directory`, or in memory alone. */
export function openObjectStore(directory: string | null): ObjectStore {
  const known = new Map<string, GitObject>();
  return {
    put: (kind, bytes) => {
      const framed = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
      const sha = createHash("sha1").update(framed).digest("hex");
      if (known.has(sha)) return sha;
      known.set(sha, { kind, bytes: Buffer.from(bytes) });
      if (directory !== null) writeLoose(directory, sha, framed);
      return sha;
    },
    get: (sha) => {
      const kept = known.get(sha);
      if (kept !== undefined) return kept;
      if (directory === null || !/^[0-9a-f]{40}$/.test(sha)) return null;
      const read = readLoose(directory, sha) ?? readPacked(directory, sha);
      if (read !== null) known.set(sha, read);
      return read;
    },
  };
}

function loosePath(directory: string, sha: string): string {
  return join(directory, "objects", sha.slice(0, 2), sha.slice(2));
}

function writeLoose(directory: string, sha: string, framed: Buffer): void {
  const path = loosePath(directory, sha);
  if (existsSync(path)) return;
  mkdirSync(join(directory, "objects", sha.slice(0, 2)), { recursive: true });
  writeFileSync(`${path}.new`, deflateSync(framed));
  renameSync(`${path}.new`, path);
}

function readLoose(directory: string, sha: string): GitObject | null {
  const path = loosePath(directory, sha);
  if (!existsSync(path)) return null;
  const framed = inflateSync(readFileSync(path));
  const end = framed.indexOf(0);
  return {
    kind: framed.subarray(0, end).toString().split(" ")[0] as ObjectKind,
    bytes: framed.subarray(end + 1),
  };
}

/** Objects that git packed (a repository that was copied) are read by git itself. */
function readPacked(directory: string, sha: string): GitObject | null {
  const packs = join(directory, "objects", "pack");
  if (!existsSync(packs) || readdirSync(packs).length === 0) return null;
  const read = spawnSync("git", ["--git-dir", directory, "cat-file", "--batch"], {
    input: `${sha}\n`,
    maxBuffer: 1 << 30,
  });
  const end = read.stdout.indexOf(10);
  const [, kind, size] = read.stdout.subarray(0, end).toString().split(" ");
  if (read.status !== 0 || size === undefined) return null;
  return { kind: kind as ObjectKind, bytes: read.stdout.subarray(end + 1, end + 1 + Number(size)) };
}
