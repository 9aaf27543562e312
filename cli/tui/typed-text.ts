import { subjectOf } from "./acts.ts";
import { attempt } from "./attempt.ts";
import type { Reach } from "./reach.ts";
import type { Sheet } from "./state.ts";
import type { Store } from "./store.ts";
import { workTyped } from "./work-sheets.ts";

/** What a person wrote is never lost: a reason or a message that is not used becomes a draft. */
export async function keepTyped(store: Store, { operations }: Reach): Promise<void> {
  const typed = typedText(store.get().sheet);
  if (typed === null) return;
  await attempt(store, null, async () => {
    const path = await operations.keepDraft(`${typed.name}.txt`, `${typed.text}\n`);
    store.dispatch({ type: "noticed", notice: `your text is kept in ${path}` });
  });
}

function typedText(sheet: Sheet | null): { readonly name: string; readonly text: string } | null {
  if (sheet?.kind === "confirm") {
    const { act } = sheet;
    if (act.verb === "commit") return ofMessage(act.message, act.plan.message);
    if (act.verb === "hand over") return ofNote(act.handing.note);
    if (act.verb === "start") return ofNote(act.starting.note);
    if (act.verb === "judge") return ofNote(act.reason);
    return "reason" in act && act.reason !== null ? { name: "reason", text: act.reason } : null;
  }
  if (sheet?.kind !== "text") return null;
  const { purpose, field } = sheet;
  if (purpose.kind === "work") return workTyped(purpose.ask, field.text);
  if (field.text.trim() === "") return null;
  if (purpose.kind === "note") return ofNote(field.text);
  if (purpose.kind === "reason" || purpose.kind === "ending") return { name: "reason", text: field.text };
  return purpose.kind === "message" ? ofMessage(field.text, subjectOf(purpose.plan.message)) : null;
}

function ofNote(text: string | null): { readonly name: string; readonly text: string } | null {
  return text === null ? null : { name: "note", text };
}

/** The message that was offered is nobody's text. */
function ofMessage(text: string, offered: string): { readonly name: string; readonly text: string } | null {
  return text === offered ? null : { name: "message", text };
}
