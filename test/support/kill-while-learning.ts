import { spawn } from "node:child_process";
import { expect } from "vitest";
import { type LearningTree, learningTree } from "./learning-tree.ts";
import { learningEvents } from "./ledger-events.ts";
import { COMPILED, LAUNCHER } from "./run-assay.ts";
import { click, runText, type ToldStep } from "./run-text.ts";

const DONE = ["run.recorded", "analysis.finished", "curation.finished", "proposals.finished"];
/** Rounds in one pair of repositories. */
const ROUNDS_A_TREE = 25;

/** A run that adds, confirms, supersedes and warns: a different one each round. */
function reportOf(round: number): string {
  const moved = (button: string, to: string): ToldStep =>
    click(button, "/cart", { urlAfter: `https://shop.example${to}` });
  const steps = [
    click("Always"),
    click(`New ${round}`),
    click(`New too ${round}`),
    moved("Pay", `/paid-${round % 2}`),
    moved("Leave", `/left-${round % 3}`),
  ];
  return runText([
    { name: "pays", steps, durationMs: round + 1 },
    { name: `waits ${round % 4}`, outcome: "failed", failure: "Test timeout of 30000ms exceeded." },
  ]);
}

const flagsOf = (round: number) => ["--at", new Date(Date.UTC(2026, 0, 1, 0, round)).toISOString()];

/**
 * Ingests run after run; each is killed at a moment of its life first, then done to its end. Beside it the same runs
 * are ingested undisturbed. Both must hold the same bytes, and each run must have been learned from once.
 */
export async function killWhileLearning(rounds: number): Promise<void> {
  for (let from = 0; from < rounds; from += ROUNDS_A_TREE) {
    const killed = await learningTree();
    const calm = await learningTree();
    for (let round = from; round < Math.min(from + ROUNDS_A_TREE, rounds); round++) {
      for (const tree of [calm, killed]) tree.put("out/report.ndjson", reportOf(round));
      const times = await lifeOf(calm, flagsOf(round));
      await killedIngest(killed, flagsOf(round), round, times);
      await finish(killed, round);
    }
    expect(killed.bytes()).toEqual(calm.bytes());
    await killed.records();
    expect((await killed.assay(["check"])).status).toBe(0);
    const learned = await learningEvents(killed.folder);
    expect(learned.size).toBe((await learningEvents(calm.folder)).size);
    for (const events of learned.values()) expect(events.map(({ type }) => type)).toEqual(DONE);
  }
}

/** Milliseconds until the verdict is told, and from then to the end. */
interface Life {
  readonly recording: number;
  readonly learning: number;
}

async function lifeOf(tree: LearningTree, flags: readonly string[]): Promise<Life> {
  const started = performance.now();
  const { told, ended } = startIngest(tree, flags);
  await told;
  const recording = performance.now() - started;
  expect(await ended).toBe(0);
  return { recording, learning: performance.now() - started - recording };
}

/** By the same command again, or by asking for what waits. */
async function finish(tree: LearningTree, round: number): Promise<void> {
  if (round % 2 === 0) await tree.assay(["learn"]);
  const { status, stderr } = await tree.assay(["ingest", "out/report.ndjson", ...flagsOf(round)]);
  expect(status, stderr).toBe(0);
}

/** Each third dies while it records, the others while they learn. */
async function killedIngest(
  tree: LearningTree,
  flags: readonly string[],
  round: number,
  { recording, learning }: Life,
): Promise<void> {
  // Golden ratio: every stretch is hit, whatever the number of rounds.
  const share = (round * 0.618034) % 1;
  const { child, told, ended } = startIngest(tree, flags);
  if (round % 3 !== 0) await told;
  const wait = round % 3 === 0 ? recording * (0.5 + share / 2) : learning * share;
  await new Promise((resolve) => setTimeout(resolve, wait));
  child.kill("SIGKILL");
  await ended;
}

/** Ingests and kills the process at the first line of its standard error that matches. */
export async function killAtLine(tree: LearningTree, flags: readonly string[], line: RegExp): Promise<void> {
  const { child, ended } = startIngest(tree, flags);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (line.test(said)) child.kill("SIGKILL");
  });
  await ended;
  expect(said).toMatch(line);
}

function startIngest(tree: LearningTree, flags: readonly string[]) {
  const { CI: _, GITHUB_ACTIONS: _actions, ...env } = process.env;
  const child = spawn(process.execPath, [LAUNCHER, "ingest", "out/report.ndjson", ...flags], {
    cwd: tree.folder,
    env: { ...env, ...COMPILED, HOME: tree.folder, XDG_CONFIG_HOME: `${tree.folder}/.no-config` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  // The verdict is what is told first.
  const told = Promise.race([new Promise((resolve) => child.stderr.once("data", resolve)), ended]);
  child.stderr.resume();
  return { child, told, ended };
}
