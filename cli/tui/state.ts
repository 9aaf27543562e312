import type { CommitReceipt } from "#knowledge";
import type { Act, ChangePlan } from "./act.ts";
import type { Block } from "./blocks.ts";
import type { BudgetLeft } from "./budget-left.ts";
import type { Marking, RequestName, Ruling } from "./operations.ts";
import type { Detail, Link, Row } from "./screen.ts";
import { SCREENS, type ScreenId } from "./screens/index.ts";
import type { Field } from "./text-field.ts";
import type { WorkChoice, WorkPurpose } from "./work-asks.ts";

/** Rows that are asked for at a time. */
export const PAGE = 500;

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export type Pane = "list" | "detail" | "evidence";

export interface Place {
  readonly screen: ScreenId;
  readonly pane: Pane;
  /** Rows that are scrolled away at the top of the detail and of the evidence. */
  readonly scroll: number;
  /** What is open where it was not chosen from the list; null where the list's cursor says it. */
  readonly only: Row | null;
  /** What the list is about, where the screen's lists are about something: an item's key. */
  readonly of: string | null;
}

export interface LoadedPage {
  readonly rows: readonly Row[];
  /** State of the data that it was read at. */
  readonly version: number;
}

export interface List {
  readonly filter: string;
  /** As {@link Place} has it. */
  readonly of: string | null;
  /** Null until the first page is there. */
  readonly total: number | null;
  readonly note: string | null;
  readonly pages: ReadonlyMap<number, LoadedPage>;
  /** Index of the cursor, and the row that it stands on: the row wins when rows move. */
  readonly at: number;
  readonly id: string | null;
  /** Index of the first row that is shown. */
  readonly top: number;
  /** Moves that keys asked for while the list was not there yet: they are made up for. */
  readonly ahead: readonly number[];
  readonly marked: ReadonlyMap<string, Row>;
}

export interface LoadedDetail {
  readonly detail: Detail;
  readonly version: number;
}

/** What happened, for a person: what, and the way out. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export type Choice =
  | { readonly kind: "subject"; readonly link: Link }
  | { readonly kind: "mark-test"; readonly run: string; readonly test: string | null }
  | { readonly kind: "mark"; readonly marking: Marking }
  | { readonly kind: "mark-cause"; readonly marking: Marking }
  | { readonly kind: "edit-again"; readonly id: string }
  | { readonly kind: "work"; readonly ask: WorkChoice }
  | { readonly kind: "nothing" };

/** Proposals, or the request, that a person does not want. */
export type Ends =
  | { readonly verb: "drop"; readonly ids: readonly string[] }
  | { readonly verb: "close"; readonly request: RequestName };

/** What a typed text is for. */
export type Purpose =
  | { readonly kind: "filter" }
  | { readonly kind: "palette" }
  | { readonly kind: "reason"; readonly verb: Ruling; readonly ids: readonly string[] }
  /** Why a proposal is dropped, or a request closed. */
  | { readonly kind: "ending"; readonly ends: Ends }
  | { readonly kind: "message"; readonly plan: CommitReceipt }
  | { readonly kind: "note"; readonly plan: ChangePlan }
  | { readonly kind: "work"; readonly ask: WorkPurpose };

/** What lies over the screen and gets the keys first. */
export type Sheet =
  | { readonly kind: "help"; readonly scroll: number }
  | { readonly kind: "text"; readonly purpose: Purpose; readonly field: Field; readonly at: number }
  | {
      readonly kind: "choose";
      readonly title: string;
      readonly options: readonly { readonly label: string; readonly choice: Choice }[];
      readonly at: number;
    }
  | {
      readonly kind: "confirm";
      readonly title: string;
      readonly facts: readonly (readonly [label: string, text: string])[];
      readonly act: Act;
    }
  /** What was asked for and changes nothing. */
  | {
      readonly kind: "answer";
      readonly title: string;
      readonly blocks: readonly Block[];
      readonly scroll: number;
    }
  | { readonly kind: "copied"; readonly how: string; readonly text: string };

/** Where the work happens, for the status line and for confirmations. */
export interface Surroundings {
  readonly repository: string | null;
  readonly branch: string | null;
  readonly mode: string;
}

export interface State {
  readonly size: Size;
  readonly place: Place;
  readonly back: readonly Place[];
  readonly forward: readonly Place[];
  readonly lists: Readonly<Record<ScreenId, List>>;
  readonly details: ReadonlyMap<string, LoadedDetail>;
  readonly sheet: Sheet | null;
  readonly banner: Told | null;
  /** One line that goes away with the next key. */
  readonly notice: string | null;
  readonly surroundings: Surroundings | null;
  readonly needYou: number | null;
  /** What is left of the tightest budget, and the version that it was read at. */
  readonly budget: { readonly left: BudgetLeft | null; readonly version: number };
  /** Grows whenever the data may have changed. */
  readonly version: number;
  /** Requests that failed at this version: not asked again until it grows. */
  readonly failed: ReadonlySet<string>;
  /** Something that is being written. */
  readonly busy: string | null;
  /** Seconds that it takes already. */
  readonly ticks: number;
  /** Time that ages are told from. */
  readonly now: number;
  /** Exit code that the screen is being left with; null while it stays. */
  readonly leaving: number | null;
}

export const EMPTY_LIST: List = {
  filter: "",
  of: null,
  total: null,
  note: null,
  pages: new Map(),
  at: 0,
  id: null,
  top: 0,
  ahead: [],
  marked: new Map(),
};

export function initialState(size: Size, now: number): State {
  return {
    size,
    now,
    place: { screen: "home", pane: "list", scroll: 0, only: null, of: null },
    back: [],
    forward: [],
    lists: Object.fromEntries(SCREENS.map(({ id }) => [id, EMPTY_LIST])) as Record<ScreenId, List>,
    details: new Map(),
    sheet: null,
    banner: null,
    notice: null,
    surroundings: null,
    needYou: null,
    budget: { left: null, version: 0 },
    version: 1,
    failed: new Set(),
    busy: null,
    ticks: 0,
    leaving: null,
  };
}

export function listOf(state: State): List {
  return state.lists[state.place.screen];
}

/** The row at an index, or undefined where it is not loaded. */
export function rowAt(list: List, index: number): Row | undefined {
  return list.pages.get(Math.floor(index / PAGE))?.rows[index % PAGE];
}

/** What the keys are about: what was opened, else the row under the cursor. */
export function currentRow(state: State): Row | undefined {
  if (state.place.only !== null) return state.place.only;
  const list = listOf(state);
  return rowAt(list, list.at);
}

/** In the list the marked rows, or the one under the cursor; where one is open, that one. */
export function chosenRows(state: State): readonly Row[] {
  const { marked } = listOf(state);
  const isInList = state.place.pane === "list" && state.place.only === null;
  if (marked.size > 0 && isInList) return [...marked.values()];
  const row = currentRow(state);
  return row === undefined ? [] : [row];
}

export function detailKey(screen: ScreenId, row: string): string {
  return `${screen} ${row}`;
}

export function currentDetail(state: State): LoadedDetail | undefined {
  const row = currentRow(state);
  return row === undefined ? undefined : state.details.get(detailKey(state.place.screen, row.id));
}
