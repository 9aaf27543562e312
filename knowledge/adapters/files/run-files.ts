import { readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { RunFiles } from "../../ports/run-files.ts";
import { translated } from "./disk-error.ts";
import { makeFolder } from "./durable-file.ts";
import { absent } from "./plain-file.ts";
import { killedRuns, openRunFolder, removeRunFiles, runFilesIn, sweepRuns } from "./run-folders.ts";
import { prepareState } from "./work-tree-lock.ts";

export interface RunFilesPlace {
  /** Top of the work tree, absolute. */
  readonly top: string;
  /** `.assay/local` of the work tree. */
  readonly state: string;
  /** Whether a path relative to the top, with `/`, fits a glob pattern. */
  readonly matches: (path: string, pattern: string) => boolean;
}

/** Milliseconds by which the file system's clock may be behind: it moves on in ticks. */
const CLOCK_TICK = 10;
/** Folders that hold no report unless a pattern names them. */
const PASSED_OVER = new Set([".git", "node_modules"]);

/** Run folders under `.assay/local/runs`, and reports anywhere in the work tree. */
export function fileRunFiles({ top, state, matches }: RunFilesPlace): RunFiles {
  const runs = join(state, "runs");

  return {
    open: () =>
      translated(unavailable(runs), async () => {
        await prepareState(state);
        await makeFolder(runs);
        await sweepRuns(runs);
        return openRunFolder(runs);
      }),

    recorded: (folder) => translated(unavailable(folder), () => runFilesIn(folder, true)),

    left: () =>
      translated(unavailable(runs), async () => {
        const loose = (await runFilesIn(runs, false).catch(absent)) ?? [];
        const killed = (await killedRuns(runs)).map((files) => ({ by: "killed-run", files }) as const);
        return [...(loose.length === 0 ? [] : [{ by: "recorders", files: loose } as const]), ...killed];
      }),

    remove: (left) => translated(unavailable(runs), () => removeRunFiles(runs, left)),

    close: (folder) =>
      translated(unavailable(folder), async () => {
        if (dirname(folder) === runs) await rm(folder, { recursive: true, force: true });
      }),

    reports: (patterns, since) =>
      translated(unavailable(top), async () => {
        const found = new Set<string>();
        for (const pattern of patterns) {
          for await (const path of filesUnder(top, startOf(pattern), pattern)) {
            if (!matches(path, pattern)) continue;
            const facts = await stat(join(top, path)).catch(absent);
            // A report that was moved into place keeps its time of writing.
            if (facts !== null && Math.max(facts.mtimeMs, facts.ctimeMs) >= since - CLOCK_TICK)
              found.add(join(top, path));
          }
        }
        return [...found].sort();
      }),
  };
}

/** The folders that a pattern begins with, before its first part that stands for several. */
function startOf(pattern: string): readonly string[] {
  const parts = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const first = parts.findIndex((part) => /[*?{]/.test(part));
  return first === -1 ? parts : parts.slice(0, first);
}

/** Paths of the files under a folder, or that of the file itself; links are not followed. */
async function* filesUnder(top: string, parts: readonly string[], pattern: string): AsyncGenerator<string> {
  const path = parts.join("/");
  const place = join(top, ...parts);
  if (parts.includes("..")) return;
  const found = await stat(place).catch(absent);
  if (found?.isFile()) yield path;
  if (!found?.isDirectory()) return;
  const named = new Set(pattern.split("/"));
  const open = [[...parts]];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of (await readdir(join(top, ...folder), { withFileTypes: true }).catch(absent)) ?? []) {
      if (entry.isFile()) yield [...folder, entry.name].join("/");
      else if (entry.isDirectory() && (!PASSED_OVER.has(entry.name) || named.has(entry.name)))
        open.push([...folder, entry.name]);
    }
  }
}

function unavailable(folder: string) {
  return (reason: string, cause: unknown) =>
    new AssayError("run_files_unavailable", { folder, reason }, cause);
}
