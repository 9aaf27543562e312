import { OUTCOMES, type PlanOutcome, type PlanRun } from "../plan-run.ts";
import type { SubjectState } from "../subject-state.ts";
import { leftOf } from "./advance-plan-run.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { findLivePlanRun, isStale, leaseProblem, wayOn } from "./live-plan-run.ts";

export interface CompletePlanRunAsk {
  readonly plan_run_id: string;
  readonly holder: string;
  /** Ends it although cases are left: an error. */
  readonly isAbandoned: boolean;
}

/** Ends a plan execution: the strongest word of its cases is its own. To end it again is no event. Pure. */
export function completePlanRun(
  state: SubjectState,
  ask: CompletePlanRunAsk,
  context: DecisionContext,
): QaDecision<{ readonly plan_run_id: string; readonly outcome: PlanOutcome }> {
  const { plan_run_id, holder, isAbandoned } = ask;
  const before = state.planRuns.find(({ id }) => id === plan_run_id)?.completed;
  if (before != null) return decided([], { plan_run_id, outcome: before.outcome });
  const live = findLivePlanRun(state, plan_run_id);
  if (live.kind === "refused") return live;
  const { planRun } = live;
  const held = isStale(planRun, context.at) ? null : leaseProblem(state, planRun, holder, context.at);
  if (held !== null) return held;
  const left = leftOf(planRun);
  if (left.length > 0 && !isAbandoned)
    return refuse(
      "qa_execution_order_ambiguous",
      `${plan_run_id} has ${left.length} of ${planRun.roster.length} cases left, first ${left[0]}`,
      wayOn(state, planRun),
    );
  const outcome = left.length > 0 ? "error" : strongestOf(planRun);
  return decided([{ type: "QAPlanRunCompleted", data: { id: plan_run_id, at: context.at, outcome } }], {
    plan_run_id,
    outcome,
  });
}

/** Precedence as {@link OUTCOMES} has it; an execution without cases proved nothing. */
function strongestOf({ outcomes }: PlanRun): PlanOutcome {
  const ranks = Object.values(outcomes).map(({ outcome }) => OUTCOMES.indexOf(outcome));
  return ranks.length === 0 ? "error" : OUTCOMES[Math.max(...ranks)]!;
}
