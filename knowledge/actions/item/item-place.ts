import type { QaRefusal } from "../../qa/refusal.ts";
import type { Target } from "../qa/envelope.ts";
import { placeOfSubject, wrongTarget } from "../qa/place-of.ts";

/** The item, or the task of it, that a call is about. */
export interface ItemPlace {
  readonly kind: "place";
  readonly key: string;
  readonly task_num: number | null;
}

/** The item or task that a target names, or that it names none. Errors: input_invalid for a target of another kind. */
export function placeOfItem(called: string, target: Target | undefined): ItemPlace | QaRefusal {
  if (target?.kind !== "item" && target?.kind !== "task") throw wrongTarget(called, target, "item or task");
  const place = placeOfSubject(called, target);
  if (place.kind === "refused") return place;
  return target.kind === "item"
    ? { kind: "place", key: target.item_id, task_num: null }
    : { kind: "place", key: target.epic_id, task_num: target.task_num };
}
