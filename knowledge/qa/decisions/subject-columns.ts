import type { Requirement } from "../requirement.ts";
import type { Subject } from "../subject.ts";

/** Columns of a row that say whose it is: exactly one subject. */
export type SubjectColumns = Pick<
  Requirement,
  | "item_id"
  | "epic_id"
  | "task_num"
  | "execution_id"
  | "deployment_run_id"
  | "deployment_stage"
  | "deployment_member_item_id"
>;

const NOBODY: SubjectColumns = {
  item_id: null,
  epic_id: null,
  task_num: null,
  execution_id: null,
  deployment_run_id: null,
  deployment_stage: null,
  deployment_member_item_id: null,
};

export function subjectColumns(subject: Subject): SubjectColumns {
  switch (subject.kind) {
    case "item":
      return { ...NOBODY, item_id: subject.item_id };
    case "task":
      return { ...NOBODY, epic_id: subject.epic_id, task_num: subject.task_num };
    case "execution":
      return { ...NOBODY, execution_id: subject.execution_id };
  }
}

/** Whose a row is. Pure. */
export function subjectOf({ item_id, epic_id, task_num, execution_id }: Requirement): Subject {
  if (epic_id !== null && task_num !== null) return { kind: "task", epic_id, task_num };
  if (execution_id !== null) return { kind: "execution", execution_id };
  return { kind: "item", item_id: item_id ?? "" };
}

/** Item, epic or execution whose stream a subject's rows stand in. */
export function ownerOf(subject: Subject): string {
  switch (subject.kind) {
    case "item":
      return subject.item_id;
    case "task":
      return subject.epic_id;
    case "execution":
      return subject.execution_id;
  }
}

export function isOfSubject(row: Requirement, subject: Subject): boolean {
  const own = subjectOf(row);
  return ownerOf(own) === ownerOf(subject) && taskOf(own) === taskOf(subject) && own.kind === subject.kind;
}

export function taskOf(subject: Subject): number | null {
  return subject.kind === "task" ? subject.task_num : null;
}
