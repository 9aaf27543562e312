import { confirmCommit, editRecord, planMark, planRuling } from "./acts.ts";
import { changeConfirmation } from "./change-sheets.ts";
import { planEnds } from "./decide.ts";
import type { KeyAction } from "./keymap.ts";
import { causesSheet, marksSheet } from "./mark-sheets.ts";
import { openSubject } from "./open-subject.ts";
import { paletteMatches } from "./palette.ts";
import type { Reach } from "./reach.ts";
import { whyNot } from "./scopes.ts";
import type { Choice, Purpose, Sheet } from "./state.ts";
import type { Store } from "./store.ts";
import { workChosen, workTextGiven } from "./work-answers.ts";

/** What was typed or chosen is used; `act` carries out what the palette found. */
export function submit(store: Store, reach: Reach, act: (action: KeyAction) => void): void {
  const { sheet } = store.get();
  if (sheet?.kind === "choose") {
    const choice = sheet.options[sheet.at]?.choice;
    if (choice !== undefined) choose(store, reach, choice);
  }
  if (sheet?.kind === "text") use(store, reach, sheet.purpose, sheet.field.text.trim(), sheet.at, act);
}

function choose(store: Store, reach: Reach, choice: Choice): void {
  const sheet = sheetAfter(choice);
  store.dispatch({ type: "sheet", sheet });
  if (choice.kind === "subject") openSubject(store, reach, choice.link.subject);
  if (choice.kind === "edit-again") void editRecord(store, reach, choice.id);
  if (choice.kind === "mark") void planMark(store, reach, choice.marking);
  if (choice.kind === "work") workChosen(store, reach, choice.ask);
}

/** A choice that leads to another one. */
function sheetAfter(choice: Choice): Sheet | null {
  if (choice.kind === "mark-test") return marksSheet(choice.run, choice.test);
  return choice.kind === "mark-cause" ? causesSheet(choice.marking) : null;
}

function use(
  store: Store,
  reach: Reach,
  purpose: Purpose,
  text: string,
  at: number,
  act: (action: KeyAction) => void,
): void {
  const say = (notice: string) => store.dispatch({ type: "noticed", notice });
  const close = () => store.dispatch({ type: "sheet", sheet: null });
  switch (purpose.kind) {
    case "filter":
      close();
      store.dispatch({ type: "filtered", filter: text });
      break;
    case "palette": {
      const matches = paletteMatches(text);
      const found = matches[Math.min(at, matches.length - 1)];
      close();
      const why =
        found === undefined
          ? `there is no command “${text}”: ? lists the keys`
          : whyNot(store.get(), found.binding);
      if (why !== null) say(why);
      else if (found !== undefined) act(found.binding.action);
      break;
    }
    case "reason":
      if (text === "") say("say why: others will read it in the record's history");
      else {
        close();
        void planRuling(store, reach, purpose.verb, purpose.ids, text);
      }
      break;
    case "ending":
      close();
      void planEnds(store, reach, purpose.ends, text === "" ? null : text);
      break;
    case "note":
      store.dispatch({
        type: "sheet",
        sheet: changeConfirmation(purpose.plan, text === "" ? null : text),
      });
      break;
    case "work":
      workTextGiven(store, reach, purpose.ask, text);
      break;
    case "message":
      if (text === "") say("a commit needs a message");
      else confirmCommit(store, purpose.plan, text);
      break;
  }
}
