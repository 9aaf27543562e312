import { spawn } from "node:child_process";
import { AssayError } from "../../errors.ts";
import type { CommandEnd, Runner } from "../../ports/runner.ts";
import { outputTail } from "./output-tail.ts";

/** The process that runs commands. */
export interface RunnerProcess {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Whether a terminal that sends `SIGINT` to every process in its foreground is ours. */
  readonly inTerminal: boolean;
}

/** Signals that ask this process to end: the command gets them and decides. */
const FORWARDED = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Milliseconds that what is left in the pipes of a command that ended may take to come. */
const DRAIN_MS = 1_000;
/** What `FORCE_COLOR` says of a terminal's colour depth in bits. */
const COLOUR_LEVELS: Readonly<Record<number, string>> = { 4: "1", 8: "2", 24: "3" };

/** Commands as child processes with our standard input. */
export function shellRunner({ cwd, env, stdout, stderr, inTerminal }: RunnerProcess): Runner {
  return {
    run: (command, options) =>
      new Promise((resolve, reject) => {
        const [program = "", ...args] = command;
        const started = performance.now();
        const child = spawn(program, args, {
          cwd,
          env: { ...coloured(env, stdout), ...options.env },
          stdio: ["inherit", "pipe", "pipe"],
        });
        const tail = outputTail();
        passOn(child.stdout, stdout, tail.write);
        passOn(child.stderr, stderr, tail.write);
        const forward = (signal: NodeJS.Signals) => {
          // A terminal has sent it to the command already, and to many runners a second one means: at once.
          if (signal !== "SIGINT" || !inTerminal) child.kill(signal);
        };
        for (const signal of FORWARDED) process.on(signal, forward);
        const settle = () => {
          for (const signal of FORWARDED) process.off(signal, forward);
        };
        let end: Omit<CommandEnd, "tail"> | undefined;
        let timer: NodeJS.Timeout | undefined;
        const finish = () => {
          clearTimeout(timer);
          settle();
          if (end !== undefined) resolve({ ...end, tail: tail.text() });
        };
        const outputs = [child.stdout, child.stderr];
        const letGo = () => {
          // Whoever reads us slowly has not seen all of it yet.
          if (outputs.some((output) => output.isPaused())) {
            timer = setTimeout(letGo, DRAIN_MS);
            return;
          }
          for (const output of outputs) output.destroy();
          finish();
        };
        child.on("error", (error: NodeJS.ErrnoException) => {
          if (child.pid !== undefined) return;
          settle();
          reject(startError(program, error));
        });
        child.on("exit", (code, signal) => {
          end = { code, signal, durationMs: Math.round(performance.now() - started) };
          // What it began and left behind holds the pipes open as long as it likes.
          timer = setTimeout(letGo, DRAIN_MS);
        });
        child.on("close", finish);
      }),
  };
}

/** Hands on what comes, no faster than it is taken. Where nobody takes it any more, the command is told so by its pipe. */
function passOn(
  from: NodeJS.ReadableStream & { destroy(): void },
  to: NodeJS.WriteStream,
  keep: (chunk: Buffer) => void,
) {
  from.on("data", (chunk: Buffer) => {
    keep(chunk);
    if (!to.write(chunk)) from.pause();
  });
  to.on("drain", () => from.resume());
  to.on("error", () => from.destroy());
}

/**
 * The command sees a pipe where we see a terminal, and would print without colours. With `NO_COLOR` nothing else is
 * said of them: our launcher sets `FORCE_COLOR` to 0 for itself, and Node warns of both together.
 */
function coloured(
  { FORCE_COLOR: forced, ...env }: NodeJS.ProcessEnv,
  stdout: NodeJS.WriteStream,
): NodeJS.ProcessEnv {
  if (env.NO_COLOR) return env;
  if (forced !== undefined) return { ...env, FORCE_COLOR: forced };
  const level = stdout.isTTY ? COLOUR_LEVELS[stdout.getColorDepth(env)] : undefined;
  return level === undefined ? env : { ...env, FORCE_COLOR: level };
}

function startError(program: string, error: NodeJS.ErrnoException): AssayError {
  if (error.code === "ENOENT") return new AssayError("command_missing", { program }, error);
  return new AssayError("command_denied", { program, reason: error.code ?? error.message }, error);
}
