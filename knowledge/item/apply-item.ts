import type { StoredEvent } from "../ports/ledger.ts";
import { applyQa } from "../qa/apply-qa.ts";
import type { ItemEvents } from "./item-events.ts";
import type { Item, ItemState, Task } from "./item-state.ts";
import { isBeforeReview } from "./transitions.ts";

/**
 * An item after one more event of its stream: those of the item itself here, the others as QA has them. One of a type or
 * version that nobody knows changes nothing. Pure.
 */
export function applyItem(state: ItemState, event: StoredEvent): ItemState {
  const { type, v, data } = event;
  if (!Object.hasOwn(APPLY, type)) {
    const qa = applyQa(state.qa, event);
    return qa === state.qa ? state : { ...state, qa };
  }
  if (v !== 1) return state;
  const applied = APPLY[type as keyof ItemEvents] as (item: Item | null, data: unknown) => Item | null;
  const item = applied(state.item, data);
  return item === state.item ? state : { ...state, item };
}

type Apply = {
  readonly [Name in keyof ItemEvents]: (item: Item | null, data: ItemEvents[Name]) => Item | null;
};

const APPLY: Apply = {
  ItemAdded: (before, { item }) => before ?? item,
  ItemLinked: (item, { links }) => item && { ...item, links: { ...item.links, ...links } },
  ItemRevisionAccepted: (item, { sha }) =>
    item && { ...item, revisions: [...item.revisions.filter((other) => other !== sha), sha] },
  ItemMoved: (item, { from, to }) =>
    item && { ...item, status: to, revisions: revisionsAfter(item.revisions, from, to) },
  ItemClaimed: (item, { claim }) => item && { ...item, claim },
  ItemReleased: (item) => item && { ...item, claim: null },
  TaskAdded: (item, { task }) => item && withTask(item, task),
  TaskMoved: (item, { task_num, to }) => inTask(item, task_num, (task) => ({ ...task, status: to })),
  TaskClaimed: (item, { task_num, claim }) => inTask(item, task_num, (task) => ({ ...task, claim })),
  TaskReleased: (item, { task_num }) => inTask(item, task_num, (task) => ({ ...task, claim: null })),
};

/** A review that begins takes the newest head alone: what was proved of an earlier one is not proved of this. */
function revisionsAfter(
  revisions: readonly string[],
  from: Item["status"],
  to: Item["status"],
): readonly string[] {
  return isBeforeReview(from) && to === "reviewing-implementation" ? revisions.slice(-1) : revisions;
}

function withTask(item: Item, task: Task): Item {
  return { ...item, tasks: { ...item.tasks, [task.task_num]: task } };
}

function inTask(item: Item | null, task_num: number, change: (task: Task) => Task): Item | null {
  const task = item?.tasks[task_num];
  return item === null || task === undefined ? item : withTask(item, change(task));
}
