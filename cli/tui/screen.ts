import type { Block } from "./blocks.ts";
import type { Operations, RequestName } from "./operations.ts";
import type { Tone } from "./theme.ts";

/** What a row stands for, so that keys know what can be done with it. */
export type Subject =
  | {
      readonly kind: "record";
      readonly id: string;
      readonly path: string | null;
      readonly status: string | null;
    }
  | { readonly kind: "run"; readonly id: string }
  | { readonly kind: "proposal"; readonly id: string }
  | { readonly kind: "check"; readonly id: string }
  | { readonly kind: "account"; readonly id: string }
  /** `owner/name#12` */
  | { readonly kind: "change"; readonly id: string }
  /** A default branch that is watched, by its repository: `owner/name`. */
  | { readonly kind: "watched"; readonly id: string }
  /** A week of a product's sweep; no week where none was swept yet. */
  | { readonly kind: "sweep"; readonly id: string; readonly product: string; readonly week: string | null }
  | { readonly kind: "request"; readonly id: string; readonly request: RequestName }
  /** A plan by its slug, or by its file where that cannot be used. */
  | { readonly kind: "plan"; readonly id: string; readonly isUsable: boolean }
  /** `SHOP-12` */
  | { readonly kind: "item"; readonly id: string }
  /** `SHOP-12/req-7k3f9x2m0a` */
  | { readonly kind: "requirement"; readonly id: string; readonly item: string }
  /** All requirements of an item, by its key. */
  | { readonly kind: "requirements"; readonly id: string }
  /** Evidence in the store of this clone, by its path there. */
  | { readonly kind: "evidence"; readonly id: string }
  /** A page of the web. */
  | { readonly kind: "address"; readonly id: string };

/** One entry of a list. */
export interface Row {
  /** Stays the same across refreshes: the selection follows it. */
  readonly id: string;
  /** The state as a symbol and as a word; the tone only strengthens them. */
  readonly sign: { readonly symbol: string; readonly word: string; readonly tone: Tone };
  readonly text: string;
  /** Columns at the right end, before the age; the first gives way first. */
  readonly facts: readonly string[];
  /** ISO 8601, or null. */
  readonly at: string | null;
  /** Rows of one group stand under its heading. */
  readonly group?: string;
  readonly subject: Subject;
}

export interface Page {
  readonly rows: readonly Row[];
  /** All rows that pass the filter. */
  readonly total: number;
  /** Files that could not be read, and the like: shown under the title. */
  readonly note?: string;
  /** How many wait for a person, where the screen knows it. */
  readonly needYou?: number;
}

export interface Window {
  readonly filter: string;
  /** What the list is about; null on screens whose list is about everything. */
  readonly of: string | null;
  readonly offset: number;
  readonly limit: number;
}

export interface Link {
  readonly label: string;
  readonly subject: Subject;
}

export interface Detail {
  /** File that it is read from, relative to the work tree; null where there is none. */
  readonly path: string | null;
  readonly blocks: readonly Block[];
  /** What shows it; a pane of its own where there is room, else below. */
  readonly evidence: readonly Block[];
  /** What can be opened from here. */
  readonly links: readonly Link[];
  /** Failing tests that can be marked by themselves. */
  readonly tests: readonly string[];
}

/** One screen: a list and what stands behind its rows. It knows no terminal. */
export interface Screen {
  readonly id: string;
  readonly title: string;
  /** Opens it from anywhere. */
  readonly key: string;
  readonly noun: readonly [one: string, many: string];
  /** What the filter understands, in a line. */
  readonly filterHint: string;
  rows(operations: Operations, window: Window): Promise<Page>;
  detail(operations: Operations, row: Row): Promise<Detail>;
  /** What to do next where the list is empty. */
  empty(filter: string): readonly Block[];
}

/** The rows that hold every word of the filter, for lists that come whole. */
export function withWords(rows: readonly Row[], filter: string): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ id, text, sign, facts }) => {
    const all = [id, text, sign.word, ...facts].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
