import type { SubjectState } from "../qa/subject-state.ts";
import type { ItemKind, ItemStatus } from "./item-status.ts";

/** A piece of work: the fold of `item/<KEY>`. Null parts are not there yet. */
export interface ItemState {
  /** Null for a stream that nobody has written to. */
  readonly item: Item | null;
  /** What has to be proved for it and its tasks. */
  readonly qa: SubjectState;
}

export interface Item {
  /** `SHOP-12`. */
  readonly key: string;
  readonly kind: ItemKind;
  readonly title: string;
  readonly project: string;
  readonly status: ItemStatus;
  /** Environment that it is delivered to, or null. */
  readonly delivery_env: string | null;
  readonly links: {
    readonly issue: string | null;
    readonly branch: string | null;
    readonly pull: string | null;
  };
  /** By number, from 1. */
  readonly tasks: Readonly<Record<string, Task>>;
  readonly claim: Claim | null;
  /** Commits that its gates take, oldest first: heads recorded when it was linked, moved or reworked. */
  readonly revisions: readonly string[];
  readonly created_at: string;
  readonly created_by: string;
}

export interface Task {
  readonly task_num: number;
  readonly title: string;
  readonly status: ItemStatus;
  readonly claim: Claim | null;
}

/** Who works on it. */
export interface Claim {
  readonly actor_id: string;
  readonly session_id: string | null;
  readonly at: string;
}

/** A seat from which somebody steers the items that it covers; stream `seat/<name>`. */
export interface Seat {
  readonly name: string;
  readonly covers: readonly string[];
  readonly holder: Claim | null;
}
