import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { join } from "node:path";

export interface LedgerProcess {
  readonly child: ChildProcess;
  /** Resolves at the first line that it announces, or when it ends without one. */
  readonly announced: Promise<void>;
  /** Every line that it announced, once it has ended. Rejects when it failed on its own. */
  readonly ended: Promise<readonly string[]>;
}

export interface LedgerJob {
  readonly job: "append" | "race" | "record" | "visit";
  readonly file: string;
  /** Milliseconds since the epoch at which to begin. */
  readonly start?: number;
  readonly times?: number;
  readonly name?: string;
}

/** Starts test/support/ledger-process.ts. `wrap` is a shell line that ends by running "$@". */
export function startLedgerProcess(
  { job, file, start = 0, times = 1_000_000, name = "one" }: LedgerJob,
  options: SpawnOptions & { wrap?: string } = {},
): LedgerProcess {
  const script = join(import.meta.dirname, "ledger-process.ts");
  const node = [
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    script,
    job,
    file,
    `${start}`,
    `${times}`,
    name,
  ];
  const [command = "", ...args] =
    options.wrap === undefined ? node : ["sh", "-c", options.wrap, "sh", ...node];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  let errors = "";
  const announced = new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      resolve();
    });
    child.once("close", () => resolve());
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise<readonly string[]>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0 || signal === "SIGKILL") resolve(output.split("\n").slice(0, -1));
      else reject(new Error(`the process ended with ${code ?? signal}: ${errors}`));
    });
  });
  return { child, announced, ended };
}
