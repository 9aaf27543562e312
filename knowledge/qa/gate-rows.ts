import { subjectOf } from "./decisions/subject-columns.ts";
import type { GateTarget } from "./gate-target.ts";
import type { Requirement } from "./requirement.ts";
import type { Standing, StandingContext } from "./standing.ts";
import { standingOf } from "./standing-of.ts";
import type { RequirementState, SubjectState } from "./subject-state.ts";

/** A requirement as a gate sees it. */
export interface RowInGate extends RequirementState {
  readonly standing: Standing;
  readonly isDue: boolean;
}

/**
 * The rows that a gate shows, in the order of their creation, with how each stands: a task's own, or all of an item and its
 * tasks. Due are blocking ones that were not withdrawn: before `reviewed-implementation` those of verification, before
 * `done` those of any phase. Pure.
 */
export function rowsInGate(
  state: SubjectState,
  { target, task_num }: { readonly target: GateTarget; readonly task_num: number | null },
  context: StandingContext,
): readonly RowInGate[] {
  return Object.values(state.requirements)
    .filter(({ row }) => task_num === null || taskNumOf(row) === task_num)
    .map((one) => ({
      ...one,
      standing: standingOf(one, state, context),
      isDue: isDue(one.row, target),
    }));
}

function isDue({ blocking_mode, qa_phase, retracted_at }: Requirement, target: GateTarget): boolean {
  if (blocking_mode !== "blocking" || retracted_at !== null) return false;
  return target === "done" || (target === "reviewed-implementation" && qa_phase === "verification");
}

/** Number of the task that a row belongs to, or null. */
export function taskNumOf(row: Requirement): number | null {
  const subject = subjectOf(row);
  return subject.kind === "task" ? subject.task_num : null;
}
