import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision } from "./decision.ts";
import { findLivePlanRun, leaseProblem } from "./live-plan-run.ts";

/** Says that a plan execution is still at work; where its lease ran out, another process takes it over so. Pure. */
export function beatPlanRun(
  state: SubjectState,
  ask: { readonly plan_run_id: string; readonly holder: string; readonly until: string },
  context: DecisionContext,
): QaDecision<{ readonly plan_run_id: string; readonly until: string }> {
  const { plan_run_id, holder, until } = ask;
  const live = findLivePlanRun(state, plan_run_id);
  if (live.kind === "refused") return live;
  const held = leaseProblem(state, live.planRun, holder, context.at);
  if (held !== null) return held;
  const { heartbeat_at, lease } = live.planRun;
  if (heartbeat_at === context.at && lease?.holder === holder && lease.until === until)
    return decided([], { plan_run_id, until });
  return decided([{ type: "QAPlanRunBeat", data: { id: plan_run_id, at: context.at, holder, until } }], {
    plan_run_id,
    until,
  });
}
