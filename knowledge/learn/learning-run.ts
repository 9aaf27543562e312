import type { Projection } from "../ledger/projection.ts";
import type { StoredEvent } from "../ports/ledger.ts";
import {
  type AnalysisFinished,
  type CurationFinished,
  type JobFailed,
  LEARNING_JOBS,
  type LearningJob,
  type PartRecorded,
  type ProposalsFinished,
  type RunMarked,
  type RunRecorded,
} from "./learning-events.ts";

/** Failures in a row of one job after which only a person makes it go on. */
export const FAILURES_TO_PARK = 3;

/** What the stream of a run says. */
export interface LearningRun {
  /** Null while parts of it are missing. */
  readonly recorded: RunRecorded | null;
  /** In the order in which they came. */
  readonly parts: readonly PartRecorded[];
  readonly analysis: AnalysisFinished | null;
  readonly curation: CurationFinished | null;
  readonly proposals: ProposalsFinished | null;
  /** Oldest first. */
  readonly marks: readonly RunMarked[];
  /** Failures of the job that is next, since one was last done. */
  readonly failures: readonly JobFailed[];
}

const NOTHING: LearningRun = {
  recorded: null,
  parts: [],
  analysis: null,
  curation: null,
  proposals: null,
  marks: [],
  failures: [],
};

/** Jobs that are still to be done, in order; none for a run that is not recorded yet. */
export function waitingJobs(run: LearningRun): readonly LearningJob[] {
  return run.recorded === null ? [] : LEARNING_JOBS.filter((job) => run[job] === null);
}

/** Whether the next job failed so often that it waits for a person. */
export function isParked({ failures }: Pick<LearningRun, "failures">): boolean {
  return failures.length >= FAILURES_TO_PARK;
}

/** The stream of one run, `learning/<run>`. */
export const LEARNING_RUN: Projection<LearningRun> & Required<Pick<Projection<LearningRun>, "summary">> = {
  kind: "learning",
  v: 1,
  initial: NOTHING,
  apply(run, event) {
    if (event.v !== 1 || !Object.hasOwn(CHANGES, event.type)) return run;
    const change: Change = CHANGES[event.type as keyof typeof CHANGES];
    return { ...run, ...change(run, event.data as never) };
  },
  summary: { v: 2, of: (run) => ({ ...summaryOf(run) }) },
};

/** What was done to records in a run, first by curation, then by what it was held against the eval corpus for. Pure. */
export function ruledIn({
  curation,
  proposals,
}: Pick<LearningRun, "curation" | "proposals">): Pick<CurationFinished, "promoted" | "held" | "journal"> {
  const { promoted = [], held = [], journal = [] } = proposals ?? {};
  const ruled = new Set([...promoted, ...held].map(({ record }) => record));
  return {
    promoted: [...(curation?.promoted ?? []), ...promoted],
    held: [...(curation?.held ?? []).filter(({ record }) => !ruled.has(record)), ...held],
    journal: [...(curation?.journal ?? []), ...journal],
  };
}

type Change = (run: LearningRun, data: never) => Partial<LearningRun>;

/** What each event changes. What is recorded or done stays as it was first told. */
const CHANGES = {
  "run.recorded": ({ recorded }, data: RunRecorded) => ({ recorded: recorded ?? data }),
  "part.recorded": ({ parts }, data: PartRecorded) => ({ parts: [...parts, data] }),
  "analysis.finished": ({ analysis }, data: AnalysisFinished) => ({
    analysis: analysis ?? data,
    failures: [],
  }),
  "curation.finished": ({ curation }, data: CurationFinished) => ({
    curation: curation ?? data,
    failures: [],
  }),
  "proposals.finished": ({ proposals }, data: ProposalsFinished) => ({
    proposals: proposals ?? data,
    failures: [],
  }),
  "job.failed": ({ failures }, data: JobFailed) => ({ failures: [...failures, data] }),
  "run.marked": ({ marks }, data: RunMarked) => ({ marks: [...marks, data] }),
} as const satisfies Record<string, Change>;

/** An event of a run's stream, of the version that {@link LEARNING_RUN} reads. */
export function learningEvent<Type extends keyof typeof CHANGES>(
  type: Type,
  data: Parameters<(typeof CHANGES)[Type]>[1],
): Pick<StoredEvent, "type" | "v" | "data"> {
  return { type, v: 1, data: { ...data } };
}

/** What lists show of a run: the fields of its summary, or that it is not recorded yet. */
export type LearningSummary =
  | { readonly kind: "parts"; readonly parts: number; readonly of: number | null }
  | ({ readonly kind: "run"; readonly parked: boolean } & RunRow);

type RunRow = Omit<RunRecorded, "evidence" | "checkout" | "pulledFrom"> & {
  readonly causes: AnalysisFinished["causes"];
  readonly learned:
    | (CurationFinished["counts"] & { readonly promoted: number; readonly held: number })
    | null;
  readonly waiting: readonly LearningJob[];
  readonly marks: readonly RunMarked["mark"][];
};

/** See {@link LearningSummary}. */
export function summaryOf(run: LearningRun): LearningSummary {
  if (run.recorded === null)
    return {
      kind: "parts",
      parts: run.parts.length,
      of: run.parts.find(({ of }) => of !== null)?.of ?? null,
    };
  const { evidence: _, checkout: _where, pulledFrom: _from, ...recorded } = run.recorded;
  const { curation } = run;
  const { promoted, held } = ruledIn(run);
  return {
    kind: "run",
    ...recorded,
    causes: run.analysis?.causes ?? {},
    learned: curation === null ? null : { ...curation.counts, promoted: promoted.length, held: held.length },
    waiting: waitingJobs(run),
    marks: run.marks.map(({ mark }) => mark),
    parked: isParked(run),
  };
}
