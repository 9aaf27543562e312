import { standingOf } from "../standing-of.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";

/** Whether a requirement is satisfied by its own runs, whatever discharges there are elsewhere. Pure. */
export function isSatisfied(
  requirement: RequirementState,
  state: SubjectState,
  { at, methods, standing }: Pick<DecisionContext, "at" | "methods" | "standing">,
): boolean {
  return standingOf(requirement, state, { ...standing, methods, now: Date.parse(at) }).word === "satisfied";
}
