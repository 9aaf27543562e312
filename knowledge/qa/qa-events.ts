import type { CaseOutcome, PlanOutcome, PlanRun } from "./plan-run.ts";
import type { ArtifactHandle, QaArtifact, QaRun, QaVerdict, RawResult } from "./qa-run.ts";
import type { DischargeSource, Requirement } from "./requirement.ts";
import type { PlanAttachment } from "./subject-state.ts";

/**
 * What happens to what has to be proved for a subject: events of `item/…` and `execution/…`. Times are ISO 8601, UTC; `by`
 * is who acts, as the host knows it. Ids are whole.
 */
export interface QaEvents {
  /**
   * A requirement is there, whatever made it. With a `materialization`, not before that is committed: a large plan comes in
   * several batches.
   */
  QARequirementCreated: { readonly row: Requirement; readonly materialization: string | null };
  QAMaterializationCommitted: { readonly materialization: string; readonly at: string };
  /** An in-place correction; `changes` holds the columns that change, with their new values. */
  QARequirementUpdated: {
    readonly id: string;
    readonly changes: Partial<Requirement>;
    readonly why: "correction" | "rematerialize";
    readonly at: string;
    readonly by: string;
  };
  QARequirementWaived: {
    readonly id: string;
    readonly at: string;
    readonly by: string;
    readonly rationale: string;
    readonly source: DischargeSource;
    readonly expires_at: string | null;
  };
  QARequirementSuperseded: {
    readonly id: string;
    readonly superseded_by_requirement_id: string;
    readonly at: string;
    readonly by: string;
    readonly rationale: string;
    readonly source: DischargeSource;
    /** Run whose verdict carried it, where it came with one. */
    readonly qa_run_id: string | null;
  };
  /** The failed row says what is to take its place; it goes on blocking. */
  QAReplacementDeclared: {
    readonly id: string;
    readonly replacement_requirement_id: string;
    readonly at: string;
    readonly by: string;
    readonly rationale: string;
  };
  QARequirementRetracted: {
    readonly id: string;
    readonly at: string;
    readonly by: string;
    readonly reason: string;
  };
  /** `run` has no verdict yet; its config and target are frozen. */
  QARunStarted: { readonly run: QaRun };
  QARunCompleted: {
    readonly id: string;
    readonly qa_requirement_id: string;
    readonly verdict: QaVerdict;
    readonly verdict_reason: string | null;
    readonly score: number | null;
    readonly confidence: number | null;
    readonly values: RawResult["values"];
    readonly sign_in: RawResult["sign_in"];
    readonly duration_ms: number | null;
    readonly decided_by: NonNullable<QaRun["decided_by"]>;
    readonly at: string;
    readonly by: string;
  };
  QAArtifactAttached: { readonly qa_requirement_id: string; readonly artifact: QaArtifact };
  /** The bytes at a handle are deleted, or about to be: from then on nobody reads them by it. */
  QAArtifactPruned: {
    readonly id: string;
    readonly qa_requirement_id: string;
    readonly qa_run_id: string;
    readonly handle: ArtifactHandle;
    readonly older_than_days: number;
    readonly at: string;
    readonly by: string;
  };
  QAPlanAttached: { readonly attachment: PlanAttachment };
  QAPlanRetracted: {
    readonly plan: string;
    readonly transition: string;
    readonly at: string;
    readonly by: string;
    readonly reason: string;
  };
  QAPlanRunBegun: { readonly planRun: PlanRun };
  /** Still at work, or taken over by another process. */
  QAPlanRunBeat: {
    readonly id: string;
    readonly at: string;
    readonly holder: string;
    readonly until: string;
  };
  QAPlanRunAdvanced: {
    readonly id: string;
    readonly requirement_id: string;
    readonly outcome: CaseOutcome;
  };
  QAPlanRunCompleted: { readonly id: string; readonly at: string; readonly outcome: PlanOutcome };
  /** What a request with an id was answered, so that the same request gets the same answer. */
  QARequestAnswered: {
    readonly function: string;
    readonly request: string;
    /** SHA-256 of what was asked, so that another question under the same id is seen. */
    readonly asked: string;
    readonly response: Readonly<Record<string, unknown>>;
  };
}

export type QaEventName = keyof QaEvents;
