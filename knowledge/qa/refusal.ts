/** What the state says no to: a value, with the way out. */
export interface QaRefusal {
  readonly kind: "refused";
  /** As in the table of refusal codes. */
  readonly code: QaRefusalCode;
  readonly why: string;
  /** A command line that gets out of it, whole; never only a hint. */
  readonly recover: string;
}

/** Every refusal code of the QA platform; those in capitals and those of the contract are spelled as it has them. */
export const QA_REFUSAL_CODES = [
  "GATE_QA_BYPASS_FORBIDDEN",
  "GATE_QA_TERMINAL_SETTLEMENT",
  "GATE_QA_TERMINAL_VERDICT",
  "GATE_QA_NO_REQUIREMENTS",
  "GATE_QA_UNSATISFIED",
  "GATE_QA_EVIDENCE",
  "frozen_requirement_immutable",
  "plan_case_superseded",
  "plan_execution_in_flight",
  "plan_stale",
  "replacement_graph_invalid",
  "replacement_link_scope_changed",
  "evidence_not_portable",
  "qa_execution_order_ambiguous",
  "qa_success_policy_invalid",
  "capability_missing",
  "runner_not_exempt",
  "environment_unknown",
  "environment_not_executable",
  "waiver_needs_force",
  "waiver_not_entitled",
  "claim_held",
  "transition_unknown",
  "already_discharged",
  "already_judged",
  "attachment_phase_wrong",
  "verdict_reason_missing",
  "evidence_missing",
  "precondition_failed",
  "row_missing",
] as const;
export type QaRefusalCode = (typeof QA_REFUSAL_CODES)[number];
