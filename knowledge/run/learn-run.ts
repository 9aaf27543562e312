import type { NoopReason } from "../learn/curate/choose-change.ts";
import type { JournalEntry, LearningJob } from "../learn/learning-events.ts";
import { learningStream } from "../learn/learning-events.ts";
import {
  isParked,
  LEARNING_RUN,
  type LearningRun,
  learningEvent,
  waitingJobs,
} from "../learn/learning-run.ts";
import { decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { codeOf, tellError } from "../tell-error.ts";
import { analyseRun } from "./analyse-run.ts";
import { checkNew } from "./check-new.ts";
import { type CurateDeps, curateRun, curationMode } from "./curate-run.ts";
import type { Deadline } from "./deadline.ts";
import { readLearningRun } from "./run-queue.ts";

/** What an operation that learns in a work tree names. */
export type LearnDeps = Pick<
  Deps,
  | "artifacts"
  | "clock"
  | "history"
  | "journal"
  | "ledger"
  | "messages"
  | "mode"
  | "projectFiles"
  | "proposals"
  | "records"
>;

/** What learning from one run takes. */
export type LearnRunDeps = CurateDeps & Pick<Deps, "history" | "messages">;

export type Learned =
  /** Nothing waits any more. */
  | "done"
  /** The deadline passed; what is left stays queued. */
  | "queued"
  /** A job failed; it stays queued, and after three failures waits for a person. */
  | "failed";

export interface LearnRunOptions {
  /** Errors that are no failure of the run: they are thrown, and the job stays as it was. Without it none are. */
  readonly isPassing?: (error: unknown) => boolean;
}

/**
 * Does the waiting jobs of a run in their order, telling what came of them. Each can be killed and done again: what
 * it wrote before is found and not written twice. Throws nothing but what `isPassing` names: nothing of learning may
 * reach the run's verdict.
 */
export async function learnRun(
  deps: LearnRunDeps,
  run: string,
  deadline: Deadline,
  { isPassing = () => false }: LearnRunOptions = {},
): Promise<Learned> {
  let job: LearningJob = "analysis";
  try {
    for (;;) {
      const state = await readLearningRun(deps.ledger, run);
      const [next] = waitingJobs(state);
      if (next === undefined) return "done";
      job = next;
      if (deadline.isOver() || (await JOBS[job](deps, run, state, deadline)) === "over") {
        deps.messages.tell({ kind: "queued", run, job, why: "budget", detail: null });
        return "queued";
      }
    }
  } catch (error) {
    if (isPassing(error)) throw error;
    const detail = await keepFailure(deps, run, job, error);
    deps.messages.tell({ kind: "queued", run, job, why: "failed", detail });
    return "failed";
  }
}

/** Failures that are told one by one. */
const FAILURES_TOLD = 5;

const JOBS = {
  async analysis(deps, run, { recorded }) {
    if (recorded === null) return "done";
    const { failures, finished } = await analyseRun(deps, recorded);
    await finish(deps, run, "analysis", learningEvent("analysis.finished", finished));
    if (failures.length > 0)
      deps.messages.tell({
        kind: "analysed",
        run,
        failures: failures.slice(0, FAILURES_TOLD).map(({ test, cause, quote }) => ({ test, cause, quote })),
        total: failures.length,
      });
    return "done";
  },

  async curation(deps, run, { recorded, analysis }, deadline) {
    if (recorded === null || analysis === null) return "done";
    const finished = await curateRun(deps, recorded, analysis, deadline);
    if (finished === null) return "over";
    const { curation } = await finish(deps, run, "curation", learningEvent("curation.finished", finished));
    const { counts, promoted, held, journal } = curation ?? finished;
    deps.messages.tell({ kind: "curated", run, mode: curationMode(deps, recorded), ...counts });
    for (const { record, path } of promoted) deps.messages.tell({ kind: "promoted", record, path });
    for (const { record, reason } of held) deps.messages.tell({ kind: "held", record, reason });
    tellOlder(deps, journal);
    return "done";
  },

  /** Holds new candidates against the eval corpus; without one there is nothing to hold them against. */
  async proposals(deps, run, { recorded, analysis, curation }, deadline) {
    if (recorded === null || analysis === null || curation === null) return "done";
    const finished = await checkNew(deps, { recorded, analysis, curation }, deadline);
    if (finished === null) return "over";
    const { proposals } = await finish(deps, run, "proposals", learningEvent("proposals.finished", finished));
    const { promoted = [], held = [] } = proposals ?? finished;
    for (const { record, path } of promoted) deps.messages.tell({ kind: "promoted", record, path });
    for (const { record, reason } of held) deps.messages.tell({ kind: "held", record, reason });
    return "done";
  },
} as const satisfies Record<LearningJob, Job>;

/** `over`: the deadline passed, and the job is to be done again from its beginning. */
type Job = (
  deps: LearnRunDeps,
  run: string,
  state: LearningRun,
  deadline: Deadline,
) => Promise<"done" | "over">;

/** A run that comes late, or whose clock is behind, changes nothing: whoever waits for it must be told. */
function tellOlder({ messages }: LearnRunDeps, journal: readonly JournalEntry[]): void {
  const why: NoopReason = "older-than-what-is-known";
  const older = journal.filter(({ op, reason }) => op === "Noop" && reason === why).length;
  if (older === 0) return;
  const what = `${older} ${older === 1 ? "thing that it saw was" : "things that it saw were"}`;
  messages.tell({ kind: "note", text: `${what} not learned: something newer is known there (${why})` });
}

/** Appends what a job came to, unless another process did the same job first: then its word stands. */
async function finish(
  { ledger }: LearnRunDeps,
  run: string,
  job: LearningJob,
  event: LedgerEvent,
): Promise<LearningRun> {
  const { state } = await decide(ledger, learningStream(run), LEARNING_RUN, (now) => ({
    events: waitingJobs(now.state)[0] === job ? [event] : [],
    answer: null,
  }));
  return state;
}

/** Keeps the failure in the run's stream, and says it for a person. */
async function keepFailure(
  { ledger }: LearnRunDeps,
  run: string,
  job: LearningJob,
  error: unknown,
): Promise<string> {
  const message = tellError(error);
  const event = learningEvent("job.failed", { job, code: codeOf(error), message });
  try {
    const { state } = await decide(ledger, learningStream(run), LEARNING_RUN, (now) => ({
      events: waitingJobs(now.state)[0] === job ? [event] : [],
      answer: null,
    }));
    return isParked(state) ? `${message} (it failed ${state.failures.length} times)` : message;
  } catch (second) {
    return `${message}; ${tellError(second)}`;
  }
}
