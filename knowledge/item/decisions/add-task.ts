import { refuse } from "../../qa/decisions/decision.ts";
import type { ItemState, Task } from "../item-state.ts";
import { isTerminal } from "../transitions.ts";
import { newTask } from "./add-item.ts";
import type { ItemContext, ItemDecision } from "./decision.ts";
import { findItem } from "./find-item.ts";
import { guardClaim } from "./guard-claim.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

export interface AddTask {
  readonly key: string;
  readonly title: string;
}

export interface TaskResult {
  readonly key: string;
  readonly task: Task;
}

/** Adds a task to an epic, with the next number. Pure. */
export function addTask(
  state: ItemState,
  { key, title }: AddTask,
  context: ItemContext,
): ItemDecision<TaskResult> {
  const found = findItem(state, key);
  if (found.kind === "refused") return found;
  const { item } = found;
  if (item.kind !== "epic")
    return refuse(
      "precondition_failed",
      `${key} is no epic, and only an epic has tasks; \`assay item add --kind epic\` begins one`,
      ITEM_WAY_OUT.show(key),
    );
  if (isTerminal(item.status))
    return refuse(
      "precondition_failed",
      `${key} is ${item.status}: no task is added`,
      ITEM_WAY_OUT.show(key),
    );
  if (item.status === "release")
    return refuse(
      "precondition_failed",
      `${key} is in release, and a new task was not reviewed; it goes back to implementing first`,
      ITEM_WAY_OUT.move(key, "implementing"),
    );
  const held = guardClaim(item, null, context);
  if (held !== null) return held;
  const task = newTask(Object.keys(item.tasks).length + 1, title);
  const { at, actor } = context;
  return {
    kind: "decided",
    events: [{ type: "TaskAdded", data: { task, at, by: actor.actor_id } }],
    result: { key, task },
  };
}
