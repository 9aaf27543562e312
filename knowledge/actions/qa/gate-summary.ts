import * as z from "zod/mini";
import { findItem } from "../../item/decisions/find-item.ts";
import { gateContext, gateOf } from "../../item/gate-of.ts";
import { ITEM } from "../../item/item.ts";
import { itemStream } from "../../item/item-stream.ts";
import { Status } from "../../item/row-schemas.ts";
import { readState } from "../../ledger/read-state.ts";
import { GATE_TARGETS } from "../../qa/gate-target.ts";
import { placeOfItem } from "../item/item-place.ts";
import { type GateDeps, readGate } from "../item/read-gate.ts";
import { refuseUnseenLedger, type SightDeps } from "../ledger-seen.ts";
import { operation } from "../operation.ts";
import { refused } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { GateOut, gateOut } from "./views/gate-view.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      target_status: z.enum(GATE_TARGETS).check(z.describe("the status before which the gate stands")),
    }),
  ),
);

export const GateSummary = z.lazy(() =>
  responseOf(
    z.object({
      item_id: z.string(),
      task_num: z.nullable(z.int()),
      status: Status.check(z.describe("where the item, or the task, stands now")),
      revisions: z
        .array(z.string())
        .check(z.describe("commits that the gate took; none: no run was asked for one")),
      gate: GateOut,
    }),
  ),
);
export type GateSummary = z.output<typeof GateSummary>;

/**
 * Says what a gate of an item, or of a task, would say now: what is proved, what is owed and what answers it. Writes nothing.
 * Errors: those of the gate's ports.
 */
export const qaGateSummaryRun = operation({
  id: "qa.gate_summary.run",
  title: "Say what the gate before a status asks for and what is owed",
  input: Input,
  output: GateSummary,
  writes: false,
  async run(deps: GateDeps & SightDeps, { target, payload: { target_status } }) {
    const place = placeOfItem("qa.gate_summary.run", target);
    if (place.kind === "refused") return refused(place);
    const { key, task_num } = place;
    const unseen = await refuseUnseenLedger(deps);
    if (unseen !== null) return refused(unseen);
    const { state } = await readState(deps.ledger, itemStream(key), ITEM);
    const found = findItem(state, key, task_num);
    if (found.kind === "refused") return refused(found);
    const asking = await readGate(deps, state, { target: target_status, task_num, sha: null });
    const gate = gateOf(state, found.item, target_status, task_num, asking);
    const revisions = [...(gateContext(found.item, asking).acceptedRevisions ?? [])];
    return {
      success: true,
      result: {
        item_id: key,
        task_num,
        status: (found.task ?? found.item).status,
        revisions,
        gate: gateOut(gate, state.qa),
      },
      warnings: [],
      errors: [],
      event_ids: [],
    };
  },
});
