import { existsSync } from "node:fs";
import { join } from "node:path";
import { refuseTaken } from "../support/aws/listen-on.ts";
import { type Options, Refusal, readOptions, USAGE } from "./options.ts";
import { portsOf } from "./ports.ts";

/**
 * `npm run cloud`: the functions, queues and schedules of the synthesised app on this machine (ADR 31). stdout is what
 * happens, a line each; stderr is what stands in the way. Ends with 0; with `--once`, 1 where messages are left, the
 * status of the command, or 130 where it was interrupted; 2 where the call is wrong or something is missing.
 */
const LAUNCHER = join(import.meta.dirname, "../../dist/bin.cjs");

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
process.stdout.on("error", () => stop.abort());

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) process.stdout.write(USAGE);
  else process.exitCode = await run(options);
} catch (error) {
  process.stderr.write(`${tell(error)}\n`);
  process.exitCode = 2;
}

async function run(options: Options): Promise<number> {
  if (!existsSync(LAUNCHER)) throw new Refusal("assay is not built: npm run build");
  for (const port of portsOf(options.port)) await refuseTaken(port);
  // It takes long to load, and what is refused before needs none of it.
  const { runCloud } = await import("./run-cloud.ts");
  return await runCloud(options, LAUNCHER, stop.signal);
}

/** What stands in the way and the way out; a fault of the program is thrown on. */
function tell(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof Error && "port" in error && "code" in error && error.code === "EADDRINUSE")
    return `port ${error.port} is taken: name another one with --port`;
  // An error of the settings, with its hint.
  if (error instanceof Error && "hint" in error) return `${error.message}\n${error.hint}`;
  throw error;
}
