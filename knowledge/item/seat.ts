import type { ListedProjection } from "../ledger/projection.ts";
import type { StoredEvent } from "../ports/ledger.ts";
import { requestKey } from "../qa/request-key.ts";
import { ITEM_KEY } from "../qa/subject.ts";
import type { Seat } from "./item-state.ts";
import type { SeatEvents } from "./seat-events.ts";

/** The fold of `seat/<name>`. */
export interface SeatState {
  /** Null for one that nobody ever took. */
  readonly seat: Seat | null;
  /** Sequence number of the event that holds the answer, by digest of function and request id. */
  readonly answered: Readonly<Record<string, number>>;
}

/** Seats from which somebody steers items. */
export const SEAT: ListedProjection<SeatState> = {
  kind: "seat",
  v: 1,
  initial: { seat: null, answered: {} },
  apply: applySeat,
  summary: { v: 1, of: ({ seat }) => ({ seat }) },
};

/** Names of seats: a slug of at most 40 characters. */
export const SEAT_NAME = /^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/;

/** What a seat may cover: one item, or with `SHOP-*` all of a prefix. */
export const COVER = new RegExp(`${ITEM_KEY.source}|^[A-Z][A-Z0-9]{0,15}-\\*$`);

export function seatStream(name: string): string {
  return `seat/${name}`;
}

/** Whether a seat covers an item, whoever sits on it. Pure. */
export function covers({ covers: covered }: Pick<Seat, "covers">, key: string): boolean {
  return covered.some((one) => one === key || (one.endsWith("-*") && key.startsWith(one.slice(0, -1))));
}

function applySeat(state: SeatState, { type, v, data, seq }: StoredEvent): SeatState {
  if (v !== 1) return state;
  switch (type) {
    case "SeatTaken": {
      const { name, covers: covered, claim } = data as unknown as SeatEvents["SeatTaken"];
      return { ...state, seat: { name, covers: covered, holder: claim } };
    }
    case "SeatDropped":
      return state.seat === null ? state : { ...state, seat: { ...state.seat, holder: null } };
    case "QARequestAnswered": {
      const key = requestKey(String(data.function), String(data.request));
      return { ...state, answered: { ...state.answered, [key]: seq } };
    }
    default:
      return state;
  }
}
