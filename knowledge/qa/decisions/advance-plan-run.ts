import type { CaseOutcome, PlanOutcome, PlanRun } from "../plan-run.ts";
import type { QaRun } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { findLivePlanRun, leaseProblem, wayOn } from "./live-plan-run.ts";
import { WAY_OUT } from "./way-out.ts";

export interface AdvancePlanRunAsk {
  readonly plan_run_id: string;
  readonly holder: string;
  readonly requirement_id: string;
  readonly outcome: PlanOutcome;
  /** Run that says so; null where none was begun. */
  readonly qa_run_id: string | null;
  readonly reason: string | null;
}

/**
 * Records what a case of the roster came to. The same again is no event; another word for a case that has its last one is
 * refused, and so is a word that its run does not bear out. Pure.
 */
export function advancePlanRun(
  state: SubjectState,
  ask: AdvancePlanRunAsk,
  context: DecisionContext,
): QaDecision<{ readonly plan_run_id: string; readonly outcome: CaseOutcome; readonly left: number }> {
  const { plan_run_id, requirement_id, outcome, qa_run_id, reason } = ask;
  const live = findLivePlanRun(state, plan_run_id);
  if (live.kind === "refused") return live;
  const { planRun } = live;
  const held = leaseProblem(state, planRun, ask.holder, context.at);
  if (held !== null) return held;
  const before = planRun.outcomes[requirement_id];
  const left = leftOf(planRun).filter((id) => id !== requirement_id).length;
  if (before !== undefined && before.outcome === outcome && before.qa_run_id === qa_run_id)
    return decided([], { plan_run_id, outcome: before, left });
  const problem =
    mismatch(planRun, ask, before, wayOn(state, planRun)) ??
    runProblem(state, planRun, ask, wayOn(state, planRun));
  if (problem !== null) return problem;
  const said: CaseOutcome = { outcome, qa_run_id, reason, at: context.at };
  return decided([{ type: "QAPlanRunAdvanced", data: { id: plan_run_id, requirement_id, outcome: said } }], {
    plan_run_id,
    outcome: said,
    left,
  });
}

/** Requirements of the roster that nothing was said of yet, in its order. */
export function leftOf({ roster, outcomes }: PlanRun): readonly string[] {
  return roster.map(({ requirement_id }) => requirement_id).filter((id) => outcomes[id] === undefined);
}

/** Words of a case that another may follow: it was waited for. */
const OPEN: ReadonlySet<PlanOutcome> = new Set<PlanOutcome>(["needs_review", "waiting"]);

function mismatch(
  { id, roster }: PlanRun,
  { requirement_id, outcome }: AdvancePlanRunAsk,
  before: CaseOutcome | undefined,
  recover: string,
): QaRefusal | null {
  if (!roster.some((one) => one.requirement_id === requirement_id))
    return refuse("qa_execution_order_ambiguous", `${requirement_id} is not on the roster of ${id}`, recover);
  if (before === undefined || OPEN.has(before.outcome)) return null;
  return refuse(
    "qa_execution_order_ambiguous",
    `${id} says ${before.outcome} of ${requirement_id} already, not ${outcome}`,
    recover,
  );
}

/** Outcomes that no run stands behind: the case was not carried out. */
const WITHOUT_RUN: ReadonlySet<PlanOutcome> = new Set<PlanOutcome>([
  "blocked_on_precondition",
  "waiting",
  "error",
]);

function runProblem(
  state: SubjectState,
  planRun: PlanRun,
  { requirement_id, outcome, qa_run_id }: AdvancePlanRunAsk,
  recover: string,
): QaRefusal | null {
  const requirement = state.requirements[requirement_id];
  if (qa_run_id === null)
    return WITHOUT_RUN.has(outcome)
      ? null
      : refuse(
          "evidence_missing",
          `${outcome} of ${requirement_id} needs the run that says so`,
          WAY_OUT.listRuns(requirement_id),
        );
  const run = requirement?.runs.find(({ id }) => id === qa_run_id);
  if (run === undefined || run.plan_run_id !== planRun.id)
    return refuse(
      "qa_execution_order_ambiguous",
      `${qa_run_id} is no run of ${requirement_id} in ${planRun.id}`,
      recover,
    );
  const hasOwnPolicy = requirement?.row.success_policy != null;
  return isBorneOut(outcome, run, hasOwnPolicy)
    ? null
    : refuse(
        "qa_execution_order_ambiguous",
        `${qa_run_id} says ${run.verdict ?? "nothing yet"}, which is not ${outcome}`,
        WAY_OUT.listRuns(requirement_id),
      );
}

/** Whether a run's verdict is what the outcome says; over several runs a policy of its own decides. */
function isBorneOut(outcome: PlanOutcome, { verdict }: QaRun, hasOwnPolicy: boolean): boolean {
  switch (outcome) {
    case "passed":
      return verdict === "pass" || (hasOwnPolicy && verdict !== null);
    case "failed":
      return verdict === "fail" || (hasOwnPolicy && verdict !== null);
    case "needs_review":
      return verdict === null || verdict === "undetermined";
    case "error":
      return verdict === null || verdict === "error";
    case "blocked_on_precondition":
    case "waiting":
      return verdict === null;
  }
}
