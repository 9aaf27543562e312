import type { Dirent } from "node:fs";
import { mkdtemp, readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { absent } from "./plain-file.ts";

/** Milliseconds after which a folder is one that a killed run left, whatever process has the number of its owner now. */
const ABANDONED = 24 * 60 * 60 * 1_000;
/** `run-<process>-<six letters>`. */
const NAME = /^run-(?:(\d+)-)?[^-]+$/;
const RUN_FILE = /\.(?:ndjson|json)$/;

/** A new folder for the recorders of this process's run. */
export function openRunFolder(runs: string): Promise<string> {
  return mkdtemp(join(runs, `run-${process.pid}-`));
}

/** Paths of the run files in a folder, and below it where `recursive`, sorted. */
export async function runFilesIn(folder: string, recursive: boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive });
  return entries
    .filter((entry) => entry.isFile() && RUN_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The run files of each run that was killed, oldest run first. */
export async function killedRuns(runs: string): Promise<string[][]> {
  const found: { readonly files: string[]; readonly last: number }[] = [];
  for (const folder of await runFolders(runs)) {
    const files = (await runFilesIn(folder, true).catch(absent)) ?? [];
    const last = await lastChange([folder, ...files]);
    if (files.length > 0 && isOver(folder, last)) found.push({ files, last });
  }
  return found.sort((a, b) => a.last - b.last).map(({ files }) => files);
}

/** Removes folders of runs that are over, unless run files are in them: these wait for whoever reads them. */
export async function sweepRuns(runs: string): Promise<void> {
  for (const folder of await runFolders(runs)) {
    const files = (await runFilesIn(folder, true).catch(absent)) ?? [];
    if (files.length === 0 && isOver(folder, await lastChange([folder])))
      await rm(folder, { recursive: true, force: true });
  }
}

/** Removes run files, and the folders of runs that hold nothing then. */
export async function removeRunFiles(runs: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) if (path.startsWith(join(runs, "/"))) await rm(path, { force: true });
  for (const folder of new Set(paths.map(dirname))) {
    for (let empty = folder; dirname(empty).startsWith(runs); empty = dirname(empty)) {
      if (!(await removeEmpty(empty))) break;
    }
  }
}

async function removeEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTEMPTY" || error.code === "EEXIST" || error.code === "ENOENT") return false;
      throw error;
    },
  );
}

async function runFolders(runs: string): Promise<string[]> {
  const entries: Dirent[] = (await readdir(runs, { withFileTypes: true }).catch(absent)) ?? [];
  // Recorders of a command that nobody runs for us leave plain files there.
  return entries
    .filter((entry) => entry.isDirectory() && NAME.test(entry.name))
    .map(({ name }) => join(runs, name));
}

/** Milliseconds since the epoch; 0 where nothing is there any more. */
async function lastChange(paths: readonly string[]): Promise<number> {
  const times = await Promise.all(paths.map(async (path) => (await stat(path).catch(absent))?.mtimeMs ?? 0));
  return Math.max(0, ...times);
}

function isOver(folder: string, last: number): boolean {
  const [, owner] = NAME.exec(folder.slice(dirname(folder).length + 1)) ?? [];
  if (Date.now() - last > ABANDONED) return true;
  return owner !== undefined && !isAlive(Number(owner));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
