import { spawn } from "node:child_process";
import { AssayError } from "../../errors.ts";

export interface GitPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds after which git is ended; without it, it may take as long as it takes. */
  readonly patience?: number;
  /** Bytes of answer after which git is ended; what it gave up to there counts as an answer. */
  readonly most?: number;
}

export interface GitAnswer {
  readonly ok: boolean;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Asks the `git` binary, without taking optional locks and without a prompt; `input` is its standard input. That
 * git said no is an answer. Errors: git_unavailable where it cannot be started or was killed.
 */
export function runGit(
  { env, ...place }: GitPlace,
  args: readonly string[],
  input: string | Buffer = "",
): Promise<GitAnswer> {
  const quiet = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  return spawnGit({ ...place, env: { ...env, ...quiet } }, args, input);
}

/**
 * Has the `git` binary change something: as a person's own command would, in the person's language, hooks
 * included, yet without a prompt. Paths are taken as they are, never as patterns. Errors: those of {@link runGit}.
 */
export function changeGit(
  { env, ...place }: GitPlace,
  args: readonly string[],
  input = "",
): Promise<GitAnswer> {
  const plain = { GIT_LITERAL_PATHSPECS: "1", GIT_TERMINAL_PROMPT: "0" };
  return spawnGit({ ...place, env: { ...env, ...plain } }, args, input);
}

function spawnGit(
  { patience, most = Number.POSITIVE_INFINITY, ...place }: GitPlace,
  args: readonly string[],
  input: string | Buffer,
): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const git = spawn("git", args, {
      ...place,
      windowsHide: true,
      ...(patience === undefined ? {} : { timeout: patience }),
    });
    const out: Buffer[] = [];
    let size = 0;
    const err: Buffer[] = [];
    const fail = (reason: string, cause?: unknown) =>
      reject(new AssayError("git_unavailable", { reason }, cause));
    git.stdout.on("data", (chunk: Buffer) => {
      out.push(chunk);
      size += chunk.length;
      if (size > most) git.kill("SIGKILL");
    });
    git.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    git.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message, error));
    git.on("close", (status, signal) => {
      const isCut = size > most;
      if (status === null && !isCut) return fail(`it was ended by ${signal}`);
      const stdout = Buffer.concat(out).subarray(0, most);
      resolve({ ok: status === 0 || isCut, stdout, stderr: Buffer.concat(err).toString() });
    });
    // Where git ends before it has read everything, its status says why.
    git.stdin.on("error", () => {});
    git.stdin.end(input);
  });
}
