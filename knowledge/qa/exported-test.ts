import type { QaVerdict } from "./qa-run.ts";
import type { StandingWord } from "./standing.ts";
import type { Clause } from "./success-policy.ts";

/**
 * What a test of an export came to. Passed is only what is satisfied, skipped only what is let off (waived, superseded by
 * one that holds nothing up, withdrawn); `unmet` and `pending` were not proved, `error` was judged by runs that broke down.
 */
export type ExportedState = "passed" | "failed" | "error" | "undetermined" | "pending" | "unmet" | "skipped";

/** A requirement, or the gate itself, as formats of the field have it: a test. Texts are masked, of one line and cut. */
export interface ExportedTest {
  /** Id of the requirement; of a gate `<subject>/gate-<status>`. */
  readonly id: string;
  /** At least one character. */
  readonly name: string;
  /** The subject, and below it the task and the plan. */
  readonly suites: readonly string[];
  readonly state: ExportedState;
  /** The word of the standing; of a gate that of the gate. */
  readonly word: StandingWord | "accepted" | "discharged" | "refused";
  /** Why it is no pass: what is owed, or who let it off and why. Null for a pass. */
  readonly message: string | null;
  /** A command line that gets out of it; null where nothing is owed. */
  readonly recover: string | null;
  readonly clauses: readonly Clause[];
  readonly isGate: boolean;
  readonly isBlocking: boolean;
  /** True where the runs of the export's commit alone make it a pass; false where it names none. */
  readonly isOfCommit: boolean;
  /** Commit of the run that decides, the export's where a run of it does; null where none counts, or none is named. */
  readonly commit: string | null;
  readonly kind: string;
  readonly method: string | null;
  /** Plan and case that made it. */
  readonly planCase: { readonly plan: string; readonly key: string } | null;
  /** SHA-256, hexadecimal, of what it asks for. */
  readonly digest: string;
  /** In the order in which they were started. */
  readonly attempts: readonly ExportedAttempt[];
  /** Of the run that decides; 0 where none says. */
  readonly durationMs: number;
  /** Milliseconds since the epoch: begin of the first run and end of the last; null where there is none. */
  readonly start: number | null;
  readonly stop: number | null;
}

/** One run of a requirement. */
export interface ExportedAttempt {
  readonly run: string;
  /** Null: started, not completed. */
  readonly verdict: QaVerdict | null;
  readonly reason: string | null;
  /** Why it does not count, in the words of the standing; null where it counts. */
  readonly uncounted: string | null;
  readonly decidedBy: "code" | "model" | "person" | null;
  readonly commit: string | null;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly stop: number | null;
  readonly durationMs: number | null;
  readonly attachments: readonly ExportedAttachment[];
}

export interface ExportedAttachment {
  readonly name: string;
  readonly contentType: string;
  /** Key in the store of evidence, or `s3://<bucket>/<key>`. */
  readonly path: string;
}
