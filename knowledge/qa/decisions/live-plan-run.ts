import type { PlanRun } from "../plan-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { SubjectState } from "../subject-state.ts";
import { refuse } from "./decision.ts";
import { subjectOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

/** Milliseconds after its last heartbeat at which a plan execution is stale and another may begin. */
const STALE_AFTER_MS = 30 * 60_000;

export function isStale({ heartbeat_at }: PlanRun, at: string): boolean {
  return Date.parse(at) - Date.parse(heartbeat_at) > STALE_AFTER_MS;
}

/** The plan execution of that id, where it is not completed. Pure. */
export function findLivePlanRun(
  state: SubjectState,
  id: string,
): { readonly kind: "found"; readonly planRun: PlanRun } | QaRefusal {
  const planRun = state.planRuns.find((one) => one.id === id);
  if (planRun === undefined)
    return refuse("row_missing", `there is no plan execution ${id}`, WAY_OUT.listAny(state));
  return planRun.completed === null
    ? { kind: "found", planRun }
    : refuse(
        "precondition_failed",
        `${id} is completed: ${planRun.completed.outcome}`,
        wayOn(state, planRun),
      );
}

/** Why a process may not go on with a plan execution: another holds it and has not given up. Pure. */
export function leaseProblem(
  state: SubjectState,
  planRun: PlanRun,
  holder: string,
  at: string,
): QaRefusal | null {
  const { id, lease } = planRun;
  if (lease === null || lease.holder === holder || Date.parse(lease.until) <= Date.parse(at)) return null;
  return refuse(
    "plan_execution_in_flight",
    `${id} is carried out by ${lease.holder}, until ${lease.until} at least`,
    wayOn(state, planRun),
  );
}

/** Command line that carries the execution's cases out again. */
export function wayOn({ requirements }: SubjectState, { plan, roster }: PlanRun): string {
  const first = requirements[roster[0]?.requirement_id ?? ""];
  return first === undefined ? "assay item list" : WAY_OUT.runPlan(plan, subjectOf(first.row));
}
