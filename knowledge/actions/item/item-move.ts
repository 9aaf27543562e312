import * as z from "zod/mini";
import { type MoveResult, moveItem } from "../../item/decisions/move-item.ts";
import { moveTask } from "../../item/decisions/move-task.ts";
import { ITEM } from "../../item/item.ts";
import type { ItemState } from "../../item/item-state.ts";
import { itemStream } from "../../item/item-stream.ts";
import { Status, TaskNum } from "../../item/row-schemas.ts";
import { readState } from "../../ledger/read-state.ts";
import { isGateTarget } from "../../qa/gate-target.ts";
import { refuseUnseenLedger, type SightDeps } from "../ledger-seen.ts";
import { operation } from "../operation.ts";
import { refused } from "../qa/answer-once.ts";
import { type Request, type Response, requestOf, responseOf } from "../qa/envelope.ts";
import { GateOut, gateOut } from "../qa/views/gate-view.ts";
import { answerItem, type ItemDeps } from "./answer-item.ts";
import { placeOfItem } from "./item-place.ts";
import { commitField } from "./link-payload.ts";
import { type GateDeps, readGate } from "./read-gate.ts";

const Input = z.lazy(() => requestOf(z.strictObject({ to: Status, sha: commitField() })));
const TaskInput = z.lazy(() => requestOf(z.strictObject({ to: Status })));

const Moved = z.lazy(() =>
  z.object({
    key: z.string(),
    task_num: z.nullable(TaskNum),
    from: Status,
    to: Status,
    revision: z.nullable(z.string()).check(z.describe("commit that was recorded as what the gates take")),
    gate: z.nullable(GateOut).check(z.describe("what the gate before it said; null where none stands there")),
    tasks: z
      .array(z.object({ task_num: TaskNum, from: Status, to: Status }))
      .check(z.describe("tasks that came along")),
  }),
);
type Moved = z.output<typeof Moved>;

export const MoveOut = z.lazy(() => responseOf(Moved));
export type MoveOut = z.output<typeof MoveOut>;

/** Moves an item to a status; the gate before it has to be open. Errors: those of `answerItem` and of the gate's ports. */
export const itemMove = operation({
  id: "item.move",
  title: "Move an item to its next status, back for rework, or give it up",
  input: Input,
  output: MoveOut,
  writes: true,
  async run(deps: ItemDeps & GateDeps & SightDeps, request) {
    return move(deps, "item.move", request, request.payload);
  },
});

/** Moves one task of an epic; its own requirements gate it. Errors: as of {@link itemMove}. */
export const itemTaskMove = operation({
  id: "item.task.move",
  title: "Move a task of an epic to its next status, back for rework, or give it up",
  input: TaskInput,
  output: MoveOut,
  writes: true,
  async run(deps: ItemDeps & GateDeps & SightDeps, request) {
    return move(deps, "item.task.move", request, request.payload);
  },
});

async function move(
  deps: ItemDeps & GateDeps & SightDeps,
  called: string,
  request: Request,
  { to, sha = null }: { readonly to: z.output<typeof Status>; readonly sha?: string | null },
): Promise<Response<Moved>> {
  const place = placeOfItem(called, request.target);
  if (place.kind === "refused") return refused(place);
  const unseen = isGateTarget(to) ? await refuseUnseenLedger(deps) : null;
  if (unseen !== null) return refused(unseen);
  const { state } = await readState(deps.ledger, itemStream(place.key), ITEM);
  const gate = await readGate(deps, state, { target: to, task_num: place.task_num, sha });
  return answerItem(deps, {
    function: called,
    request,
    place,
    choose(now, context, { key, task_num }) {
      const decided =
        task_num === null
          ? moveItem(now, { key, to }, { ...context, gate })
          : moveTask(now, { key, task_num, to }, { ...context, gate });
      return decided.kind === "refused" ? decided : { ...decided, result: movedOut(decided.result, now) };
    },
  });
}

function movedOut({ gate, tasks, ...moved }: MoveResult, { qa }: ItemState): Moved {
  return {
    ...moved,
    gate: gate === null ? null : gateOut(gate, qa),
    tasks: tasks.map((one) => ({ ...one })),
  };
}
