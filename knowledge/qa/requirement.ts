import type { BlockingMode, QaPhase } from "../plan/plan-words.ts";

/** Whence a requirement comes. */
export const REQUIREMENT_SOURCES = ["explicit", "seeded_default", "ac_derived", "flow_derived"] as const;
export type RequirementSource = (typeof REQUIREMENT_SOURCES)[number];

/** Who discharges: a person who may decide it, or an agent under the subject's claim. */
export const DISCHARGE_SOURCES = ["operator", "agent"] as const;
export type DischargeSource = (typeof DISCHARGE_SOURCES)[number];

/**
 * One thing that has to be proved (spec: qa_requirements). Exactly one subject: `item_id`; `epic_id` with `task_num`; or
 * `execution_id` of a standalone plan run. Columns of deployments are null until deployments are subjects. Times are ISO
 * 8601, UTC.
 */
export interface Requirement {
  readonly id: string;
  readonly item_id: string | null;
  readonly epic_id: string | null;
  readonly task_num: number | null;
  readonly execution_id: string | null;
  readonly deployment_run_id: null;
  readonly deployment_stage: null;
  readonly deployment_member_item_id: null;
  /** Free text; never decides who performs it. */
  readonly qa_kind: string;
  readonly qa_phase: QaPhase;
  readonly target_env: string | null;
  /** The registered environment as it was when the requirement took its name; null for local or none. */
  readonly target_env_snapshot: EnvironmentSnapshot | null;
  readonly blocking_mode: BlockingMode;
  readonly requirement_source: RequirementSource;
  /** JSON, valid when it was stored; null is one qualifying pass. */
  readonly success_policy: Readonly<Record<string, unknown>> | null;
  readonly capability_requirements: readonly string[];
  readonly suite_id: string | null;
  readonly title: string;
  /** Where a plan's case made it, else null. */
  readonly plan_case: PlanCaseLink | null;
  readonly method_id: string | null;
  readonly instructions: string | null;
  readonly expected_outcome: string | null;
  /** What is carried out; null where nothing is (a requirement that is only judged). */
  readonly method_config: Readonly<Record<string, unknown>> | null;
  /** Set by the first in-place correction of `method_config`, and never taken back. */
  readonly method_config_revision: number;
  readonly waived_at: string | null;
  readonly waiver_rationale: string | null;
  readonly waiver_source: DischargeSource | null;
  readonly waived_by: string | null;
  /** When the waiver ends and the row binds again, or null. */
  readonly waiver_expires_at: string | null;
  readonly superseded_by_requirement_id: string | null;
  readonly superseded_at: string | null;
  readonly supersession_rationale: string | null;
  readonly supersession_source: DischargeSource | null;
  /** Declared on the failed row: what is to take its place once that has passed. */
  readonly replacement_requirement_id: string | null;
  readonly retracted_at: string | null;
  readonly retraction_reason: string | null;
  readonly created_at: string;
  readonly created_by: string;
}

/** Which case of which plan a requirement is, and what of it was frozen. */
export interface PlanCaseLink {
  readonly plan: string;
  readonly case_key: string;
  /** Digest of the case's definition, by `plan/case-digest.ts`. */
  readonly digest: string;
  /** The definition as it was taken, for naming the fields that differ. */
  readonly definition: Readonly<Record<string, unknown>>;
}

/** A registered environment (config `environments`). */
export interface EnvironmentSnapshot {
  readonly name: string;
  readonly kind: "preview" | "ephemeral" | "prod";
  readonly base_url: string | null;
}
