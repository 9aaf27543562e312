import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLambdas } from "../../lambdas/build.ts";
import { appends } from "./appends.ts";
import { junitFile, logFile, megabytes, smallLog } from "./make-files.ts";
import { fewRuns, largeItem, manyItems } from "./make-items.ts";
import { recordTree } from "./make-records.ts";
import { firstFrame, idle, keyToFrame } from "./screen.ts";

/**
 * `npm run bench [-- --json] [--only WORD]`: each figure beside a floor program of the same run. Pairs run
 * one after the other, the median of their ratios decides. Exit 1 when a bar is missed.
 */
const root = join(import.meta.dirname, "..", "..");
const files = join(root, ".cache/bench");
const assay = join(root, "dist/bin.cjs");
const scratch = mkdtempSync(join(tmpdir(), "assay-bench-"));
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

interface Figure {
  readonly name: string;
  readonly unit: "×" | "MB" | "B" | "s";
  readonly value: number;
  readonly bar: number;
  readonly note: string;
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd: string = scratch,
): { seconds: number; stdout: string } {
  const started = performance.now();
  const done = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
  const seconds = (performance.now() - started) / 1000;
  if (done.status !== 0)
    throw new Error(`${args.join(" ")} exited ${done.status}: ${done.stderr.slice(0, 2000)}`);
  return { seconds, stdout: done.stdout };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** Median ratio of paired runs, after one unmeasured run of each. `before` prepares the product's run. */
function ratio(
  product: readonly string[],
  floor: readonly string[],
  pairs: number,
  before: () => void = () => {},
  cwd: string = scratch,
): { value: number; note: string } {
  before();
  run(product, {}, cwd);
  run(floor, {}, cwd);
  const ratios: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    before();
    const first = run(product, {}, cwd).seconds;
    const second = run(floor, {}, cwd).seconds;
    ratios.push(first / second);
    ours.push(first);
    theirs.push(second);
  }
  return {
    value: median(ratios),
    note: `${median(ours).toFixed(3)} s beside ${median(theirs).toFixed(3)} s, ${pairs} pairs`,
  };
}

function peak(args: readonly string[]): number {
  const out = join(scratch, "peak");
  run(["--import", join(import.meta.dirname, "peak-memory.mjs"), ...args], { ASSAY_BENCH_PEAK: out });
  return Number(readFileSync(out, "utf8")) / 1e6;
}

const startUp = (): Figure[] => {
  const small = smallLog(files);
  return [
    {
      name: "explain a 2 KB log / bare node",
      unit: "×",
      bar: 5,
      ...ratio([assay, "explain", small], ["-e", "0"], 15),
    },
  ];
};

const junit = (): Figure[] => {
  const xml = junitFile(files);
  const repository = join(scratch, "repository");
  mkdirSync(repository, { recursive: true });
  spawnSync("git", ["init", "--quiet", scratch]);
  const forget = () => rmSync(join(scratch, ".git/assay"), { recursive: true, force: true });
  const product = [assay, "explain", "--record", xml];
  const size = `100,000 tests, ${megabytes(xml).toFixed(1)} MB`;
  const saxes = ratio(product, [join(import.meta.dirname, "floor-saxes.mjs"), xml], 7, forget);
  const converter = ratio(
    product,
    [join(root, "node_modules/junit-to-ctrf/dist/cli.js"), xml, "-o", join(scratch, "ctrf.json")],
    3,
    forget,
  );
  forget();
  return [
    {
      name: "JUnit read, explained, stored / saxes alone",
      unit: "×",
      bar: 3.5,
      ...saxes,
      note: `${size}; ${saxes.note}`,
    },
    { name: "the same / junit-to-ctrf", unit: "×", bar: 1, ...converter },
    { name: "the same, peak memory", unit: "MB", bar: 200, value: peak(product), note: "resident set" },
  ];
};

const logs = (): Figure[] => {
  const floor = join(import.meta.dirname, "floor-log.mjs");
  const failing = logFile(files, 100, true);
  const passing = logFile(files, 100, false);
  const plain = peak([assay, "explain", failing]);
  const large = logFile(files, 1000, true);
  return [
    {
      name: "100 MB log / log floor",
      unit: "×",
      bar: 2.5,
      ...ratio([assay, "explain", failing], [floor, failing], 5),
    },
    {
      name: "100 MB log with --passing / log floor on both",
      unit: "×",
      bar: 2.5,
      ...ratio([assay, "explain", failing, "--passing", passing], [floor, failing, passing], 5),
    },
    {
      name: "100 MB log with --passing / log floor on one",
      unit: "×",
      bar: 2.5,
      ...ratio([assay, "explain", failing, "--passing", passing], [floor, failing], 5),
    },
    {
      name: "peak memory, 1 GB log / 100 MB log",
      unit: "×",
      bar: 1.2,
      value: peak([assay, "explain", large]) / plain,
      note: `${plain.toFixed(0)} MB at 100 MB`,
    },
  ];
};

const records = (): Figure[] => {
  const tree = recordTree(files);
  const local = join(tree, ".assay/local");
  rmSync(local, { recursive: true, force: true });
  const inTree = (...args: readonly string[]) => [assay, "knowledge", ...args];
  // What was just made is too young to be known by its times: the second look is the one that lasts.
  const rebuilt = Array.from({ length: 5 }, () => {
    rmSync(join(local, "index.db"), { force: true });
    return run(inTree("list"), {}, tree).seconds;
  });
  const search = inTree("search", "order", "button", "--scope", "area-1");
  return [
    {
      name: "list of 20,000 records / bare node",
      unit: "×",
      bar: 6,
      ...ratio(inTree("list"), ["-e", "0"], 15, () => {}, tree),
    },
    {
      name: "search in a scope of 20,000 records / bare node",
      unit: "×",
      bar: 6,
      ...ratio(search, ["-e", "0"], 15, () => {}, tree),
    },
    {
      name: "list of 20,000 records without an index",
      unit: "s",
      bar: 2,
      value: median(rebuilt),
      note: "median of 5",
    },
  ];
};

const screen = async (): Promise<Figure[]> => {
  const repository = recordTree(files);
  for (let look = 0; look < 2; look += 1) run([assay, "knowledge", "list"], {}, repository);
  const { cpu, bytes } = await idle(repository, 60);
  return [
    {
      name: "screen: first frame, 20,000 records / bare node",
      unit: "×",
      bar: 6,
      ...(await firstFrame(repository, 15)),
    },
    {
      name: "screen: key to frame / bare Ink",
      unit: "×",
      bar: 1.8,
      ...(await keyToFrame(repository, files, 200)),
    },
    { name: "screen: CPU of an idle minute", unit: "s", bar: 0.3, ...cpu },
    { name: "screen: bytes of an idle minute", unit: "B", bar: 0, ...bytes },
  ];
};

const functions = async (): Promise<Figure[]> => {
  const bundles = await buildLambdas(join(scratch, "lambdas"));
  return bundles.map(({ lambda, folder }) => {
    const ready = `process.exitCode = typeof require(${JSON.stringify(join(folder, "index.cjs"))}).handler === "function" ? 0 : 1`;
    return {
      name: `function ${lambda.name}: ready / bare node`,
      unit: "×",
      bar: 12,
      ...ratio(["-e", ready], ["-e", "0"], 7),
    };
  });
};

/** A page of activity as it costs, in CPU: the last of a project's over its first. */
function pages(tree: string): { value: number; note: string } {
  const activity = (after: string | null) => [
    assay,
    "qa",
    "activity",
    ...(after === null ? [] : ["--after", after]),
    "--json",
  ];
  let last: string | null = null;
  let count = 0;
  for (let next: string | null = null; count === 0 || next !== null; count += 1) {
    last = next;
    next = (JSON.parse(run(activity(next), {}, tree).stdout) as Activity).result.next;
  }
  return cpuRatio(activity(last), activity(null), tree, tree, `page ${count} beside page 1`);
}

interface Activity {
  readonly result: { readonly next: string | null };
}

/** Median ratio of the CPU time of two commands, each in a repository of its own. */
function cpuRatio(
  product: readonly string[],
  floor: readonly string[],
  productTree: string,
  floorTree: string,
  what: string,
  pairs = 9,
): { value: number; note: string } {
  cpuOf(product, productTree);
  cpuOf(floor, floorTree);
  const both = Array.from(
    { length: pairs },
    () => [cpuOf(product, productTree), cpuOf(floor, floorTree)] as const,
  );
  const ours = median(both.map(([first]) => first));
  const theirs = median(both.map(([, second]) => second));
  return {
    value: median(both.map(([first, second]) => first / second)),
    note: `${what}; CPU ${ours.toFixed(3)} s beside ${theirs.toFixed(3)} s, ${pairs} pairs`,
  };
}

/** CPU seconds of a process of ours, user and system. */
function cpuOf(args: readonly string[], cwd: string): number {
  const out = join(scratch, "cpu");
  run(["--import", join(import.meta.dirname, "cpu-time.mjs"), ...args], { ASSAY_BENCH_CPU: out }, cwd);
  return Number(readFileSync(out, "utf8"));
}

const qa = async (): Promise<Figure[]> => {
  const many = await manyItems(files);
  const large = await largeItem(files);
  const short = await fewRuns(files);
  const gate = (key: string) => [assay, "qa", "gate-summary", "--item", key, "--target", "done"];
  const node = ["-e", "0"];
  const list = [assay, "qa", "requirement", "list", "--item", "SHOP-1"];
  return [
    {
      name: "gate of one of 200 items / bare node",
      unit: "×",
      bar: 8,
      ...ratio(gate("SHOP-100"), node, 15, () => {}, many),
    },
    {
      name: "gate of 2,000 requirements, 20,000 runs / bare node",
      unit: "×",
      bar: 8,
      ...ratio(gate("SHOP-1"), node, 15, () => {}, large),
    },
    { name: "append, p95 / the same insert alone", unit: "×", bar: 2, ...(await appends(scratch)) },
    {
      name: "list of 200 items, 10 runs a requirement / 1 run",
      unit: "×",
      bar: 1.2,
      ...cpuRatio([assay, "item", "list"], [assay, "item", "list"], many, short, "summaries alone"),
    },
    {
      name: "requirements of an item, 10 runs each / 1 run each",
      unit: "×",
      bar: 1.2,
      ...cpuRatio(list, list, many, short, "10 requirements"),
    },
    { name: "activity: last page / first page", unit: "×", bar: 1.2, ...pages(many) },
  ];
};

const all = { startUp, junit, logs, records, qa, screen, functions };
const only = option("only");
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(all))
  if (only === undefined || only === name) figures.push(...(await measure()));
rmSync(scratch, { recursive: true, force: true });

if (process.argv.includes("--json"))
  process.stdout.write(`${JSON.stringify({ schemaVersion: 1, kind: "bench", figures }, null, 2)}\n`);
else {
  for (const { name, unit, value, bar, note } of figures) {
    console.log(
      `${value <= bar ? "ok    " : "MISSED"} ${name.padEnd(48)} ${value.toFixed(2).padStart(7)} ${unit.padEnd(2)}  bar ≤ ${bar} ${unit}  (${note})`,
    );
  }
}
if (figures.some(({ value, bar }) => value > bar)) process.exitCode = 1;
