import type { Act, ChangePlan } from "./act.ts";
import { attempt } from "./attempt.ts";
import { stepOpen } from "./change-sheets.ts";
import { nextBlocks } from "./details/next-blocks.ts";
import type { Operations } from "./operations.ts";
import type { Reach } from "./reach.ts";
import type { Store } from "./store.ts";
import { tellRefused } from "./tell-refused.ts";
import { EMPTY_FIELD } from "./text-field.ts";

type ChangeAct = Extract<Act, { verb: "hand over" | "start" }>;

/** Asks the operation whether the change can be handed on, then for a note to go with it. */
export async function planHandOver(
  store: Store,
  { operations }: Reach,
  id: string,
  to: "next" | "person",
): Promise<void> {
  await attempt(store, "planning", async () => {
    const { result, refusal, view } = await operations.handOver({ id, to, note: null }, null);
    if (refusal !== null) return tellRefused(store, [{ id, ...refusal }]);
    if (result === "unchanged") return say(store, "it was handed over before; `assay change work` goes on");
    const step = stepOpen(view);
    if (step !== null) askNote(store, { verb: "hand over", id, to, view, step });
  });
}

/** Asks what the last run came to, then for a note that a new one begins with. */
export async function planStart(store: Store, { operations }: Reach, id: string): Promise<void> {
  await attempt(store, "planning", async () => {
    const view = await operations.change(id);
    if (view.status.phase === "running") return say(store, `run ${view.run} is live already`);
    askNote(store, { verb: "start", id, view });
  });
}

/** Does what was confirmed and gives what to say; a note that was of no use is kept as a draft. */
export async function performChange(
  store: Store,
  operations: Operations,
  act: ChangeAct,
): Promise<string | null> {
  const { id, note } = act.verb === "start" ? act.starting : act.handing;
  const { result, refusal } =
    act.verb === "start"
      ? await operations.startChange(act.starting)
      : await operations.handOver(act.handing, act.seen);
  if (result === "started") return "the run has begun; `assay change work` does what is to be done";
  if (result === "done") return "handed over; `assay change work` goes on from there";
  if (refusal !== null) tellRefused(store, [{ id, ...refusal }]);
  const left = result === "live" ? "another run has begun meanwhile" : "nothing was changed";
  if (note === null) return left;
  return `${left}; your note is kept in ${await operations.keepDraft("note.txt", `${note}\n`)}`;
}

/** Asks whose turn it is, the forge too, and shows the answer. */
export async function showTurn(store: Store, { operations }: Reach, id: string): Promise<void> {
  await attempt(store, "asking the forge", async () => {
    const next = await operations.turn(id);
    store.dispatch({
      type: "sheet",
      sheet: { kind: "answer", title: `Whose turn it is in ${id}`, blocks: nextBlocks(next), scroll: 0 },
    });
  });
}

function askNote(store: Store, plan: ChangePlan): void {
  store.dispatch({
    type: "sheet",
    sheet: { kind: "text", purpose: { kind: "note", plan }, field: EMPTY_FIELD, at: 0 },
  });
}

function say(store: Store, text: string): void {
  store.dispatch({ type: "noticed", notice: text });
}
