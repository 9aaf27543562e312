import { carryOut, editRecord, planCommit } from "./acts.ts";
import { planHandOver, planStart } from "./change-acts.ts";
import { accept, askForge, lookNow, reject } from "./decide.ts";
import { areKeysHeld, dropHeld, holdKey, mustWait } from "./held-keys.ts";
import { bindingFor, type KeyAction } from "./keymap.ts";
import { layoutOf } from "./layout.ts";
import { markSheet } from "./mark-sheets.ts";
import { openLinks } from "./open-subject.ts";
import type { RequestName } from "./operations.ts";
import { copyPages, hasPages, openPage } from "./pages.ts";
import type { Reach } from "./reach.ts";
import { planRefresh, showDiff } from "./request-acts.ts";
import { scopesOf, whyNot } from "./scopes.ts";
import { SCREENS, type ScreenId } from "./screens/index.ts";
import { chosenRows, currentRow, listOf, type Sheet, type State } from "./state.ts";
import type { Store } from "./store.ts";
import { submit } from "./submit.ts";
import { EMPTY_FIELD, type FieldEdit, fieldOf } from "./text-field.ts";
import { keepTyped } from "./typed-text.ts";
import { itemOf, showPlanDiff } from "./work-acts.ts";
import { actOnItem, giveVerdict, startWork, waive } from "./work-answers.ts";

/** Exit code after ctrl-c, as shells have it. */
const INTERRUPTED = 130;

/**
 * Hands one key to the topmost scope that knows it; in a text what no scope knows is typed. A key that is about an entry
 * which is still being read waits for it, with those after it; what leaves at once waits for nothing.
 */
export function pressKey(store: Store, reach: Reach, key: string): void {
  const state = store.get();
  const binding = bindingFor(key, scopesOf(state));
  const press = (one: string) => pressKey(store, reach, one);
  const isOver = () => binding === null || !mustWait(store.get(), binding);
  if (binding?.action === "interrupt") dropHeld(store);
  else if (areKeysHeld(store) || !isOver()) {
    holdKey(store, key, isOver, press);
    return;
  }
  store.dispatch({ type: "noticed", notice: null });
  if (binding === null) {
    if (state.sheet?.kind === "text" && isText(key))
      store.dispatch({ type: "typed", edit: { kind: "insert", text: key } });
    return;
  }
  const why = whyNot(state, binding);
  if (why === null) act(store, reach, binding.action);
  else store.dispatch({ type: "noticed", notice: why });
}

/** Pasted text: into the text that is being typed; anywhere else it does nothing. */
export function pasteText(store: Store, text: string): void {
  if (store.get().sheet?.kind === "text") store.dispatch({ type: "typed", edit: { kind: "insert", text } });
  else store.dispatch({ type: "noticed", notice: "pasted text was left out: nothing is being typed" });
}

function isText(key: string): boolean {
  return [...key].length === 1 || !/^[\u0000-\u007e]*$/.test(key);
}

interface Pressed {
  readonly store: Store;
  readonly reach: Reach;
  readonly state: State;
  /** Rows of a page. */
  readonly page: number;
}

const move = (by: number) => (pressed: Pressed) => pressed.store.dispatch({ type: "moved", by });
const show = ({ store }: Pressed, sheet: Sheet | null) => store.dispatch({ type: "sheet", sheet });
const type = (kind: Exclude<FieldEdit["kind"], "insert">) => (pressed: Pressed) =>
  pressed.store.dispatch({ type: "typed", edit: { kind } });

/** What each action does; those that go to a screen are all alike. */
const ACTIONS: Readonly<Record<Exclude<KeyAction, `go-${ScreenId}`>, (pressed: Pressed) => void>> = {
  interrupt({ store, reach }) {
    void keepTyped(store, reach).then(() => store.dispatch({ type: "quit", code: INTERRUPTED }));
  },
  quit({ store, state: { place } }) {
    if (place.pane === "list" && place.only === null) store.dispatch({ type: "quit", code: 0 });
    else goBack(store);
  },
  back: ({ store }) => goBack(store),
  help: (pressed) => show(pressed, { kind: "help", scroll: 0 }),
  palette: (pressed) =>
    show(pressed, { kind: "text", purpose: { kind: "palette" }, field: EMPTY_FIELD, at: 0 }),
  filter: (pressed) =>
    show(pressed, {
      kind: "text",
      purpose: { kind: "filter" },
      field: fieldOf(listOf(pressed.state).filter),
      at: 0,
    }),
  refresh({ store, reach }) {
    store.dispatch({ type: "changed", now: reach.now() });
    store.dispatch({ type: "noticed", notice: "read again" });
  },
  open: ({ store }) => store.dispatch({ type: "pane", pane: "detail" }),
  "next-pane"({ store, state }) {
    if (layoutOf(state).evidence === null) return;
    store.dispatch({ type: "pane", pane: state.place.pane === "evidence" ? "detail" : "evidence" });
  },
  down: move(1),
  up: move(-1),
  "page-down": (pressed) => move(pressed.page)(pressed),
  "page-up": (pressed) => move(-pressed.page)(pressed),
  "half-down": (pressed) => move(Math.ceil(pressed.page / 2))(pressed),
  "half-up": (pressed) => move(-Math.ceil(pressed.page / 2))(pressed),
  first: move(-Infinity),
  last: move(Infinity),
  select: ({ store }) => store.dispatch({ type: "selected" }),
  "history-back": ({ store }) => store.dispatch({ type: "history", way: "back" }),
  "history-forward": ({ store }) => store.dispatch({ type: "history", way: "forward" }),
  links: ({ store, reach }) => openLinks(store, reach),
  copy: ({ store, reach }) => copyIds(store, reach),
  edit({ store, reach, state }) {
    void editRecord(store, reach, currentRow(state)?.subject.id ?? "");
  },
  accept: ({ store, reach, state }) => accept(store, reach, state),
  reject: ({ store, state }) => reject(store, state),
  forget: (pressed) =>
    show(pressed, {
      kind: "text",
      purpose: { kind: "reason", verb: "forget", ids: chosenIds(pressed.state) },
      field: EMPTY_FIELD,
      at: 0,
    }),
  mark: (pressed) => show(pressed, markSheet(pressed.state)),
  commit({ store, reach }) {
    void planCommit(store, reach);
  },
  "hand-to-next"({ store, reach, state }) {
    void planHandOver(store, reach, currentId(state), "next");
  },
  "hand-to-person"({ store, reach, state }) {
    void planHandOver(store, reach, currentId(state), "person");
  },
  "start-run"({ store, reach, state }) {
    if (chosenRows(state)[0]?.subject.kind === "change") void planStart(store, reach, currentId(state));
    else startWork(store, reach, state);
  },
  "ask-forge": ({ store, reach, state }) => askForge(store, reach, state),
  "look-now": ({ store, reach, state }) => lookNow(store, reach, state),
  "ask-again"({ store, reach, state }) {
    for (const request of requestsIn(state)) void planRefresh(store, reach, { request, again: true });
  },
  diff({ store, reach, state }) {
    for (const request of requestsIn(state)) void showDiff(store, reach, request);
    if (chosenRows(state)[0]?.subject.kind === "plan") void showPlanDiff(store, reach, currentId(state));
  },
  "give-verdict": ({ store, reach, state }) => giveVerdict(store, reach, state),
  waive: ({ store, reach, state }) => waive(store, reach, state),
  claim: ({ store, reach, state }) => actOnItem(store, reach, state, "claim"),
  release: ({ store, reach, state }) => actOnItem(store, reach, state, "release"),
  move: ({ store, reach, state }) => actOnItem(store, reach, state, "move"),
  "open-page"({ store, reach, state }) {
    for (const row of chosenRows(state)) void openPage(store, reach, row);
  },
  cancel: ({ store, reach }) => cancel(store, reach),
  confirm: ({ store, reach }) => confirm(store, reach),
  submit: ({ store, reach }) => submit(store, reach, (action) => act(store, reach, action)),
  erase: type("erase"),
  "erase-word": type("erase-word"),
  "erase-all": type("erase-all"),
  left: type("left"),
  right: type("right"),
  start: type("start"),
  end: type("end"),
};

function act(store: Store, reach: Reach, action: KeyAction): void {
  const state = store.get();
  const screen = SCREENS.find(({ id }) => action === `go-${id}`);
  if (screen !== undefined) goTo(store, screen.id);
  else
    ACTIONS[action as keyof typeof ACTIONS]({
      store,
      reach,
      state,
      page: Math.max(1, layoutOf(state).body - 2),
    });
}

/** Requirements are those of the item at hand; where there is none, those that were looked at last. */
function goTo(store: Store, screen: ScreenId): void {
  const of = screen === "requirements" ? itemOf(currentRow(store.get())?.subject) : null;
  store.dispatch({ type: "opened", screen, row: null, ...(of === null ? {} : { of }) });
}

/** A message is put away first, then what is open is closed. */
function goBack(store: Store): void {
  const state = store.get();
  store.dispatch(state.banner === null ? { type: "back" } : { type: "told", banner: null });
  if (store.get() === state) store.dispatch({ type: "noticed", notice: "this is the top; q leaves" });
}

function copyIds(store: Store, reach: Reach): void {
  const rows = chosenRows(store.get());
  if (rows.every(hasPages)) {
    void copyPages(store, reach, rows);
    return;
  }
  const text = rows.map(({ subject }) => subject.id).join("\n");
  store.dispatch({ type: "sheet", sheet: { kind: "copied", how: reach.copy(text), text } });
}

function cancel(store: Store, reach: Reach): void {
  const { sheet } = store.get();
  void keepTyped(store, reach);
  store.dispatch({ type: "sheet", sheet: null });
  if (sheet?.kind === "confirm" && sheet.act.verb === "save") reach.answerSave(false);
}

function confirm(store: Store, reach: Reach): void {
  const { sheet } = store.get();
  if (sheet?.kind !== "confirm") return;
  store.dispatch({ type: "sheet", sheet: null });
  if (sheet.act.verb === "save") reach.answerSave(true);
  else void carryOut(store, reach, sheet.act);
}

/** The one thing that is chosen. */
function currentId(state: State): string {
  return chosenIds(state)[0] ?? "";
}

function requestsIn(state: State): readonly RequestName[] {
  return chosenRows(state).flatMap(({ subject }) => (subject.kind === "request" ? [subject.request] : []));
}

function chosenIds(state: State): readonly string[] {
  return chosenRows(state).map(({ subject }) => subject.id);
}
