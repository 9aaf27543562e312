import { ITEM_STATUSES, type ItemStatus } from "./item-status.ts";

/** Where work ends: nothing leads out of these. */
const TERMINAL: ReadonlySet<ItemStatus> = new Set<ItemStatus>(["done", "cancelled", "stopped"]);

/** Where work is given up: nothing is settled and nothing waived. */
const ABANDONED: ReadonlySet<ItemStatus> = new Set<ItemStatus>(["cancelled", "stopped"]);

/**
 * Statuses that each one leads to: the next one first, then those that rework goes back to, then those that give the work
 * up. A step is never left out.
 */
export const TRANSITIONS = {
  defining: ["implementing", "cancelled", "stopped"],
  implementing: ["reviewing-implementation", "defining", "cancelled", "stopped"],
  "reviewing-implementation": ["reviewed-implementation", "implementing", "defining", "cancelled", "stopped"],
  "reviewed-implementation": [
    "release",
    "reviewing-implementation",
    "implementing",
    "defining",
    "cancelled",
    "stopped",
  ],
  release: ["done", "reviewing-implementation", "implementing", "defining", "cancelled", "stopped"],
  done: [],
  cancelled: [],
  stopped: [],
} as const satisfies Record<ItemStatus, readonly ItemStatus[]>;

/** Whether one status leads to another. Pure. */
export function mayFollow(from: ItemStatus, to: ItemStatus): boolean {
  return (TRANSITIONS[from] as readonly ItemStatus[]).includes(to);
}

/** Whether work in that status has ended. Pure. */
export function isTerminal(status: ItemStatus): boolean {
  return TERMINAL.has(status);
}

/** Whether work in that status was given up. Pure. */
export function isAbandoned(status: ItemStatus): boolean {
  return ABANDONED.has(status);
}

/** Whether a move goes back to an earlier status, for rework. Pure. */
export function isRework(from: ItemStatus, to: ItemStatus): boolean {
  return !isTerminal(from) && !isTerminal(to) && rank(to) < rank(from);
}

/** Whether a status comes before the review, so that what is reviewed is not there yet. Pure. */
export function isBeforeReview(status: ItemStatus): boolean {
  return rank(status) < rank("reviewing-implementation");
}

/** The status that a move towards `to` goes through first; null where no way leads there. Pure. */
export function nextTowards(from: ItemStatus, to: ItemStatus): ItemStatus | null {
  if (isTerminal(from) || isAbandoned(to) || rank(to) <= rank(from)) return null;
  return TRANSITIONS[from][0] as ItemStatus;
}

function rank(status: ItemStatus): number {
  return ITEM_STATUSES.indexOf(status);
}
