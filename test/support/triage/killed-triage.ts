import { type ChildProcess, spawn } from "node:child_process";
import type { ModelRequest, ScriptedReply } from "../model/model-script.ts";
import { COMPILED, LAUNCHER } from "../run-assay.ts";
import { FAILURE, SHOP, type TriageWorld, type TriageWorldOptions, triageWorld } from "./triage-world.ts";

/** A failure that is triaged by the built CLI alone, killed or not. */
export interface TriagePlay {
  readonly options: Omit<TriageWorldOptions, "model">;
  /** What the model says, whenever it is asked; without it the settings name none. */
  readonly answer: ScriptedReply | null;
  /** Before the first look. */
  begin(world: TriageWorld): Promise<void>;
}

export interface TriageKill {
  /** The request to forge or model, from 1 on, at which the process is killed. */
  readonly at: number;
  /** `unheard`: the request is not carried out. `unanswered`: only its answer is lost. */
  readonly how: "unheard" | "unanswered";
}

/** Looks after which a triage has to be at its end. */
const MOST_LOOKS = 4;

/**
 * Plays a triage to its end, in a world of its own: the process that works on it is killed once, and the next one goes on
 * two minutes later. Gives what there is in the end, without what differs from world to world, and the requests in order.
 */
export async function playedTriage(play: TriagePlay, kill: TriageKill | null) {
  const requests: string[] = [];
  let child: ChildProcess | null = null;
  let killed = false;
  const strike = (request: string): boolean => {
    requests.push(request);
    if (requests.length !== kill?.at || child === null) return false;
    killed = child.kill("SIGKILL");
    return true;
  };
  const { answer } = play;
  const model =
    answer === null
      ? {}
      : {
          model: (_: ModelRequest): ScriptedReply => {
            const isStruck = strike("the model");
            return isStruck && kill?.how === "unheard" ? { lost: true } : answer;
          },
        };
  const world = await triageWorld({ ...play.options, ...model });
  await play.begin(world);
  world.github.onRequest = ({ method, path }) => {
    if (strike(`${method} ${path}`) && kill?.how === "unheard") world.github.fail({ how: "reset" });
  };
  for (let look = 0; look < MOST_LOOKS; look++) {
    child = triage(world);
    await new Promise((resolve) => child?.once("close", resolve));
    child = null;
    if ((await world.failure()).done !== null) break;
    world.github.stopFailing();
    world.pass(2);
  }
  world.github.onRequest = null;
  const { done, decided } = await world.failure();
  return {
    requests,
    killed,
    end: withoutPlaces(
      { issues: world.issues(), word: decided?.decision.word, done: [done?.issue, done?.refused] },
      world,
    ),
    learned: (await world.inLedger((ledger) => ledger.streams("learning/"))).length,
    spentUSD: Number((await world.budget()).totalUSD),
    asked: world.model?.requests.length ?? 0,
  };
}

function triage(world: TriageWorld): ChildProcess {
  const args = [...world.node(), LAUNCHER, "triage", "run", SHOP, FAILURE];
  return spawn(process.execPath, args, {
    cwd: world.clone,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...COMPILED, ...world.env },
    stdio: "ignore",
  });
}

/** Ports, hashes, times and the secret part of keys differ from world to world. */
function withoutPlaces(end: unknown, { github }: TriageWorld): string {
  return JSON.stringify(end, null, 1)
    .replaceAll(new URL(github.web).host, "forge")
    .replace(/\b[0-9a-f]{12}\b/g, "HASH")
    .replace(/\/[0-9a-f]{32}(?= -->)/g, "/KEY")
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "TIME")
    .replace(/\b41\d{9}\b/g, "ID");
}
