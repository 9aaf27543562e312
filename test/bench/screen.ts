import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import headless, { type IBufferLine } from "@xterm/headless";
import { build } from "esbuild";
import { inkBundled } from "../../cli/ink-bundled.ts";

const root = join(import.meta.dirname, "..", "..");
const assay = join(root, "dist/bin.cjs");
const SIZE = { cols: 80, rows: 24 };
/** End of a frame (synchronized output off). */
const FRAME = "\u001b[?2026l";

interface Measured {
  readonly value: number;
  readonly note: string;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number;
const p95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] as number;

function open(cwd: string, args: readonly string[], state: string): IPty {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, XDG_STATE_HOME: state, XDG_CACHE_HOME: join(root, ".cache/bench/xdg") };
  return spawn(process.execPath, [...args], { ...SIZE, name: "xterm-256color", cwd, env });
}

const ended = (pty: IPty) => new Promise<void>((resolve) => void pty.onExit(() => resolve()));

/** Seconds until the first whole frame is written. */
async function firstFrameOnce(cwd: string, state: string): Promise<number> {
  const started = performance.now();
  const pty = open(cwd, [assay], state);
  const seconds = await new Promise<number>((resolve) => {
    let out = "";
    pty.onData((data) => {
      out += data;
      if (out.includes(FRAME)) resolve((performance.now() - started) / 1000);
    });
  });
  const end = ended(pty);
  pty.write("q");
  await end;
  return seconds;
}

/** The screen's first frame beside a bare node, in pairs. */
export async function firstFrame(cwd: string, pairs: number): Promise<Measured> {
  const state = mkdtempSync(join(tmpdir(), "assay-bench-state-"));
  await firstFrameOnce(cwd, state);
  await firstFrameOnce(cwd, state);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    ours.push(await firstFrameOnce(cwd, state));
    const started = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    theirs.push((performance.now() - started) / 1000);
  }
  rmSync(state, { recursive: true });
  return {
    value: median(ours.map((seconds, at) => seconds / (theirs[at] as number))),
    note: `${median(ours).toFixed(3)} s beside ${median(theirs).toFixed(3)} s, ${pairs} pairs`,
  };
}

/** Milliseconds from each of these keys to the frame that it makes. */
async function keyTimes(
  pty: IPty,
  ready: string,
  prepare: readonly string[],
  keys: number,
  onKey: () => void = () => {},
): Promise<number[]> {
  let out = "";
  let onFrame = () => {};
  pty.onData((data) => {
    out += data;
    if (data.includes(FRAME)) onFrame();
  });
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => out.includes(text) && resolve();
      pty.onData(check);
      check();
    });
  for (const key of prepare) {
    await until(ready);
    pty.write(key);
    ready = "1 of ";
  }
  await until(ready);
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    // Apart from the frames of before.
    await new Promise((resolve) => setTimeout(resolve, 40));
    onKey();
    const started = performance.now();
    const frame = new Promise<void>((resolve) => {
      onFrame = resolve;
    });
    pty.write("j");
    await frame;
    times.push(performance.now() - started);
  }
  onFrame = () => {};
  return times;
}

/** p95 from key to frame beside a bare Ink app that draws the same cells. */
export async function keyToFrame(cwd: string, cache: string, keys: number): Promise<Measured> {
  const state = mkdtempSync(join(tmpdir(), "assay-bench-state-"));
  const program = await buildFloor(cache);
  const ours = open(cwd, [assay], state);
  const terminal = new headless.Terminal({ ...SIZE, allowProposedApi: true });
  ours.onData((data) => terminal.write(data));
  const frames: string[][] = [];
  const our = await keyTimes(ours, "entries", ["3"], keys, () => {
    const { active } = terminal.buffer;
    frames.push(Array.from({ length: SIZE.rows }, (_, y) => styledRow(active.getLine(y))));
  });
  const file = join(state, "frames.json");
  writeFileSync(file, JSON.stringify(frames));
  const first = ended(ours);
  ours.write("q");
  await first;
  const floor = open(cwd, [program, file], state);
  const their = await keyTimes(floor, FRAME, [], keys);
  const second = ended(floor);
  floor.write("q");
  await second;
  rmSync(state, { recursive: true });
  return {
    value: p95(our) / p95(their),
    note: `p95 ${p95(our).toFixed(1)} ms beside ${p95(their).toFixed(1)} ms, ${keys} keys at ${SIZE.cols}×${SIZE.rows}`,
  };
}

/** The cells of a row with their looks: weight, inverse and the sixteen colours. */
function styledRow(line: IBufferLine | undefined): string {
  let text = "";
  let look = "";
  for (let x = 0; line !== undefined && x < line.length; x++) {
    const cell = line.getCell(x);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const codes = [
      ...(cell.isBold() ? [1] : []),
      ...(cell.isDim() ? [2] : []),
      ...(cell.isInverse() ? [7] : []),
      ...(cell.isFgPalette()
        ? [cell.getFgColor() < 8 ? 30 + cell.getFgColor() : 82 + cell.getFgColor()]
        : []),
    ].join(";");
    if (codes !== look) text += `\u001b[0m${codes === "" ? "" : `\u001b[${codes}m`}`;
    look = codes;
    text += cell.getChars() || " ";
  }
  return look === "" ? text : `${text}\u001b[0m`;
}

async function buildFloor(cache: string): Promise<string> {
  const outfile = join(cache, "floor-ink.cjs");
  await build({
    entryPoints: [join(import.meta.dirname, "floor-ink.tsx")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22.16",
    jsx: "automatic",
    minifySyntax: true,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [inkBundled],
    logLevel: "error",
  });
  return outfile;
}

export interface Idle {
  readonly cpu: Measured;
  readonly bytes: Measured;
}

/** CPU seconds and bytes of an open screen that nobody touches. Linux only: reads /proc. */
export async function idle(cwd: string, seconds: number): Promise<Idle> {
  const state = mkdtempSync(join(tmpdir(), "assay-bench-state-"));
  const pty = open(cwd, [assay], state);
  let bytes = 0;
  let out = "";
  pty.onData((data) => {
    bytes += data.length;
    out += data;
  });
  while (!out.includes("entries")) await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const before = { bytes, cpu: cpuSeconds(pty.pid) };
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const cpu = cpuSeconds(pty.pid) - before.cpu;
  const end = ended(pty);
  const written = bytes - before.bytes;
  pty.write("q");
  await end;
  rmSync(state, { recursive: true });
  return {
    cpu: { value: cpu, note: `${seconds} s` },
    bytes: { value: written, note: `${seconds} s` },
  };
}

const TICKS_A_SECOND = 100;

function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
