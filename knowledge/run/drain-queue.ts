import type { Deps } from "../ports/deps.ts";
import { checkoutHere, isHere } from "./checkout.ts";
import type { Deadline } from "./deadline.ts";
import { type LearnDeps, type Learned, learnRun } from "./learn-run.ts";
import { type QueuedRun, queuedRuns } from "./run-queue.ts";

export interface Drained {
  readonly runs: readonly { readonly run: string; readonly result: Learned }[];
  /** Runs of this checkout that still have jobs waiting. */
  readonly left: number;
  /** Runs that wait for another checkout: what they saw is no matter of the records that lie here. */
  readonly elsewhere: readonly QueuedRun[];
}

export interface DrainOptions {
  /** Also runs whose job failed too often. */
  readonly parked: boolean;
  /** A run that was tried a moment ago. */
  readonly except?: string;
  /** This run alone, wherever it was recorded. */
  readonly only?: string;
}

/** Learns from the runs of this checkout that wait, oldest first, by the deadline. Errors: those of the ledger. */
export async function drainQueue(
  deps: LearnDeps & Pick<Deps, "repository" | "secrets">,
  deadline: Deadline,
  { parked, except, only }: DrainOptions,
): Promise<Drained> {
  const queue = (await queuedRuns(deps.ledger)).filter(
    (queued) =>
      (parked || !queued.parked) && queued.run !== except && (!queued.pulled || queued.run === only),
  );
  if (queue.length === 0) return { runs: [], left: 0, elsewhere: [] };
  const here = await checkoutHere(deps);
  const mine = queue.filter(({ run, checkout }) => run === only || isHere(checkout, here));
  const runs: { run: string; result: Learned }[] = [];
  for (const { run } of mine) {
    if (only !== undefined && run !== only) continue;
    if (deadline.isOver()) break;
    runs.push({ run, result: await learnRun(deps, run, deadline) });
  }
  const done = runs.filter(({ result }) => result === "done").length;
  return { runs, left: mine.length - done, elsewhere: queue.filter((queued) => !mine.includes(queued)) };
}
