import { AssayError } from "../../errors.ts";
import type { QaIdKind } from "../../qa/qa-id.ts";
import { placeOfId } from "../../qa/qa-id.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { EXECUTION_ID, ITEM_KEY, type Subject, subjectStream } from "../../qa/subject.ts";
import type { Target } from "./envelope.ts";

/** Where what a call is about lives. */
export interface Place {
  readonly kind: "place";
  readonly stream: string;
}

export interface SubjectPlace extends Place {
  readonly subject: Subject;
}

/** The subject that a target names, or that it names none. Errors: input_invalid for a target of another kind. */
export function placeOfSubject(called: string, target: Target | undefined): SubjectPlace | QaRefusal {
  const subject = subjectOfTarget(target);
  if (subject === null) throw wrongTarget(called, target, "item, task or execution");
  const isNamed =
    subject.kind === "execution"
      ? EXECUTION_ID.test(subject.execution_id)
      : ITEM_KEY.test(subject.kind === "item" ? subject.item_id : subject.epic_id);
  if (isNamed) return { kind: "place", stream: subjectStream(subject), subject };
  const [name, noun, example] =
    subject.kind === "execution"
      ? [subject.execution_id, "execution", "exec-7k3f9x2m0a"]
      : [subject.kind === "item" ? subject.item_id : subject.epic_id, "item", "SHOP-12"];
  return missing(`${name} is no name of an ${noun}: they are named as in ${example}`);
}

/** Where a requirement or a run that a target names lives. Errors: input_invalid for a target of another kind. */
export function placeOfRow(
  called: string,
  target: Target | undefined,
  kind: "requirement" | "run",
): (Place & { readonly id: string }) | QaRefusal {
  if (kind === "requirement" && target?.kind === "requirement")
    return placeOfName(target.requirement_id, "req");
  if (kind === "run" && target?.kind === "run") return placeOfName(target.run_id, "run");
  throw wrongTarget(called, target, kind);
}

/** Where a row of that id lives. */
export function placeOfName(id: string, kind: QaIdKind): (Place & { readonly id: string }) | QaRefusal {
  const place = placeOfId(id);
  if (place?.kind === kind) return { kind: "place", stream: place.stream, id };
  return missing(`${id} is no id of ${NOUNS[kind]}: they are named as in SHOP-12/${kind}-7k3f9x2m0a`);
}

const NOUNS = { req: "a requirement", run: "a run", art: "an artifact", "plan-run": "a plan run" } as const;

export function wrongTarget(called: string, target: Target | undefined, kinds: string): AssayError {
  const given = target === undefined ? "there is none" : `it is ${target.kind}`;
  return new AssayError("input_invalid", {
    operation: called,
    problem: `its target names ${kinds}; ${given}`,
  });
}

function subjectOfTarget(target: Target | undefined): Subject | null {
  switch (target?.kind) {
    case "item":
    case "task":
    case "execution":
      return target;
    default:
      return null;
  }
}

function missing(why: string): QaRefusal {
  return { kind: "refused", code: "row_missing", why, recover: "assay item list" };
}
