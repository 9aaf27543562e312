/** Where a piece of work stands, in order; `cancelled` and `stopped` abandon it. Tasks have the same. */
export const ITEM_STATUSES = [
  "defining",
  "implementing",
  "reviewing-implementation",
  "reviewed-implementation",
  "release",
  "done",
  "cancelled",
  "stopped",
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** What an item is. An epic has tasks. */
export const ITEM_KINDS = ["issue", "epic"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
