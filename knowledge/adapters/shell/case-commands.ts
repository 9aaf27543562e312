import { type ChildProcess, spawn } from "node:child_process";
import { AssayError } from "../../errors.ts";
import type {
  CaseCommandEnd,
  CaseCommandOptions,
  CaseCommands,
  RunningCommand,
} from "../../ports/case-commands.ts";
import { wholeOutput } from "./whole-output.ts";

interface CommandPlace {
  /** Top of the work tree. */
  readonly top: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Waits beside the command for the end of whoever holds the other side of descriptor 3, which is this process, and then
 * ends the command's group. `read` gives nothing before.
 */
const GUARD = "{ read -r _ <&3; kill -9 0; } >/dev/null 2>&1 &\nexec 3<&-";

/** Milliseconds that what is left in the pipes of a command that ended may take to come. */
const DRAIN_MS = 500;
/** Signals that ask this process to end: it ends, and its commands with it. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Lines of shell as process groups of their own. */
export function shellCaseCommands({ top, env }: CommandPlace): CaseCommands {
  return {
    async open(line, options, use) {
      const child = spawn("/bin/sh", ["-c", `${GUARD}\nexec sh -c "$1"`, "sh", line], {
        cwd: top,
        env: { ...env, ...options.env },
        detached: true,
        stdio: ["pipe", "pipe", "pipe", "pipe"],
      });
      child.stdio[3]?.on("error", () => {});
      const passOn = (signal: NodeJS.Signals) => {
        killGroup(child);
        for (const one of ENDING) process.off(one, passOn);
        process.kill(process.pid, signal);
      };
      for (const signal of ENDING) process.on(signal, passOn);
      try {
        return await use(await running(child, options));
      } finally {
        for (const signal of ENDING) process.off(signal, passOn);
        child.stdio[3]?.destroy();
        killGroup(child);
      }
    },
  };
}

async function running(child: ChildProcess, { timeoutMs }: CaseCommandOptions): Promise<RunningCommand> {
  const started = performance.now();
  const output = wholeOutput();
  let waiting: (() => void)[] = [];
  const wake = () => {
    const all = waiting;
    waiting = [];
    for (const one of all) one();
  };
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output.write(chunk);
      wake();
    });
  // Whoever has ended reads no more.
  child.stdin?.on("error", () => {});
  let isTimedOut = false;
  let isOver = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    killGroup(child);
  }, timeoutMs);
  const ended = new Promise<CaseCommandEnd>((resolve) => {
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      const durationMs = Math.round(performance.now() - started);
      const finish = () => {
        clearTimeout(drain);
        isOver = true;
        wake();
        resolve({
          code: isTimedOut ? null : code,
          signal: isTimedOut ? null : signal,
          isTimedOut,
          durationMs,
          output: output.text(),
        });
      };
      // What it began and left behind may hold the pipes open.
      const drain = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish();
      }, DRAIN_MS);
      void Promise.all([child.stdout, child.stderr].map((stream) => closed(stream))).then(finish);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(new AssayError("command_denied", { program: "sh", reason: error.code ?? error.message }, error));
    });
  });
  let from = 0;
  return {
    send: (text) => void child.stdin?.write(`${text}\n`),
    async waitFor(text) {
      for (;;) {
        const at = output.text().indexOf(text, from);
        if (at >= 0) {
          from = at + text.length;
          return true;
        }
        if (isOver) return false;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    output: output.text,
    end() {
      child.stdin?.end();
      return ended;
    },
  };
}

function closed(stream: NodeJS.ReadableStream | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null || ("closed" in stream && stream.closed === true)) resolve();
    else stream.once("close", () => resolve());
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of it has ended.
  }
}
