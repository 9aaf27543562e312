import type { BudgetLeft } from "./budget-left.ts";
import { clampScroll, lastScroll } from "./detail-rows.ts";
import { layoutOf } from "./layout.ts";
import { firstRow } from "./list-window.ts";
import type { Detail, Page, Row } from "./screen.ts";
import type { ScreenId } from "./screens/index.ts";
import { lastSheetScroll } from "./sheet-room.ts";
import {
  currentRow,
  EMPTY_LIST,
  type List,
  type LoadedDetail,
  listOf,
  PAGE,
  type Pane,
  type Place,
  rowAt,
  type Sheet,
  type Size,
  type State,
  type Surroundings,
  type Told,
} from "./state.ts";
import { editField, type FieldEdit } from "./text-field.ts";

/** Everything that can happen to the state. */
export type Action =
  | { readonly type: "resized"; readonly size: Size }
  | { readonly type: "moved"; readonly by: number }
  | { readonly type: "jumped"; readonly to: "first" | "last" }
  | { readonly type: "selected" }
  | { readonly type: "unmarked" }
  | { readonly type: "pane"; readonly pane: Pane }
  /** `of`: what the list is about; where nothing is said it stays as it was. */
  | { readonly type: "opened"; readonly screen: ScreenId; readonly row: Row | null; readonly of?: string }
  | { readonly type: "back" }
  | { readonly type: "history"; readonly way: "back" | "forward" }
  | { readonly type: "filtered"; readonly filter: string }
  | { readonly type: "sheet"; readonly sheet: Sheet | null }
  | { readonly type: "typed"; readonly edit: FieldEdit }
  | { readonly type: "told"; readonly banner: Told | null }
  | { readonly type: "noticed"; readonly notice: string | null }
  | { readonly type: "busy"; readonly what: string | null }
  | { readonly type: "ticked" }
  | { readonly type: "changed"; readonly now: number }
  | { readonly type: "surroundings"; readonly surroundings: Surroundings }
  | {
      readonly type: "page";
      readonly screen: ScreenId;
      readonly filter: string;
      readonly of: string | null;
      readonly page: number;
      readonly version: number;
      readonly result: Page;
    }
  | { readonly type: "detail"; readonly key: string; readonly version: number; readonly detail: Detail }
  | { readonly type: "budget"; readonly version: number; readonly left: BudgetLeft | null }
  | { readonly type: "failed"; readonly request: string; readonly version: number; readonly told: Told }
  | { readonly type: "quit"; readonly code: number };

const HISTORY = 100;
const DETAILS = 60;

/** The next state; pure. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "resized": {
      const next = { ...state, size: action.size };
      return next.place.pane === "evidence" && layoutOf(next).evidence === null
        ? { ...next, place: { ...next.place, pane: "detail" } }
        : next;
    }
    case "moved":
      return moved(state, action.by);
    case "jumped":
      return moved(state, action.to === "first" ? -Infinity : Infinity);
    case "selected":
      return selected(state);
    case "unmarked":
      return withList(state, { marked: new Map() });
    case "pane":
      return { ...state, place: { ...state.place, pane: action.pane, scroll: 0 } };
    case "opened":
      return visit(state, {
        screen: action.screen,
        pane: action.row === null ? "list" : "detail",
        scroll: 0,
        only: action.row,
        of: action.of ?? state.lists[action.screen].of,
      });
    case "back":
      return back(state);
    case "history":
      return travel(state, action.way);
    case "filtered":
      return withList(
        { ...state, place: { ...state.place, pane: "list", only: null } },
        {
          filter: action.filter,
          total: null,
          pages: new Map(),
          at: 0,
          id: null,
          top: 0,
          ahead: [],
          marked: new Map(),
        },
      );
    case "sheet":
      return { ...state, sheet: action.sheet };
    case "typed":
      return state.sheet?.kind === "text"
        ? { ...state, sheet: { ...state.sheet, field: editField(state.sheet.field, action.edit), at: 0 } }
        : state;
    case "told":
      return { ...state, banner: action.banner };
    case "noticed":
      return state.notice === action.notice ? state : { ...state, notice: action.notice };
    case "busy":
      return { ...state, busy: action.what, ticks: 0 };
    case "ticked":
      return { ...state, ticks: state.ticks + 1 };
    case "changed":
      return { ...state, version: state.version + 1, now: action.now, failed: new Set() };
    case "surroundings":
      return { ...state, surroundings: action.surroundings };
    case "page":
      return pageLoaded(state, action);
    case "detail":
      return { ...state, details: kept(state.details, action.key, action) };
    case "budget":
      return { ...state, budget: { left: action.left, version: action.version } };
    case "failed":
      return action.version === state.version
        ? { ...state, failed: new Set([...state.failed, action.request]), banner: action.told }
        : state;
    case "quit":
      return { ...state, leaving: action.code };
  }
}

function withList(state: State, change: Partial<List>, screen: ScreenId = state.place.screen): State {
  return { ...state, lists: { ...state.lists, [screen]: { ...state.lists[screen], ...change } } };
}

function moved(state: State, by: number): State {
  const { sheet, place } = state;
  if (sheet?.kind === "help" || sheet?.kind === "answer") {
    const last = lastSheetScroll(state, sheet);
    return { ...state, sheet: { ...sheet, scroll: Math.max(0, Math.min(last, sheet.scroll + by)) } };
  }
  if (sheet?.kind === "choose") {
    const at = Math.max(0, Math.min(sheet.options.length - 1, sheet.at + by));
    return { ...state, sheet: { ...sheet, at } };
  }
  if (sheet?.kind === "text") return { ...state, sheet: { ...sheet, at: Math.max(0, sheet.at + by) } };
  if (sheet !== null) return state;
  if (place.pane !== "list") {
    const from = Number.isFinite(by) ? clampScroll(state, place.scroll) : 0;
    const scroll = by === Infinity ? lastScroll(state) : clampScroll(state, Math.max(0, from + by));
    return { ...state, place: { ...place, scroll: Number.isFinite(scroll) ? scroll : 0 } };
  }
  const list = listOf(state);
  if (list.total === null) return withList(state, { ahead: [...list.ahead, by] });
  const at = movedIn(list.total, list.at, by);
  return withList(state, {
    at,
    id: rowAt(list, at)?.id ?? null,
    top: firstRow({ ...list, at }, layoutOf(state).body - 1),
    ahead: [],
  });
}

function movedIn(total: number, at: number, by: number): number {
  return Math.max(0, Math.min(total - 1, at + by));
}

function selected(state: State): State {
  const row = currentRow(state);
  if (row === undefined) return state;
  const marked = new Map(listOf(state).marked);
  if (!marked.delete(row.id)) marked.set(row.id, row);
  return moved(withList(state, { marked }), 1);
}

function visit(state: State, place: Place): State {
  const { screen, only, of } = state.place;
  if (screen === place.screen && only?.id === place.only?.id && of === place.of)
    return { ...state, place: { ...state.place, pane: place.pane, scroll: 0 } };
  const back = [...state.back, state.place].slice(-HISTORY);
  return about({ ...state, place, back, forward: [] });
}

/** The list of the place is about what the place is: another one begins at its first row. */
function about(state: State): State {
  const { of } = state.place;
  return listOf(state).of === of ? state : withList(state, { ...EMPTY_LIST, of });
}

function back(state: State): State {
  const { place } = state;
  if (place.pane === "evidence") return { ...state, place: { ...place, pane: "detail", scroll: 0 } };
  if (place.pane === "detail" && place.only === null)
    return { ...state, place: { ...place, pane: "list", scroll: 0 } };
  if (listOf(state).marked.size > 0 && place.only === null) return withList(state, { marked: new Map() });
  if (listOf(state).filter !== "" && place.only === null)
    return reduce(state, { type: "filtered", filter: "" });
  return travel(state, "back");
}

function travel(state: State, way: "back" | "forward"): State {
  const from = way === "back" ? state.back : state.forward;
  const place = from.at(-1);
  if (place === undefined) return state;
  const rest = from.slice(0, -1);
  return about(
    way === "back"
      ? { ...state, place, back: rest, forward: [...state.forward, state.place] }
      : { ...state, place, forward: rest, back: [...state.back, state.place] },
  );
}

function pageLoaded(state: State, action: Extract<Action, { type: "page" }>): State {
  const { screen, filter, of, page, version, result } = action;
  const list = state.lists[screen];
  if (list.filter !== filter || list.of !== of) return state;
  const known = list.pages.get(page);
  if (known !== undefined && known.version > version) return state;
  const pages = new Map(list.pages).set(page, { rows: result.rows, version });
  // Pages that lie behind a list that became shorter are gone.
  for (const index of pages.keys()) if (index * PAGE >= Math.max(result.total, 1)) pages.delete(index);
  const next: List = { ...list, pages, total: result.total, note: result.note ?? null };
  const at = list.ahead.reduce((from, by) => movedIn(result.total, from, by), cursorAfter(next, page));
  return {
    ...withList(
      state,
      {
        ...next,
        at,
        id: rowAt(next, at)?.id ?? next.id,
        top: Math.max(0, next.top + at - list.at),
        ahead: [],
      },
      screen,
    ),
    needYou: result.needYou ?? state.needYou,
  };
}

/** The cursor stays on its row where the page shows where that is now; else at its place. */
function cursorAfter({ at, id, pages, total }: List, page: number): number {
  const found = id === null ? -1 : (pages.get(page)?.rows.findIndex((row) => row.id === id) ?? -1);
  return Math.max(0, Math.min(found < 0 ? at : page * PAGE + found, (total ?? 1) - 1));
}

function kept(
  details: State["details"],
  key: string,
  { detail, version }: LoadedDetail,
): ReadonlyMap<string, LoadedDetail> {
  const next = new Map(details);
  next.delete(key);
  next.set(key, { detail, version });
  for (const old of next.keys()) {
    if (next.size <= DETAILS) break;
    next.delete(old);
  }
  return next;
}
