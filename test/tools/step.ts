import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** Top of the project. */
export const root = join(import.meta.dirname, "..", "..");

/** One command of a check. */
export interface Step {
  readonly title: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The command that runs a script of package.json with these arguments. */
export function npm(script: string, ...args: string[]): readonly string[] {
  return ["npm", "run", "-s", script, ...(args.length > 0 ? ["--", ...args] : [])];
}

/**
 * Runs the steps of a row side by side, and gives the titles of those that failed. What one says is printed at once
 * where it is alone, else when it has ended.
 */
export async function runRow(row: readonly Step[]): Promise<readonly string[]> {
  const passed = await Promise.all(row.map((step) => passes(step, row.length === 1)));
  return row.flatMap(({ title }, at) => (passed[at] ? [] : [title]));
}

async function passes({ title, command, env }: Step, isAlone: boolean): Promise<boolean> {
  const started = performance.now();
  const [program = "", ...args] = command;
  if (isAlone) console.log(`\n== ${title}`);
  const child = spawn(program, args, {
    cwd: root,
    stdio: isAlone ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => said.push(chunk));
  const isOk = (await statusOf(child)) === 0;
  if (!isAlone) console.log(`\n== ${title}\n${Buffer.concat(said)}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${title}: ${isOk ? "ok" : "FAILED"} in ${seconds} s`);
  return isOk;
}

function statusOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
}
