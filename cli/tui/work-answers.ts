import { beginCase, beginVerdict, planCase } from "./case-acts.ts";
import type { Reach } from "./reach.ts";
import { chosenRows, type State } from "./state.ts";
import type { Store } from "./store.ts";
import { EMPTY_FIELD } from "./text-field.ts";
import {
  beginForItem,
  beginWaiver,
  chooseItem,
  choosePlan,
  goOnWith,
  itemOf,
  planMove,
  planPlanRun,
  planWaiver,
} from "./work-acts.ts";
import type { ClaimVerb, WorkChoice, WorkPurpose } from "./work-asks.ts";
import { askSheet, judgeConfirmation } from "./work-sheets.ts";

/** Carries out what is chosen: a case, a plan for an item, or a plan of an item. */
export function startWork(store: Store, reach: Reach, state: State): void {
  const subject = chosenRows(state)[0]?.subject;
  if (subject?.kind === "requirement") void beginCase(store, reach, subject.id);
  if (subject?.kind === "plan") void chooseItem(store, reach, subject.id);
  if (subject?.kind === "item") void choosePlan(store, reach, subject.id);
}

/** Takes, gives back or moves the item that the entry belongs to. */
export function actOnItem(store: Store, reach: Reach, state: State, verb: ClaimVerb | "move"): void {
  const key = itemOf(chosenRows(state)[0]?.subject);
  if (key !== null) void beginForItem(store, reach, verb, key);
}

export function giveVerdict(store: Store, reach: Reach, state: State): void {
  const subject = chosenRows(state)[0]?.subject;
  if (subject?.kind === "requirement") void beginVerdict(store, reach, subject.id);
}

export function waive(store: Store, reach: Reach, state: State): void {
  const subject = chosenRows(state)[0]?.subject;
  if (subject?.kind === "requirement") void beginWaiver(store, reach, subject.id);
}

/** Goes on with what was chosen. */
export function workChosen(store: Store, reach: Reach, ask: WorkChoice): void {
  switch (ask.kind) {
    case "verdict":
      store.dispatch({
        type: "sheet",
        sheet: askSheet({ ...ask, kind: "judge-note" }, EMPTY_FIELD),
      });
      break;
    case "place":
      void goOnWith(store, reach, ask.verb, ask.place);
      break;
    case "move-to":
      void planMove(store, reach, ask.place, ask.to);
      break;
    case "run-plan":
      void planPlanRun(store, reach, ask.plan, ask.place);
      break;
  }
}

/** Goes on with what was typed. */
export function workTextGiven(store: Store, reach: Reach, ask: WorkPurpose, text: string): void {
  const close = () => store.dispatch({ type: "sheet", sheet: null });
  const say = (notice: string) => store.dispatch({ type: "noticed", notice });
  const given = text === "" ? null : text;
  switch (ask.kind) {
    case "judge-note":
      if (given === null && ask.verdict === "undetermined") say("undetermined needs a note: what is missing");
      else store.dispatch({ type: "sheet", sheet: judgeConfirmation(ask.judging, ask.verdict, given) });
      break;
    case "waive-reason":
      if (given === null) say("say why: who reads it later has to know");
      else
        store.dispatch({
          type: "sheet",
          sheet: askSheet({ kind: "waive-end", waiving: ask.waiving, reason: given }, EMPTY_FIELD),
        });
      break;
    case "waive-end":
      close();
      void planWaiver(store, reach, ask.waiving, ask.reason, given);
      break;
    case "base-url":
      close();
      void planCase(store, reach, { ...ask.carrying, baseUrl: given });
      break;
  }
}
