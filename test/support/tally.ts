import type { Projection } from "../../knowledge/ledger/projection.ts";
import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";

/** State of the smallest useful stream: what was added up, and the marks in their order. */
export interface Tally {
  readonly total: number;
  readonly marks: readonly string[];
}

export const tally: Projection<Tally> = {
  kind: "tally",
  v: 1,
  initial: { total: 0, marks: [] },
  apply(state, { type, data }) {
    switch (type) {
      case "amount.added":
        return { ...state, total: state.total + Number(data.amount) };
      case "mark.made":
        return { ...state, marks: [...state.marks, String(data.mark)].slice(-5) };
      default:
        return state;
    }
  },
  summary: { v: 1, of: ({ total }) => ({ total }) },
};

export function added(amount: number): LedgerEvent {
  return { type: "amount.added", v: 1, data: { amount } };
}

export function marked(mark: string): LedgerEvent {
  return { type: "mark.made", v: 1, data: { mark } };
}
