import { execFile } from "node:child_process";

/** Longest time that a question to git may take; beyond it the answer counts as unknown. */
const PATIENCE_MS = 10_000;

/**
 * Asks the `git` binary a question, without taking optional locks and without a prompt. Resolves to its
 * output without the last line feed, or null where git is missing, failed or was too slow.
 */
export function askGit(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const quiet = { ...env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  return new Promise((resolve) => {
    execFile(
      "git",
      [...args],
      { cwd, env: quiet, timeout: PATIENCE_MS, windowsHide: true },
      (error, stdout) => {
        resolve(error === null ? stdout.replace(/\r?\n$/, "") : null);
      },
    );
  });
}
