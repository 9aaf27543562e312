import type { Message } from "#knowledge";
import type { Store } from "./store.ts";

/** Says which case of a plan is carried out, where something is being done at all; nothing else needs to be told here. */
export function showProgress(store: Store, message: Message): void {
  if (message.kind !== "qa-case" || message.outcome !== null || store.get().busy === null) return;
  const { number, of, title } = message;
  store.dispatch({ type: "busy", what: `case ${number} of ${of}: ${title}` });
}
