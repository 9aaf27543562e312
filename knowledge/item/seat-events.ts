import type { Claim } from "./item-state.ts";

/** What happens to a seat: events of `seat/<name>`. Times are ISO 8601, UTC. */
export interface SeatEvents {
  /** Taken, or taken anew with other items. */
  SeatTaken: { readonly name: string; readonly covers: readonly string[]; readonly claim: Claim };
  SeatDropped: { readonly at: string; readonly by: string };
}

export type SeatEvent = {
  readonly [Name in keyof SeatEvents]: { readonly type: Name; readonly data: SeatEvents[Name] };
}[keyof SeatEvents];
