import type { ItemStatus, QaRun } from "#knowledge";

/** An item, or one task of it. */
export interface WorkPlace {
  /** `SHOP-12` */
  readonly key: string;
  readonly task: number | null;
}

export type Verdict = NonNullable<QaRun["verdict"]>;

/** A verdict that a person is about to give. */
export interface Judging {
  /**
   * `carry-out`: the case is begun and then judged; `attempt`: it has no method, so that an attempt is recorded;
   * `complete`: a run is open; `review`: what a run captured is judged.
   */
  readonly way: "carry-out" | "attempt" | "complete" | "review";
  readonly requirement: string;
  readonly title: string;
  /** The open run or the capture; null where none was begun. */
  readonly run: string | null;
  /** What is to be done and what is expected, for the person who decides. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** Where the subject's stream ended when it was shown. */
  readonly seq: number;
}

/** A requirement that a person is about to let off. */
export interface Waiving {
  readonly id: string;
  readonly title: string;
  readonly isBlocking: boolean;
  readonly seq: number;
}

/** A case that is about to be carried out. */
export interface Carrying {
  readonly id: string;
  readonly title: string;
  readonly facts: Judging["facts"];
  readonly baseUrl: string | null;
  readonly seq: number;
}

export type ClaimVerb = "claim" | "release";

/** What a choice of the screens of plans and work leads to. */
export type WorkChoice =
  | { readonly kind: "verdict"; readonly judging: Judging; readonly verdict: Verdict }
  | { readonly kind: "place"; readonly verb: ClaimVerb | "move"; readonly place: WorkPlace }
  | { readonly kind: "move-to"; readonly place: WorkPlace; readonly to: ItemStatus }
  | { readonly kind: "run-plan"; readonly plan: string; readonly place: WorkPlace };

/** What a text that is typed there is for. */
export type WorkPurpose =
  | { readonly kind: "judge-note"; readonly judging: Judging; readonly verdict: Verdict }
  | { readonly kind: "waive-reason"; readonly waiving: Waiving }
  | { readonly kind: "waive-end"; readonly waiving: Waiving; readonly reason: string }
  | { readonly kind: "base-url"; readonly carrying: Carrying };

/** What is done there once it is confirmed. */
export type WorkAct =
  | { readonly verb: "carry out"; readonly carrying: Carrying }
  | { readonly verb: "run plan"; readonly plan: string; readonly place: WorkPlace; readonly seq: number }
  | {
      readonly verb: "judge";
      readonly judging: Judging;
      readonly verdict: Verdict;
      readonly reason: string | null;
    }
  | {
      readonly verb: "waive";
      readonly waiving: Waiving;
      readonly reason: string;
      /** ISO 8601 or a date, as it was typed; null: it never ends. */
      readonly end: string | null;
    }
  | {
      readonly verb: ClaimVerb;
      readonly place: WorkPlace;
      /** Taken from whoever holds it. */
      readonly takesOver: boolean;
      readonly seq: number;
    }
  | { readonly verb: "move"; readonly place: WorkPlace; readonly to: ItemStatus; readonly seq: number };

/** `SHOP-12`, `SHOP-20 task 2`. */
export function placeName({ key, task }: WorkPlace): string {
  return task === null ? key : `${key} task ${task}`;
}
