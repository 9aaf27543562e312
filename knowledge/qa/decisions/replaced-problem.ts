import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { SubjectState } from "../subject-state.ts";
import { refuse } from "./decision.ts";
import { WAY_OUT } from "./way-out.ts";

/** A row that another is to replace is carried out no more; null where none is. Pure. */
export function replacedProblem(
  { id, replacement_requirement_id: by }: Requirement,
  state: SubjectState,
): QaRefusal | null {
  const replacement = by === null ? undefined : state.requirements[by]?.row;
  if (replacement === undefined) return null;
  return refuse(
    "plan_case_superseded",
    `${id} is to be replaced by ${replacement.id}: that one is carried out`,
    WAY_OUT.prove(replacement),
  );
}
