import type { ChildProcess } from "node:child_process";
import type { SandboxEnd, SandboxRun } from "../../ports/sandbox.ts";
import { outputEnds } from "./output-ends.ts";
import { type Limit, watchSandbox } from "./sandbox-watch.ts";

/** Milliseconds that output may still come after everything has ended. */
const DRAIN_MS = 1_000;

/** The system ends what writes too large a file by SIGXFSZ, whose number a shell adds to 128. */
const TOO_LARGE = 128 + 25;

interface Watched {
  readonly child: ChildProcess;
  readonly options: SandboxRun;
  /** The first process of the command, as soon as it is known. */
  first(): number | null;
  /** Ends the command and all that it began. */
  kill(): void;
  /** Waits until none of it runs. */
  settled(): Promise<void>;
}

/** How a started command ends: by itself, or by the first limit that it reaches. */
export async function endOf({ child, options, first, kill, settled }: Watched): Promise<SandboxEnd> {
  const { limits, timeoutMs } = options;
  const start = performance.now();
  const output = outputEnds();
  let limit: Limit | null = null;
  const reached = (what: Limit) => {
    limit ??= what;
    kill();
  };
  let code: number | null = null;
  const closed = new Promise<void>((resolve) => child.stdout?.on("close", resolve));
  const exited = new Promise<void>((resolve) => {
    child.on("exit", (status, signal) => {
      code = status;
      if (signal === "SIGXFSZ" || status === TOO_LARGE) limit ??= "file";
      resolve();
    });
    // It was never started; what stands on its outputs says why.
    child.on("error", () => resolve());
  });
  let printed = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.length;
    // What still comes while it is being ended is read, so that nothing waits for us, and dropped.
    if (limit === null) output.write(chunk);
    if (printed > limits.outputBytes) reached("output");
  });
  const timer = setTimeout(() => reached("time"), timeoutMs);
  const watch = await watchSandbox({ folder: options.folder, limits, first, reached });
  await exited;
  clearTimeout(timer);
  await settled();
  const durationMs = Math.round(performance.now() - start);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
  child.stdout?.destroy();
  const left = await watch.close();
  // Whoever did all the same what it was to do has reached no limit that matters.
  if (code !== 0) limit ??= left;
  return { code: limit === null ? code : null, limit, ...output.ends(), durationMs };
}
