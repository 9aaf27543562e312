import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ModelRequest, ScriptedReply } from "../model/model-script.ts";
import { COMPILED, LAUNCHER } from "../run-assay.ts";
import { changeWorld, type World, type WorldOptions } from "./change-world.ts";
import type { Asked, Kill } from "./kill-moments.ts";
import { written } from "./nothing-twice.ts";

/** A history that is played by the built CLI alone, killed or not. */
export interface Play {
  readonly options: Omit<WorldOptions, "model">;
  /** What the model says, by how often it has answered in one conversation. */
  readonly answers: readonly ScriptedReply[];
  /** Before the first look. */
  begin(world: World): Promise<void>;
  /** After each look: what the world does by itself; false where the history is at its end. */
  goOn(world: World): boolean;
}

/** Looks at a change after which it has to be at its end. */
const MOST_LOOKS = 8;

/**
 * Plays a history to its end, in a world of its own: the process that works on it is killed once, and the next one goes
 * on two minutes later. Gives what there is in the end, without what differs from world to world, and the requests in
 * order.
 */
export async function playedOut(play: Play, kill: Kill | null) {
  const requests: Asked[] = [];
  let ledger = "";
  let child: ChildProcess | null = null;
  let killed = false;
  const strike = (request: string): boolean => {
    // Only of a whole play it is asked how much was kept.
    requests.push({ request, kept: kill === null ? batchesIn(ledger) : 0 });
    if (requests.length !== kill?.at || child === null) return false;
    killed = child.kill("SIGKILL");
    return true;
  };
  const world = await changeWorld({
    ...play.options,
    model: (request: ModelRequest) => {
      const isStruck = strike("the model");
      const turn = request.messages.filter(({ role }) => role === "assistant").length;
      const answer = play.answers[turn] as ScriptedReply;
      return isStruck && kill?.how === "unheard" ? { lost: true } : answer;
    },
  });
  await play.begin(world);
  ledger = join(world.clone, ".git/assay/ledger.db");
  world.github.onRequest = ({ method, path }) => {
    if (strike(`${method} ${path}`) && kill?.how === "unheard") world.github.fail({ how: "reset" });
  };
  let looks = 0;
  for (; looks < MOST_LOOKS; looks++) {
    const wasKilled = killed;
    child = work(world);
    await ended(child);
    child = null;
    if (killed && !wasKilled) {
      world.github.stopFailing();
      world.pass(2);
      continue;
    }
    if (!play.goOn(world)) break;
  }
  world.github.onRequest = null;
  const { view } = await world.work();
  return {
    requests,
    killed,
    end: withoutPlaces(
      {
        written: await written(world),
        phase: view.status.phase,
        returns: view.status.returnRounds,
        steps: view.status.steps.map(({ name, rounds }) => [
          name,
          rounds.map(({ round, verdict, why, attempts }) => [round, verdict?.word, why, attempts.length]),
        ]),
      },
      world,
    ),
    spentUSD: Number(view.status.costUSD),
  };
}

/** One look by a process that is killed at the first request of this kind, before that is carried out. */
export async function killedAt(world: World, kind: RegExp): Promise<void> {
  const child = work(world);
  world.github.onRequest = ({ method, path }) => {
    if (!kind.test(`${method} ${path}`) || !child.kill("SIGKILL")) return;
    world.github.onRequest = null;
    world.github.fail({ how: "reset" });
  };
  await ended(child);
  world.github.stopFailing();
}

function batchesIn(ledger: string): number {
  const database = new DatabaseSync(ledger, { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS count FROM batch").get()?.count);
  } finally {
    database.close();
  }
}

function work(world: World): ChildProcess {
  const args = [...world.node(), LAUNCHER, "change", "work", world.address, "--no-wait"];
  return spawn(process.execPath, args, {
    cwd: world.clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...COMPILED, ...world.env },
    stdio: "ignore",
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("close", () => resolve()));
}

/** Ports, hashes and the secret part of keys differ from world to world; so do the numbers of comments and runs. */
function withoutPlaces(end: unknown, { github }: World): string {
  return JSON.stringify(end, null, 1)
    .replaceAll(new URL(github.web).host, "forge")
    .replace(/\b[0-9a-f]{40}\b/g, "HASH")
    .replace(/\/[0-9a-f]{16}(?= -->|\\n|")/g, "/KEY")
    .replace(/\b41\d{9}\b/g, "ID");
}
