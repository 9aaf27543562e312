import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "../support/synthesise.ts";
import { beginTime } from "./begin-time.ts";
import { machineClock, movedClock } from "./cloud-clock.ts";
import type { CloudEvent } from "./cloud-event.ts";
import { openForge } from "./forge.ts";
import { runOn, runOnce } from "./let-run.ts";
import { type Options, Refusal } from "./options.ts";
import { makeReaderPlace, type ReaderPlace } from "./reader-place.ts";
import { eventData, sayEvent } from "./say-event.ts";
import { startCloud } from "./start-cloud.ts";

/** Of the sample organisation; what is said bears the times of its clocks. */
const ZONE = "Europe/Berlin";
/** A minute a second. */
const FAST = 60;

/**
 * Synthesises the app, runs it as the options say until it is done or the signal is given, says what happens on stdout,
 * and leaves nothing behind. Gives the exit code. Errors: Refusal, those of the settings, a port that is taken.
 */
export async function runCloud(options: Options, launcher: string, signal: AbortSignal): Promise<number> {
  const isSample = options.settings.length === 0;
  const moves = isSample && (options.fast || options.once);
  const clock = moves ? movedClock(beginTime(Date.now(), ZONE), options.fast ? FAST : 1) : machineClock;
  const root = mkdtempSync(join(tmpdir(), "assay-cloud-"));
  const opened: { close(): Promise<void> }[] = [];
  try {
    const forge = await openForge(options, clock);
    opened.push(forge);
    const files = [...forge.settings].map(([name, text]) => {
      const path = join(root, name);
      writeFileSync(path, text);
      return path;
    });
    say(options, { kind: "begin", notes: forge.notes }, forge.notes);
    const { folder } = await synthesise(join(root, "app"), files, { appId: forge.appId });
    if (signal.aborted) return 130;
    const logs = join(root, "logs");
    mkdirSync(logs);
    const cloud = await startCloud({
      folder,
      power: forge.power,
      clock,
      environment: forge.functions,
      port: options.port,
      tell(event) {
        keepLog(logs, event);
        say(options, eventData(event), [sayEvent(event, ZONE)]);
      },
    });
    opened.unshift(cloud);
    const place = makeReaderPlace(root, forge, cloud);
    say(options, { kind: "ready", ...place, logs }, [
      `what functions print: ${logs}`,
      "the same streams in another terminal:",
      ...place.folders.map((one) => `  cd ${one}`),
      ...Object.entries(place.environment).map(([name, value]) => `  export ${name}=${value}`),
      `  node ${launcher} watch list          (without an argument: the screen)`,
      "",
    ]);
    if (!options.once) {
      await runOn(cloud, signal);
      return 0;
    }
    await runOnce(cloud, clock, signal);
    const { left } = cloud;
    say(options, { kind: "end", ...left }, [
      `left: ${left.waiting} waiting, ${left.dead} among the dead letters`,
    ]);
    if (signal.aborted) return 130;
    const [program, ...args] = options.command;
    const status = left.waiting + left.dead === 0 ? 0 : 1;
    return program === undefined ? status : await runCommand(program, args, place, signal);
  } finally {
    await Promise.all(opened.map((one) => one.close()));
    rmSync(root, { recursive: true, force: true });
  }
}

async function runCommand(
  program: string,
  args: readonly string[],
  { folders, environment }: ReaderPlace,
  signal: AbortSignal,
): Promise<number> {
  const [cwd = "."] = folders;
  const child = spawn(program, args, { cwd, env: { ...process.env, ...environment }, stdio: "inherit" });
  const end = () => void child.kill();
  signal.addEventListener("abort", end);
  return await new Promise<number>((resolve, reject) => {
    child.on("error", () => reject(new Refusal(`${program} cannot be run`)));
    child.on("close", (status) => resolve(status ?? 130));
  });
}

function keepLog(folder: string, event: CloudEvent): void {
  if (event.kind === "run") appendFileSync(join(folder, `${event.function}.log`), event.output);
}

function say({ json }: Options, data: Readonly<Record<string, unknown>>, lines: readonly string[]): void {
  if (json) process.stdout.write(`${JSON.stringify({ schemaVersion: 1, ...data })}\n`);
  else for (const line of lines) process.stdout.write(`${line}\n`);
}
