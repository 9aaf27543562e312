import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export interface RecordJob {
  readonly job: "count" | "supersede";
  readonly folder: string;
  /** Milliseconds since the epoch at which to begin. */
  readonly start?: number;
  readonly times?: number;
  /** Tells its records from those of other processes. */
  readonly name?: number;
}

/** Starts test/support/record-process.ts. `ended` gives what it announced, and rejects when it failed on its own. */
export function startRecordProcess({ job, folder, start = 0, times = 0, name = 0 }: RecordJob): {
  readonly child: ChildProcess;
  readonly announced: Promise<void>;
  readonly ended: Promise<readonly string[]>;
} {
  const script = join(import.meta.dirname, "record-process.ts");
  const args = [
    "--disable-warning=ExperimentalWarning",
    script,
    job,
    folder,
    `${start}`,
    `${times}`,
    `${name}`,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  const announced = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      resolve();
    });
    child.once("close", () => resolve());
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
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
