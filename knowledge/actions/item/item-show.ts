import * as z from "zod/mini";
import { findItem } from "../../item/decisions/find-item.ts";
import { gateOf } from "../../item/gate-of.ts";
import { ITEM } from "../../item/item.ts";
import type { ItemStatus } from "../../item/item-status.ts";
import { itemStream } from "../../item/item-stream.ts";
import { readSeats } from "../../item/read-seats.ts";
import { ItemRow, TaskRow } from "../../item/row-schemas.ts";
import { covers } from "../../item/seat.ts";
import { isTerminal } from "../../item/transitions.ts";
import { readState } from "../../ledger/read-state.ts";
import type { GateReadOut } from "../../qa/gate.ts";
import { GATE_TARGETS, type GateTarget } from "../../qa/gate-target.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { SubjectState } from "../../qa/subject-state.ts";
import { refuseUnseenLedger, type SightDeps } from "../ledger-seen.ts";
import { operation } from "../operation.ts";
import { refused } from "../qa/answer-once.ts";
import { requestOf, responseOf } from "../qa/envelope.ts";
import { GateOut, gateOut } from "../qa/views/gate-view.ts";
import { placeOfItem } from "./item-place.ts";
import { type GateDeps, readGate } from "./read-gate.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));

export const ItemShown = z.lazy(() =>
  responseOf(
    z.object({
      seq: z.int().check(z.describe("sequence of the last event of its stream")),
      item: ItemRow,
      task: z.nullable(TaskRow).check(z.describe("where one task was asked for")),
      steered_from: z.array(z.string()).check(z.describe("seats that cover it and that somebody sits on")),
      gate: z
        .nullable(GateOut)
        .check(z.describe("the next gate as it stands now; null where no gate is left")),
    }),
  ),
);
export type ItemShown = z.output<typeof ItemShown>;

/**
 * Shows an item, or one task of it, with the next gate as it stands: refused where the shared ledger that the settings name
 * is not seen. Errors: those of the gate's ports.
 */
export const itemShow = operation({
  id: "item.show",
  title: "Show a piece of work and what its next gate asks for",
  input: Input,
  output: ItemShown,
  writes: false,
  async run(deps: GateDeps & SightDeps, { target }) {
    const place = placeOfItem("item.show", target);
    if (place.kind === "refused") return refused(place);
    const { key, task_num } = place;
    const { state, seq } = await readState(deps.ledger, itemStream(key), ITEM);
    const found = findItem(state, key, task_num);
    if (found.kind === "refused") return refused(found);
    const { item, task } = found;
    const next = nextGate((task ?? item).status);
    const seats = await readSeats(deps.ledger);
    return {
      success: true,
      result: {
        seq,
        item,
        task,
        steered_from: seats.filter((one) => one.holder !== null && covers(one, key)).map(({ name }) => name),
        gate:
          next === null
            ? null
            : asSeen(
                gateOf(
                  state,
                  item,
                  next,
                  task_num,
                  await readGate(deps, state, { target: next, task_num, sha: null }),
                ),
                await refuseUnseenLedger(deps),
                state.qa,
              ),
      },
      warnings: [],
      errors: [],
      event_ids: [],
    };
  },
});

/** What a gate says; nothing that is here opens one that does not see the shared ledger. */
function asSeen(gate: GateReadOut, unseen: QaRefusal | null, qa: SubjectState): GateOut {
  if (unseen === null) return gateOut(gate, qa);
  const { code, why, recover } = unseen;
  const blocker = { code, requirement_id: null, qa_run_id: null, why, recover };
  return gateOut({ ...gate, isOpen: false, word: "refused", blockers: [blocker, ...gate.blockers] }, qa);
}

/** The gate that comes first from a status on; null where the work has ended. */
function nextGate(status: ItemStatus): GateTarget | null {
  if (isTerminal(status)) return null;
  const [review, reviewed, done] = GATE_TARGETS;
  if (status === "reviewing-implementation") return reviewed;
  return status === "defining" || status === "implementing" ? review : done;
}
