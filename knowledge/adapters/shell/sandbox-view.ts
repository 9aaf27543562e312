import { lstat, readdir, readFile, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { SandboxRun } from "../../ports/sandbox.ts";
import type { SandboxUser, SandboxView, SplitEntry } from "./bubblewrap-arguments.ts";
import { memoryBound } from "./machine-memory.ts";

/** Folders of the system that are links into /usr on most systems. */
const ROOTS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Of `/etc`: how programs are found and linked, time zones, certificates that anybody may read. */
const SETTINGS = [
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "alternatives",
  "localtime",
  "mime.types",
  "ssl/certs",
];

/** Of a folder of Node packages: what tools keep there while they run. Left out, so that they make it anew. */
const TOOL_FOLDERS = [".cache", ".vite", ".vite-temp", ".vitest"];

/** More children than that in one folder would take seconds to bring in one by one. */
const MOST_SPLIT = 1_500;

/**
 * What a run sees. A read-only folder that is not there is left out. Throws an Error that says why where one lies
 * behind a link of the copy, which would lead elsewhere.
 */
export async function sandboxView(
  { folder, readOnly, limits }: SandboxRun,
  places: readonly string[],
  user: SandboxUser,
): Promise<SandboxView> {
  const folders: SandboxView["readOnly"][number][] = [];
  for (const { host, path } of readOnly) {
    const real = await realpath(host).catch(() => null);
    if (real === null) continue;
    await refuseLinks(folder, path);
    folders.push({ host: real, path, split: await splitOf(real, path) });
  }
  return {
    folder: await realpath(folder),
    readOnly: folders,
    places: [...(await existing(["/nix/store"])), ...places],
    roots: await rootsOf(),
    settings: await settingsOf(),
    scratchBytes: Math.floor(Math.min(limits.diskBytes, memoryBound(limits.memoryBytes) / 4)),
    user,
  };
}

async function refuseLinks(folder: string, path: string): Promise<void> {
  let at = folder;
  for (const name of path.split("/")) {
    if (name === "" || name === "." || name === "..") throw new Error(`${path} leaves the copy`);
    at = join(at, name);
    const stats = await lstat(at).catch(() => null);
    if (stats?.isSymbolicLink()) throw new Error(`${path} lies behind a link`);
  }
}

/** The children of a folder of Node packages: their tools write beside them, and fail where they cannot. */
async function splitOf(host: string, path: string): Promise<SplitEntry[] | null> {
  if (path.split("/").at(-1) !== "node_modules") return null;
  const entries = await readdir(host, { withFileTypes: true });
  if (entries.length > MOST_SPLIT) return null;
  const kept = entries.filter(({ name }) => !TOOL_FOLDERS.includes(name));
  return Promise.all(
    kept.map(async (entry) => ({
      name: entry.name,
      link: entry.isSymbolicLink() ? await readlink(join(host, entry.name)) : null,
    })),
  );
}

async function rootsOf(): Promise<SandboxView["roots"]> {
  const found = await Promise.all(
    ROOTS.map(async (path) => {
      const stats = await lstat(path).catch(() => null);
      if (stats === null) return [];
      return [{ path, link: stats.isSymbolicLink() ? await readlink(path) : null }];
    }),
  );
  return found.flat();
}

async function settingsOf(): Promise<string[]> {
  const names = await readdir("/etc").catch(() => []);
  const java = names.filter((name) => /^java-\d+-openjdk$/.test(name));
  return existing([...SETTINGS, ...java].map((name) => `/etc/${name}`));
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  return paths.filter((_, index) => found[index] !== null);
}

/** Up to here no system gives out ids, or a container has none that are higher. */
const LAST_ID = 2_000_000_000;

/**
 * An id for a run that root starts, or null where this process is not root or has no other ids. `chance` is from 0 to
 * less than 1.
 */
export async function otherUser(chance: number): Promise<SandboxUser | null> {
  if (process.getuid?.() !== 0) return null;
  const map = await readFile("/proc/self/uid_map", "utf8").catch(() => "");
  const ranges = map.split("\n").map((line) => line.trim().split(/ +/).map(Number));
  const end = Math.min(Math.max(0, ...ranges.map(([first = 0, , count = 0]) => first + count)), LAST_ID);
  // The very last are `nobody` and no id at all; where there are many, two runs hardly ever meet.
  const many = end === LAST_ID ? 100_000_000 : 500;
  return end < 65_536 ? null : { kind: "other", id: end - 10 - Math.floor(chance * many) };
}
