import { learningStream } from "../learn/learning-events.ts";
import {
  isParked,
  LEARNING_RUN,
  type LearningRun,
  type LearningSummary,
  summaryOf,
  waitingJobs,
} from "../learn/learning-run.ts";
import { readState } from "../ledger/read-state.ts";
import { streamRows } from "../ledger/summary-rows.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Checkout } from "../ports/repository.ts";
import { nameCheckout } from "./checkout.ts";
import { type RunSummary, toRunSummary } from "./run-summary.ts";

type RunRow = Extract<LearningSummary, { kind: "run" }>;

/**
 * A row a recorded run, in no order. Summaries are written after an event and may be behind it: a run whose
 * summary does not know that it was recorded is folded. Errors: those of the ledger.
 */
export async function runRows(ledger: Ledger): Promise<RunRow[]> {
  const isRun = ({ kind }: LearningSummary) => kind === "run";
  const rows = await streamRows<LearningSummary, LearningRun>(ledger, LEARNING_RUN, isRun);
  return rows.flatMap(({ row }) => (row.kind === "run" ? [row] : []));
}

/** A run that has jobs waiting. */
export interface QueuedRun {
  readonly run: string;
  readonly at: string;
  readonly parked: boolean;
  /** Where it was recorded; absent where that is not known. */
  readonly checkout?: Checkout;
  /** Whether its reports came from the forge: then no work tree learns from it by itself. */
  readonly pulled: boolean;
}

/** In words, where a run was recorded. */
export function whereQueued({ checkout }: QueuedRun): string {
  return checkout === undefined ? "anywhere" : nameCheckout(checkout);
}

/** The runs with waiting jobs, oldest first. Errors: those of the ledger. */
export async function queuedRuns(ledger: Ledger): Promise<QueuedRun[]> {
  const queued: QueuedRun[] = [];
  for (const { run, at, waiting } of await runRows(ledger)) {
    if (waiting.length === 0) continue;
    const state = await readLearningRun(ledger, run);
    if (waitingJobs(state).length === 0) continue;
    const checkout = state.recorded?.checkout;
    const pulled = state.recorded?.pulledFrom !== undefined;
    queued.push({
      run,
      at,
      parked: isParked(state),
      pulled,
      ...(checkout === undefined ? {} : { checkout }),
    });
  }
  return queued.sort((a, b) => compare(a.at, b.at) || compare(a.run, b.run));
}

/** The state of one run. Errors: those of the ledger. */
export async function readLearningRun(ledger: Ledger, run: string): Promise<LearningRun> {
  return (await readState(ledger, learningStream(run), LEARNING_RUN)).state;
}

/** A run as lists show it, or null where there is none yet. Errors: those of the ledger. */
export async function readRunSummary(ledger: Ledger, run: string): Promise<RunSummary | null> {
  const row = summaryOf(await readLearningRun(ledger, run));
  return row.kind === "run" ? toRunSummary(row) : null;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
