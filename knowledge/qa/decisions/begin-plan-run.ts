import type { Plan } from "../../plan/plan.ts";
import { planCurrency } from "../currency.ts";
import type { PlanRun } from "../plan-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { Subject } from "../subject.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, type QaEvent, refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { findBindingRow } from "./find-row.ts";
import { freshId } from "./fresh-id.ts";
import { isJudged } from "./is-judged.ts";
import { isStale } from "./live-plan-run.ts";
import { recordedBy } from "./recorded-by.ts";
import { replacedProblem } from "./replaced-problem.ts";
import { rosterDigest } from "./roster-digest.ts";
import { isOfSubject, ownerOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

export interface BeginPlanRunAsk {
  readonly subject: Subject;
  /** Plan whose cases are carried out. */
  readonly plan: string;
  /** Only these of them, in this order; null for all. */
  readonly requirement_ids: readonly string[] | null;
  /** The plans as they are now, to see whether the rows still are their cases. */
  readonly plans: readonly Plan[];
  /** Process that carries it out, and until when (ISO 8601) nobody else may. */
  readonly holder: string;
  readonly until: string;
}

/**
 * Begins an execution of a subject's cases: its roster and their digests are frozen. One is live at a time; one whose last
 * heartbeat is over 30 minutes ago is ended as an error first. Rows that are discharged or replaced are on no roster. Pure.
 */
export function beginPlanRun(
  state: SubjectState,
  ask: BeginPlanRunAsk,
  context: DecisionContext,
): QaDecision<{
  readonly planRun: PlanRun /** Stale execution that was ended. */;
  readonly ended: string | null;
}> {
  const { subject, plan, plans } = ask;
  const live = state.planRuns.find((one) => one.completed === null && isFor(state, one, subject));
  if (live !== undefined && !isStale(live, context.at))
    return refuse(
      "plan_execution_in_flight",
      `${live.id} is live, carried out by ${live.lease?.holder ?? live.begun_by}; last heard of at ${live.heartbeat_at}`,
      WAY_OUT.resumePlanRun(live.id),
    );
  const rows = rosterOf(state, ask, context.at);
  if ("kind" in rows) return rows;
  if (rows.length === 0)
    return refuse(
      "precondition_failed",
      `there is nothing to carry out: no requirement of plan ${plan} binds`,
      WAY_OUT.materialize(plan, subject),
    );
  const stale = rows.map((one) => staleProblem(one, plans, subject)).find((one) => one !== null);
  if (stale !== undefined) return stale;
  const planRun: PlanRun = {
    id: freshId(context.seed, ownerOf(subject), "plan-run"),
    plan,
    roster: rows.map(({ row }) => ({
      requirement_id: row.id,
      case_key: row.plan_case?.case_key ?? row.id,
      digest: rosterDigest(row),
    })),
    begun_at: context.at,
    begun_by: recordedBy(context.actor),
    lease: { holder: ask.holder, until: ask.until },
    heartbeat_at: context.at,
    outcomes: {},
    completed: null,
  };
  const ending: readonly QaEvent[] =
    live === undefined
      ? []
      : [{ type: "QAPlanRunCompleted", data: { id: live.id, at: context.at, outcome: "error" } }];
  return decided([...ending, { type: "QAPlanRunBegun", data: { planRun } }], {
    planRun,
    ended: live?.id ?? null,
  });
}

function isFor(state: SubjectState, { roster }: PlanRun, subject: Subject): boolean {
  const first = state.requirements[roster[0]?.requirement_id ?? ""];
  return first === undefined || isOfSubject(first.row, subject);
}

function rosterOf(
  state: SubjectState,
  { subject, plan, requirement_ids }: BeginPlanRunAsk,
  at: string,
): readonly RequirementState[] | QaRefusal {
  if (requirement_ids === null)
    return Object.values(state.requirements).filter(
      ({ row }) =>
        isOfPlan(row, subject, plan) && dischargeOf(row, at) === null && !replacedProblem(row, state),
    );
  const rows: RequirementState[] = [];
  for (const id of new Set(requirement_ids)) {
    const found = findBindingRow(state, id, at);
    if (found.kind === "refused") return found;
    const replaced = replacedProblem(found.row, state);
    if (replaced !== null) return replaced;
    if (!isOfPlan(found.row, subject, plan))
      return refuse("row_missing", `${id} is no case of plan ${plan}`, WAY_OUT.prove(found.row));
    rows.push(found);
  }
  return rows;
}

function isOfPlan(row: Requirement, subject: Subject, plan: string): boolean {
  return isOfSubject(row, subject) && row.plan_case?.plan === plan;
}

/** A row that is behind its plan's case is brought up to it first; one that has a verdict stands as it was. */
function staleProblem(
  requirement: RequirementState,
  plans: readonly Plan[],
  subject: Subject,
): QaRefusal | null {
  const { plan_case, id } = requirement.row;
  if (plan_case === null || isJudged(requirement)) return null;
  const currency = planCurrency(requirement, { plans, problems: [] });
  if (currency.kind !== "stale") return null;
  return refuse(
    "plan_stale",
    `${id} is behind case ${plan_case.case_key} of plan ${plan_case.plan}: ${currency.fields.join(", ")} differ`,
    WAY_OUT.rematerialize(plan_case.plan, subject),
  );
}
