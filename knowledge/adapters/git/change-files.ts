import type { ChangeBranch, FoundLine } from "../../ports/change-branch.ts";
import { type AskGit, answered, commitOf } from "./change-place.ts";
import { refusedPath } from "./refused-path.ts";

/** An entry of a commit's tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
  /** Bytes; null for a submodule. */
  readonly size: number | null;
  readonly path: string;
}

/** Largest file that is read as text, in bytes. */
const TEXT_BYTES = 1024 * 1024;

/** Bytes of search results after which git is ended. */
const FOUND_BYTES = 16 * 1024 * 1024;

/** Characters of a found line; the longest are of no use to whoever reads it. */
const LINE_CHARACTERS = 2_000;

const NO_TEXT = /\0/;

/** Reading a commit of a change without a work tree. `git` is the clone's. */
export function changeFiles(
  git: () => Promise<AskGit>,
): Pick<ChangeBranch, "list" | "read" | "search" | "diff" | "log"> {
  return {
    async list(commit) {
      const files = (await treeEntries(await git(), commit)).filter(isPlainFile);
      return files.map(({ path }) => path).sort();
    },

    async read(commit, path) {
      if (refusedPath(path) !== null) return null;
      const ask = await git();
      const found = (await treeEntries(ask, commit, path)).find((entry) => entry.path === path);
      if (found === undefined || !isPlainFile(found) || (found.size ?? 0) > TEXT_BYTES) return null;
      const text = decoded(await answered(ask, ["cat-file", "blob", found.oid]));
      return text === null || NO_TEXT.test(text) ? null : text;
    },

    async search(commit, text, limit) {
      if (text === "" || /[\0\n]/.test(text)) return [];
      const ask = await git();
      const at = await commitOf(ask, commit);
      const options = ["--fixed-strings", "--line-number", "--null", "-I", "--full-name", "--no-color"];
      // Git ends with 1 where it finds nothing.
      const { stdout } = await ask(["grep", ...options, "--no-textconv", "-e", text, at, "--"], {
        most: FOUND_BYTES,
      });
      return foundLines(stdout.toString(), at).slice(0, limit);
    },

    async diff(base, head, limit) {
      const ask = await git();
      const range = `${await commitOf(ask, base)}...${await commitOf(ask, head)}`;
      const options = ["--no-ext-diff", "--no-textconv", "--no-color", "--unified=3", "--submodule=short"];
      const prefixes = ["--src-prefix=a/", "--dst-prefix=b/"];
      const whole = await answered(ask, ["diff", ...options, ...prefixes, range, "--"], { most: limit + 1 });
      if (whole.length <= limit) return whole.toString();
      const kept = whole.subarray(0, limit);
      // From within a line or a character on, nothing can be told.
      return kept.subarray(0, kept.lastIndexOf(0x0a) + 1).toString();
    },

    async log(after, until) {
      const ask = await git();
      const range = `${await commitOf(ask, after)}..${await commitOf(ask, until)}`;
      const options = ["--max-count=100", "--no-color", "--no-decorate", "--no-notes", "-z"];
      const text = (
        await answered(ask, ["log", ...options, "--format=tformat:%H%n%B", range, "--"])
      ).toString();
      return text
        .split("\0")
        .filter((entry) => entry !== "")
        .map((entry) => {
          const end = entry.indexOf("\n");
          return { commit: entry.slice(0, end), message: entry.slice(end + 1).trimEnd() };
        });
    },
  };
}

/** Every entry of a commit's tree, or those at and under a path; `git ls-tree -z -l`: `<mode> <type> <oid> <size>\t<path>\0`. */
export async function treeEntries(ask: AskGit, commit: string, path?: string): Promise<TreeEntry[]> {
  const only = path === undefined ? [] : ["--", path];
  const options = ["-r", "-z", "-l", "--full-tree"];
  const tree = await answered(ask, ["ls-tree", ...options, await commitOf(ask, commit), ...only]);
  return tree
    .toString()
    .split("\0")
    .flatMap((entry) => {
      const [, mode, oid, size, path] = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t([\s\S]+)$/.exec(entry) ?? [];
      if (mode === undefined || oid === undefined || path === undefined) return [];
      return [{ mode, oid, size: size === "-" ? null : Number(size), path }];
    });
}

/** No link, no submodule, and a path that may be written to a disk. */
export function isPlainFile({ mode, path }: TreeEntry): boolean {
  return mode.startsWith("100") && refusedPath(path) === null;
}

/** `git grep -z -n`: `<commit>:<path>\0<line>\0<text>\n`; the last may be cut. */
function foundLines(output: string, commit: string): FoundLine[] {
  const lines = output.split("\n").slice(0, -1);
  return lines.flatMap((entry) => {
    const [place = "", line, ...rest] = entry.split("\0");
    const path = place.slice(commit.length + 1);
    if (line === undefined || refusedPath(path) !== null) return [];
    return [{ path, line: Number(line), text: rest.join("\0").slice(0, LINE_CHARACTERS) }];
  });
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
