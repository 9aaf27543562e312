import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

export const LAUNCHER = join(ROOT, "dist/bin.cjs");

/** Where the built CLI keeps its compiled code: one folder for all tests, whatever home they have. */
export const COMPILED = { XDG_CACHE_HOME: join(ROOT, ".cache/compiled") } as const;

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** Arguments of node itself, before the launcher. */
  readonly node?: readonly string[];
}

/** Variables of the outer process that would change what the CLI prints. */
const SILENCED =
  /^(?:NO_COLOR|FORCE_COLOR|CI|NODE_OPTIONS|ASSAY_.*|DEBUG|VITEST.*|GITHUB_ACTIONS|NODE_ENV|GIT_.*)$/;

const quietEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !SILENCED.test(name)));

/** Runs the built CLI to its end, with pipes on all three streams. */
export function assay(args: readonly string[], { node = [], ...options }: Options = {}): Promise<Finished> {
  return finish(process.execPath, [...node, LAUNCHER, ...args], options);
}

/** Runs a shell command that finds node in `$NODE` and the launcher in `$ASSAY`. */
export function shell(command: string, { env, ...options }: Omit<Options, "node"> = {}): Promise<Finished> {
  return finish("sh", ["-c", command], {
    ...options,
    env: { ...env, NODE: process.execPath, ASSAY: LAUNCHER },
  });
}

/** Starts the built CLI with its standard input open, and tells when it has ended. */
export function begin(args: readonly string[], { node = [], ...options }: Omit<Options, "input">): Begun {
  return start(process.execPath, [...node, LAUNCHER, ...args], options);
}

interface Begun {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
}

function finish(
  program: string,
  args: readonly string[],
  { input = "", ...options }: Options,
): Promise<Finished> {
  const { child, finished } = start(program, args, options);
  child.stdin.end(input);
  return finished;
}

function start(program: string, args: readonly string[], { cwd, env = {} }: Options): Begun {
  const child = spawn(program, args, { cwd, env: { ...quietEnv(), ...COMPILED, ...env } });
  const finished = new Promise<Finished>((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (status) =>
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
  child.stdin.on("error", () => {});
  return { child, finished };
}
