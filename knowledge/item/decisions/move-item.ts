import { refuse } from "../../qa/decisions/decision.ts";
import type { GateReadOut } from "../../qa/gate.ts";
import { isGateTarget } from "../../qa/gate-target.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { type GateAsking, gateOf, gateRefusal } from "../gate-of.ts";
import type { ItemEvent } from "../item-event.ts";
import type { Item, ItemState, Task } from "../item-state.ts";
import type { ItemStatus } from "../item-status.ts";
import { isAbandoned, isRework, isTerminal, mayFollow, nextTowards } from "../transitions.ts";
import { acceptRevision, candidateOf } from "./accept-revision.ts";
import type { ItemContext, ItemDecision } from "./decision.ts";
import { findItem } from "./find-item.ts";
import { guardClaim } from "./guard-claim.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

export interface MoveItem {
  readonly key: string;
  readonly to: ItemStatus;
}

export interface TaskStep {
  readonly task_num: number;
  readonly from: ItemStatus;
  readonly to: ItemStatus;
}

export interface MoveResult {
  readonly key: string;
  readonly task_num: number | null;
  readonly from: ItemStatus;
  readonly to: ItemStatus;
  /** Commit that was recorded as what the gates take, or null where none was. */
  readonly revision: string | null;
  /** What the gate before the status said; null where none stands there. */
  readonly gate: GateReadOut | null;
  /** Tasks that came along. */
  readonly tasks: readonly TaskStep[];
}

/**
 * Moves an item one status on, back for rework, or gives it up. The gates before the review, its end and `done` have to be
 * open; giving up asks nothing, settles nothing and waives nothing. An epic's tasks go through release and done with it. Pure.
 */
export function moveItem(
  state: ItemState,
  { key, to }: MoveItem,
  context: ItemContext & { readonly gate: GateAsking },
): ItemDecision<MoveResult> {
  const found = findItem(state, key);
  if (found.kind === "refused") return found;
  const { item } = found;
  const from = item.status;
  const held = guardClaim(item, null, context);
  if (held !== null) return held;
  const result = { key, task_num: null, from, to, revision: null, gate: null, tasks: [] };
  if (from === to) return { kind: "decided", events: [], result };
  const problem = transitionProblem(item, null, from, to) ?? taskProblem(item, to);
  if (problem !== null) return problem;
  const gate = isGateTarget(to) ? gateOf(state, item, to, null, context.gate) : null;
  if (gate !== null && !gate.isOpen) return gateRefusal(gate, item, null);

  const { at, actor } = context;
  const by = actor.actor_id;
  const tasks = cascade(item, to);
  const accepted = isAbandoned(to)
    ? []
    : acceptRevision(item, candidateOf(item, context.gate.head, context.gate.sha), context);
  const moved: ItemEvent = {
    type: "ItemMoved",
    data: { from, to, at, by, discharged: gate === null ? [] : dischargedIn(gate) },
  };
  return {
    kind: "decided",
    events: [
      ...accepted,
      moved,
      ...tasks.map((step): ItemEvent => ({ type: "TaskMoved", data: { ...step, at, by, isCascade: true } })),
    ],
    result: {
      ...result,
      gate,
      tasks,
      revision: accepted.length === 0 ? null : candidateOf(item, context.gate.head, context.gate.sha),
    },
    warnings: unseenHead(item, to, context.gate),
  };
}

/** That a status does not lead there, with the step that comes first where one does; null where it does. Pure. */
export function transitionProblem(
  { key }: Item,
  task_num: number | null,
  from: ItemStatus,
  to: ItemStatus,
): QaRefusal | null {
  if (mayFollow(from, to)) return null;
  const what = task_num === null ? key : `task ${task_num} of ${key}`;
  const next = nextTowards(from, to);
  const why = isTerminal(from)
    ? `${what} is ${from}, and nothing leads out of that`
    : `${what} is ${from}, which does not lead to ${to}${next === null ? "" : `: ${next} comes first`}`;
  const way =
    next === null
      ? ITEM_WAY_OUT.show(key)
      : task_num === null
        ? ITEM_WAY_OUT.move(key, next)
        : ITEM_WAY_OUT.moveTask(key, task_num, next);
  return refuse("transition_unknown", why, way);
}

/** An epic goes into release and done only with all of its tasks that were not given up. */
function taskProblem(item: Item, to: ItemStatus): QaRefusal | null {
  if (to !== "release" && to !== "done") return null;
  const needed: ItemStatus = to === "release" ? "reviewed-implementation" : "release";
  const late = tasksOf(item).find(({ status }) => status !== needed && status !== to && !isTerminal(status));
  if (late === undefined) return null;
  const next = nextTowards(late.status, needed) ?? needed;
  return refuse(
    "transition_unknown",
    `task ${late.task_num} of ${item.key} is ${late.status}: the epic goes to ${to} once each task is ${needed} or given up`,
    ITEM_WAY_OUT.moveTask(item.key, late.task_num, next),
  );
}

/** Tasks that an epic's move takes along: through release and done, back out of release, and where it is given up. */
function cascade(item: Item, to: ItemStatus): TaskStep[] {
  const follow = (task: Task): ItemStatus | null => {
    if (isTerminal(task.status)) return null;
    if (isAbandoned(to) || to === "release" || to === "done") return to;
    return isRework(item.status, to) && task.status === "release" ? "reviewed-implementation" : null;
  };
  return tasksOf(item).flatMap((task) => {
    const next = follow(task);
    return next === null || next === task.status
      ? []
      : [{ task_num: task.task_num, from: task.status, to: next }];
  });
}

function tasksOf({ tasks }: Item): readonly Task[] {
  return Object.values(tasks).sort((a, b) => a.task_num - b.task_num);
}

/** Requirements that the gate looked at and that were discharged, not passed. */
function dischargedIn({ rows }: GateReadOut): readonly string[] {
  return rows
    .filter(({ isDue, standing: { word } }) => isDue && (word === "waived" || word === "superseded"))
    .map(({ requirement_id }) => requirement_id);
}

/** A review of a branch that is not checked out here: which commit it is of is not known. */
function unseenHead(
  item: Item,
  to: ItemStatus,
  { head, sha }: GateAsking,
): { code: string; message: string }[] {
  if (to !== "reviewing-implementation" || item.links.branch === null) return [];
  if (candidateOf(item, head, sha) !== null) return [];
  const message = `${item.links.branch} is not checked out here, so no head was recorded: check it out and run \`assay item link ${item.key}\`, or give its commit with --sha`;
  return [{ code: "head_unknown", message }];
}
