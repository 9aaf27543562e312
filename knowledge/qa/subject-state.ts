import type { PlanRun } from "./plan-run.ts";
import type { QaRun } from "./qa-run.ts";
import type { Requirement } from "./requirement.ts";

/** What has to be proved for one subject, and what was: the fold of its stream (of an item's, the part that is QA). */
export interface SubjectState {
  /** By id, in the order in which they were created. */
  readonly requirements: Readonly<Record<string, RequirementState>>;
  readonly planRuns: readonly PlanRun[];
  /** Plans attached to the subject, in order. */
  readonly attachments: readonly PlanAttachment[];
  /** Sequence number of the event that holds the answer, by digest of function and request id. */
  readonly answered: Readonly<Record<string, number>>;
  /** Rows of materialisations that are not committed, by materialisation: none of them is there yet. */
  readonly uncommitted: Readonly<Record<string, readonly Requirement[]>>;
}

export interface RequirementState {
  readonly row: Requirement;
  /** In the order in which they were started. */
  readonly runs: readonly QaRun[];
}

/** A plan that is to be proved at a transition of its subject. */
export interface PlanAttachment {
  readonly plan: string;
  readonly project: string;
  /** Status that it has to be proved before, e.g. `reviewed-implementation` or `release`. */
  readonly transition: string;
  readonly task_num: number | null;
  readonly attached_at: string;
  readonly attached_by: string;
  readonly retracted: { readonly at: string; readonly by: string; readonly reason: string } | null;
}
