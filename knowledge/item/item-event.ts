import type { ItemEvents } from "./item-events.ts";

/** An event of an item's stream as a decision wants it; the ledger's own version number is 1. */
export type ItemEvent = {
  readonly [Name in keyof ItemEvents]: { readonly type: Name; readonly data: ItemEvents[Name] };
}[keyof ItemEvents];
