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

interface AskedRows {
  readonly target: GateTarget;
  readonly task_num: number | null;
}

/** What was last asked of a state: a gate asks twice, before and after it looked for evidence. */
const LAST = new WeakMap<
  SubjectState,
  { readonly asked: AskedRows; readonly context: StandingContext; readonly rows: readonly RowInGate[] }
>();

/**
 * The rows that a gate shows, in the order of their creation, with how each stands: a task's own, or all of an item and its
 * tasks. Due are blocking ones that were not withdrawn: before `reviewed-implementation` those of verification, before
 * `done` those of any phase. Pure.
 */
export function rowsInGate(
  state: SubjectState,
  asked: AskedRows,
  context: StandingContext,
): readonly RowInGate[] {
  const last = LAST.get(state);
  if (last !== undefined && isSameAsk(last.asked, asked) && isSameContext(last.context, context))
    return last.rows;
  const { target, task_num } = asked;
  const rows = Object.values(state.requirements)
    .filter(({ row }) => task_num === null || taskNumOf(row) === task_num)
    .map((one) => ({
      ...one,
      standing: standingOf(one, state, context),
      isDue: isDue(one.row, target),
    }));
  LAST.set(state, { asked, context, rows });
  return rows;
}

function isSameAsk(one: AskedRows, other: AskedRows): boolean {
  return one.target === other.target && one.task_num === other.task_num;
}

/** How to tell that each part of a context is as it was. */
const IS_SAME = {
  now: Object.is,
  isNewestOnly: Object.is,
  methods: Object.is,
  acceptedRevisions: isSameSet,
} as const satisfies { readonly [Part in keyof StandingContext]-?: unknown };

function isSameContext(one: StandingContext, other: StandingContext): boolean {
  return (
    IS_SAME.now(one.now, other.now) &&
    IS_SAME.isNewestOnly(one.isNewestOnly, other.isNewestOnly) &&
    IS_SAME.methods(one.methods, other.methods) &&
    IS_SAME.acceptedRevisions(one.acceptedRevisions, other.acceptedRevisions)
  );
}

function isSameSet(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  if (one === null || other === null) return one === other;
  return one.size === other.size && [...one].every((member) => other.has(member));
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
