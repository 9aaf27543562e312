import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { typed } from "./say.ts";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where commands run, and with what environment. */
export interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Most milliseconds that one command may take. */
const PATIENCE = 120_000;

/** Runs a command there to its end. */
export function run(
  words: readonly string[],
  { folder, env }: Place,
  { mustPass = false, ...more }: { readonly mustPass?: boolean; readonly env?: Record<string, string> } = {},
): Ended {
  const [program = "", ...args] = words;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env: { ...env, ...more.env },
    encoding: "utf8",
    input: "",
    timeout: PATIENCE,
  });
  if (error !== undefined) throw new Error(`${typed(words)}: ${error.message}`);
  if (mustPass && status !== 0) throw new Error(`${typed(words)} ended with ${status}: ${stderr}${stdout}`);
  return { status, stdout, stderr };
}

/** Where a program is on the path, or null. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** What makes a commit of git one of that time. */
export function datesOf(at: string): Record<string, string> {
  return { GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
}
