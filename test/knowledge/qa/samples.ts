import { applyQa, NO_QA } from "../../../knowledge/qa/apply-qa.ts";
import type { QaEventName, QaEvents } from "../../../knowledge/qa/qa-events.ts";
import type { QaArtifact, QaRun, RawResult } from "../../../knowledge/qa/qa-run.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import type { StandingContext } from "../../../knowledge/qa/standing.ts";
import type { RequirementState, SubjectState } from "../../../knowledge/qa/subject-state.ts";

export const AT = "2026-03-01T10:00:00.000Z";
export const NOW = Date.parse("2026-03-01T12:00:00.000Z");
export const HEAD = "a".repeat(40);
export const EARLIER = "b".repeat(40);

export const CONTEXT: StandingContext = {
  now: NOW,
  acceptedRevisions: null,
  isNewestOnly: false,
  methods: [],
};

/** `SHOP-12/req-<name>`; names are of at most ten digits of an id. */
export function id(kind: "req" | "run" | "art" | "plan-run", name: string | number): string {
  return `SHOP-12/${kind}-${String(name).padStart(10, "0")}`;
}

/** A blocking requirement of verification of SHOP-12. */
export function requirement(columns: Partial<Requirement> = {}): Requirement {
  return {
    id: id("req", 1),
    item_id: "SHOP-12",
    epic_id: null,
    task_num: null,
    execution_id: null,
    deployment_run_id: null,
    deployment_stage: null,
    deployment_member_item_id: null,
    qa_kind: "implementation_review",
    qa_phase: "verification",
    target_env: null,
    target_env_snapshot: null,
    blocking_mode: "blocking",
    requirement_source: "explicit",
    success_policy: null,
    capability_requirements: [],
    suite_id: null,
    title: "The checkout works",
    plan_case: null,
    method_id: null,
    instructions: null,
    expected_outcome: null,
    method_config: null,
    method_config_revision: 0,
    waived_at: null,
    waiver_rationale: null,
    waiver_source: null,
    waived_by: null,
    waiver_expires_at: null,
    superseded_by_requirement_id: null,
    superseded_at: null,
    supersession_rationale: null,
    supersession_source: null,
    replacement_requirement_id: null,
    retracted_at: null,
    retraction_reason: null,
    created_at: AT,
    created_by: "operator",
    ...columns,
  };
}

/** A run that code completed with a pass, or as `columns` say. */
export function run(
  columns: Partial<Omit<QaRun, "raw_result">> & { readonly raw_result?: Partial<RawResult> } = {},
): QaRun {
  return {
    id: id("run", 1),
    qa_requirement_id: id("req", 1),
    performed_by: "shell",
    qa_kind: "implementation_review",
    verdict: "pass",
    verdict_reason: null,
    score: null,
    confidence: null,
    duration_ms: null,
    started_at: AT,
    completed_at: AT,
    created_at: AT,
    decided_by: "code",
    recorded_by: "operator",
    plan_run_id: null,
    artifacts: [],
    judges_run_id: null,
    ...columns,
    raw_result: {
      method_config: null,
      method_config_revision: 0,
      execution_target_digest: null,
      code_identity: null,
      sign_in: null,
      values: {},
      ...columns.raw_result,
    },
  };
}

/** A run as it begins. */
export function startedRun(columns: Parameters<typeof run>[0] = {}): QaRun {
  return run({ ...columns, verdict: null, completed_at: null, decided_by: null });
}

export function artifact(columns: Partial<QaArtifact> = {}): QaArtifact {
  return {
    id: id("art", 1),
    qa_run_id: id("run", 1),
    artifact_kind: "screenshot",
    handle: { backend: "local", path: "qa-artifacts/shop/SHOP-12/run-1/cart.png" },
    digest: "0".repeat(64),
    bytes: 10,
    description: "",
    created_at: AT,
    ...columns,
  };
}

/** State of a subject with these requirements and their runs, as they are. */
export function subject(...requirements: readonly (readonly [Requirement, ...QaRun[]])[]): SubjectState {
  return {
    ...NO_QA,
    requirements: Object.fromEntries(
      requirements.map(([row, ...runs]): [string, RequirementState] => [row.id, { row, runs }]),
    ),
  };
}

/** An event of SHOP-12's stream. */
export function stored<Name extends QaEventName>(type: Name, data: QaEvents[Name], seq = 1, v = 1) {
  return { stream: "item/SHOP-12", seq, at: NOW, type, v, data: data as unknown as Record<string, unknown> };
}

export type Told = {
  readonly [Name in QaEventName]: readonly [type: Name, data: QaEvents[Name]];
}[QaEventName];

/** Fold of these events, in order, from `state` on. */
export function told(events: readonly Told[], state: SubjectState = NO_QA): SubjectState {
  return events.reduce(
    (folded, [type, data], index) => applyQa(folded, stored(type, data as never, index + 1)),
    state,
  );
}
