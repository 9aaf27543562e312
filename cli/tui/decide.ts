import { planRuling } from "./acts.ts";
import { showTurn } from "./change-acts.ts";
import { planDeciding } from "./proposal-acts.ts";
import type { Reach } from "./reach.ts";
import { planEnding, planRefresh, showAtForge } from "./request-acts.ts";
import { chosenRows, type Ends, type Purpose, type State } from "./state.ts";
import type { Store } from "./store.ts";
import { EMPTY_FIELD } from "./text-field.ts";
import { planLook, planSweep } from "./watch-acts.ts";

/** Says yes to what is chosen: records hold, proposals are carried out, a request is merged. */
export function accept(store: Store, reach: Reach, state: State): void {
  const rows = chosenRows(state);
  const subject = rows[0]?.subject;
  const ids = rows.map((row) => row.subject.id);
  if (subject?.kind === "request")
    void planEnding(store, reach, { verb: "merge", request: subject.request, reason: null });
  else if (subject?.kind === "proposal") void planDeciding(store, reach, "apply", ids, null);
  else void planRuling(store, reach, "accept", ids, null);
}

/** Says no to what is chosen, after a reason was asked for. */
export function reject(store: Store, state: State): void {
  const rows = chosenRows(state);
  const subject = rows[0]?.subject;
  const ids = rows.map((row) => row.subject.id);
  if (subject?.kind === "request")
    ask(store, { kind: "ending", ends: { verb: "close", request: subject.request } });
  else if (subject?.kind === "proposal") ask(store, { kind: "ending", ends: { verb: "drop", ids } });
  else ask(store, { kind: "reason", verb: "reject", ids });
}

/** Asks what dropping or closing would do, once its reason is known. */
export function planEnds(store: Store, reach: Reach, ends: Ends, reason: string | null): Promise<void> {
  return ends.verb === "drop"
    ? planDeciding(store, reach, "drop", ends.ids, reason)
    : planEnding(store, reach, { ...ends, reason });
}

/** Plans a new look at what is chosen, at the forge. */
export function lookNow(store: Store, reach: Reach, state: State): void {
  const subject = chosenRows(state)[0]?.subject;
  if (subject?.kind === "watched") void planLook(store, reach, subject.id);
  if (subject?.kind === "sweep") void planSweep(store, reach, subject.product);
  if (subject?.kind === "request") void planRefresh(store, reach, { request: subject.request, again: false });
}

/** Asks the forge how what is chosen stands, and shows the answer. */
export function askForge(store: Store, reach: Reach, state: State): void {
  const subject = chosenRows(state)[0]?.subject;
  if (subject?.kind === "change") void showTurn(store, reach, subject.id);
  if (subject?.kind === "request") void showAtForge(store, reach, subject.request);
}

function ask(store: Store, purpose: Purpose): void {
  store.dispatch({ type: "sheet", sheet: { kind: "text", purpose, field: EMPTY_FIELD, at: 0 } });
}
