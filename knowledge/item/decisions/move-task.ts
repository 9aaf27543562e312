import { refuse } from "../../qa/decisions/decision.ts";
import { isGateTarget } from "../../qa/gate-target.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { type GateAsking, gateOf, gateRefusal } from "../gate-of.ts";
import type { Item, ItemState } from "../item-state.ts";
import type { ItemStatus } from "../item-status.ts";
import { isTerminal } from "../transitions.ts";
import type { ItemContext, ItemDecision } from "./decision.ts";
import { findItem } from "./find-item.ts";
import { guardClaim } from "./guard-claim.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";
import { type MoveResult, transitionProblem } from "./move-item.ts";

export interface MoveTask {
  readonly key: string;
  readonly task_num: number;
  readonly to: ItemStatus;
}

/**
 * Moves one task of an epic. Its own requirements gate it as an item's gate the item; into release and done it goes with its
 * epic, or after it. Pure.
 */
export function moveTask(
  state: ItemState,
  { key, task_num, to }: MoveTask,
  context: ItemContext & { readonly gate: GateAsking },
): ItemDecision<MoveResult> {
  const found = findItem(state, key, task_num);
  if (found.kind === "refused") return found;
  const { item, task } = found;
  const from = task?.status ?? item.status;
  const held = guardClaim(item, task_num, context);
  if (held !== null) return held;
  const result = { key, task_num, from, to, revision: null, gate: null, tasks: [] };
  if (from === to) return { kind: "decided", events: [], result };
  const problem = transitionProblem(item, task_num, from, to) ?? epicProblem(item, task_num, to);
  if (problem !== null) return problem;
  const gate = isGateTarget(to) ? gateOf(state, item, to, task_num, context.gate) : null;
  if (gate !== null && !gate.isOpen) return gateRefusal(gate, item, task_num);
  const { at, actor } = context;
  return {
    kind: "decided",
    events: [
      {
        type: "TaskMoved",
        data: { task_num, from, to, at, by: actor.actor_id, isCascade: false },
      },
    ],
    result: { ...result, gate },
  };
}

function epicProblem(item: Item, task_num: number, to: ItemStatus): QaRefusal | null {
  if (isTerminal(item.status))
    return refuse(
      "transition_unknown",
      `${item.key} is ${item.status}, and its tasks stay as they are`,
      ITEM_WAY_OUT.show(item.key),
    );
  if ((to !== "release" && to !== "done") || item.status === "release") return null;
  return refuse(
    "transition_unknown",
    `task ${task_num} goes to ${to} with its epic, and ${item.key} is ${item.status}`,
    ITEM_WAY_OUT.move(item.key, "release"),
  );
}
