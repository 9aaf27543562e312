import type { Cause } from "../cause/cause.ts";
import type { Checkout } from "../ports/repository.ts";
import type { PromotionPath } from "../record/record.ts";
import type { TestCounts } from "../test-counts.ts";
import type { ChangeOp, ChangeSource } from "./change.ts";
import type { RunIdentity, RunVerdict } from "./run-evidence.ts";

/** The jobs that follow a verdict, in the order in which they are done. */
export const LEARNING_JOBS = ["analysis", "curation", "proposals"] as const;
export type LearningJob = (typeof LEARNING_JOBS)[number];

/** Name of the stream of a run. */
export function learningStream(run: string): string {
  return `learning/${run}`;
}

/** Stream of what persons ruled over records: `record.ruled` events. */
export const PERSON_STREAM = "person/acts";

/** `run.recorded`, v1: the verdict is final and the evidence is stored. */
export interface RunRecorded extends RunIdentity {
  readonly verdict: RunVerdict;
  readonly tests: TestCounts;
  readonly durationMs: number | null;
  /** What was run or read, for people: the command, or the files' names. Masked, at most 500 characters. */
  readonly title: string;
  /** Artifact with the {@link RunEvidence}. */
  readonly evidence: string;
  /** Where it was recorded, whatever its report says of commit and branch; absent where git could not tell. */
  readonly checkout?: Checkout;
  /** Page of the forge's run that left its reports: what it teaches is proposed there, and no work tree learns from it. */
  readonly pulledFrom?: string;
}

/** `part.recorded`, v1: one part of a run that is given in parts; the run's verdict is not final yet. */
export interface PartRecorded {
  readonly part: number;
  readonly of: number | null;
  /** Digest of the part's normalised evidence: the same part twice is one. */
  readonly digest: string;
  readonly evidence: string;
  readonly at: string;
  readonly title: string;
}

/** One failing test, or the run itself where no test failed, and its one root cause. */
export interface AnalysedFailure {
  /** Full name; null for what failed outside of any test. */
  readonly test: string | null;
  readonly cause: Cause;
  readonly rule: string | null;
  readonly confidence: number;
  readonly preExisting: boolean;
  readonly fingerprint: string | null;
  /** The first quoted line, masked, at most 200 characters. */
  readonly quote: string | null;
  readonly nextAction: string;
}

/** `analysis.finished`, v1. */
export interface AnalysisFinished {
  /** Artifact: `{ failures: AnalysedFailure[] }`, every failing test. */
  readonly results: string;
  readonly causes: Readonly<Partial<Record<Cause, number>>>;
}

/** What happened to one record, or to a change that was not applied. */
export interface JournalEntry {
  readonly op: ChangeOp | "Promote" | "Hold";
  /** The record that is now there or was meant; null where there is none (a refused Add, a Noop). */
  readonly record: string | null;
  /** The other end of a supersession, or null. */
  readonly other?: string | null;
  readonly source: ChangeSource;
  readonly outcome: "applied" | "proposed" | "refused";
  /** Path of a promotion, name of a hold, check that failed, why of a Noop. */
  readonly reason: string | null;
  /** SHA-256 of the record's file before and after; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** Digest of the candidate. */
  readonly candidate: string;
  /** Id of the proposal file, where one was written. */
  readonly proposal?: string;
}

export interface CurationCounts {
  readonly added: number;
  readonly confirmed: number;
  readonly superseded: number;
  readonly deprecated: number;
  readonly proposed: number;
}

/** `curation.finished`, v1: what was applied is on the disk. */
export interface CurationFinished {
  readonly counts: CurationCounts;
  readonly promoted: readonly { readonly record: string; readonly path: PromotionPath }[];
  readonly held: readonly { readonly record: string; readonly reason: string }[];
  /** Records that this run confirmed: each counts once a run. */
  readonly confirmed: readonly string[];
  readonly journal: readonly JournalEntry[];
  /** What fell off over the cap of candidates, by digest and claim. */
  readonly overCap: readonly { readonly digest: string; readonly claim: string }[];
}

/** `proposals.finished`, v1. What it did is absent where nothing was done; what was applied is on the disk. */
export interface ProposalsFinished {
  /** Why nothing was done, e.g. `no-eval-corpus`. */
  readonly skipped: string | null;
  /** How each new candidate stands to the eval corpus: `untouched` where no case is about its place. */
  readonly checks?: readonly {
    readonly record: string;
    readonly replay: "passed" | "failed" | "untouched";
    /** `<file>#<key>` of the case that decided it. */
    readonly case: string | null;
  }[];
  /** Of those that waited for it. */
  readonly promoted?: CurationFinished["promoted"];
  readonly held?: CurationFinished["held"];
  readonly journal?: readonly JournalEntry[];
}

/** `job.failed`, v1: the job stays queued; three failures park the run until a person asks. */
export interface JobFailed {
  readonly job: LearningJob;
  readonly code: string;
  readonly message: string;
}

/** What a person says of a run. */
export const MARKS = ["right", "wrong-cause", "flaky", "not-a-failure"] as const;
export type Mark = (typeof MARKS)[number];

/** `run.marked`, v1. */
export interface RunMarked {
  readonly mark: Mark;
  /** Full name of the test that it is about; null for the whole run. */
  readonly test: string | null;
  /** The right cause, of `wrong-cause`. */
  readonly cause: Cause | null;
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
  /** What the mark did to records. */
  readonly journal: readonly JournalEntry[];
}

/** `record.ruled`, v1, in {@link PERSON_STREAM}. */
export interface RecordRuled {
  readonly act: "accept" | "reject" | "forget" | "edit" | "apply" | "drop";
  readonly record: string | null;
  readonly other?: string | null;
  readonly proposal?: string;
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
  readonly before: string | null;
  readonly after: string | null;
}
