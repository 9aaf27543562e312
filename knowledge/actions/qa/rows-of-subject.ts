import { isOfSubject } from "../../qa/decisions/subject-columns.ts";
import type { Subject } from "../../qa/subject.ts";
import type { RequirementState, SubjectState } from "../../qa/subject-state.ts";

/** The rows of a subject, in the order in which they were created; an item's hold those of its tasks. Pure. */
export function rowsOfSubject(qa: SubjectState, subject: Subject): readonly RequirementState[] {
  const all = Object.values(qa.requirements);
  return subject.kind === "task" ? all.filter(({ row }) => isOfSubject(row, subject)) : all;
}
