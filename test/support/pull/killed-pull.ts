import { type ChildProcess, spawn } from "node:child_process";
import type { WatchRan } from "../../../cli/do-duties.ts";
import { LAUNCHER } from "../run-assay.ts";
import { SHOP } from "../triage/triage-world.ts";
import { watchWorld } from "../watch-world.ts";
import { ARTIFACT, junit, ranWith, reportsZip } from "./reports.ts";

export interface PullKill {
  /** The request to the forge, from 1 on, at which the process is killed. */
  readonly at: number;
  /** `unheard`: the request is not carried out. `unanswered`: only its answer is lost. */
  readonly how: "unheard" | "unanswered";
}

/** Looks after which all has to be proposed. */
const MOST_LOOKS = 3;

/**
 * Plays a look that learns from a run and proposes it by the built CLI, in a world of its own: the process is killed once,
 * and the next ones go on ten minutes later. Gives what there is in the end, and the requests in order.
 */
export async function playedPull(kill: PullKill | null) {
  const world = await watchWorld({ artifact: ARTIFACT });
  await world.json("watch", "run");
  const sha = world.repo.pushCommit("main", { "notes.md": "1\n" });
  ranWith(world.repo, reportsZip({ "junit.xml": junit(["adds"], "pays") }), { sha });
  world.pass(10);
  const requests: string[] = [];
  let child: ChildProcess | null = null;
  let killed = false;
  world.github.onRequest = ({ method, path }) => {
    requests.push(`${method} ${path.split("?")[0]}`);
    if (requests.length !== kill?.at || child === null) return;
    killed = child.kill("SIGKILL");
    if (kill.how === "unheard") world.github.fail({ how: "reset" });
  };
  for (let look = 0; look < MOST_LOOKS; look++) {
    const args = [...world.node(), LAUNCHER, "watch", "run"];
    child = spawn(process.execPath, args, {
      cwd: world.clone,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...world.env },
      stdio: "ignore",
    });
    await new Promise((resolve) => child?.once("close", resolve));
    child = null;
    world.github.stopFailing();
    world.pass(10);
  }
  world.github.onRequest = null;
  const quiet = await world.json<WatchRan>("watch", "run");
  const { files } = await world.json<{ files: readonly { path: string; diff: string | null }[] }>(
    "proposal",
    "request",
    "diff",
    SHOP,
  );
  const { runs } = await world.json<{
    runs: readonly { waiting: readonly string[]; learned: object | null }[];
  }>("runs", "list");
  return {
    requests,
    killed,
    end: {
      due: quiet.due,
      requests: [...world.repo.state.issues.values()].filter(({ pull }) => pull !== null).length,
      files: files.map(({ path }) => path.replace(/[0-9A-Z]{26}/, "ID")),
      learned: runs.map(({ waiting, learned }) => ({ waiting, learned })),
    },
  };
}
