import type { ModelUsage } from "../ports/model.ts";
import { type AccountEntry, countedMicros } from "./account-entry.ts";
import type { MoneyPlace } from "./account-events.ts";

/** What was spent at one place. What nobody has settled counts with its cap. */
export interface PlaceTotal {
  /** Null: at places that nothing was spent on for long, together. */
  readonly place: MoneyPlace | null;
  readonly micros: number;
  /** Part of it that settlements took above their reservations. */
  readonly overMicros: number;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/** The sums with one entry more; its place comes last. Pure. */
export function addEntry(totals: readonly PlaceTotal[], entry: AccountEntry): readonly PlaceTotal[] {
  const known = totals.find(({ place }) => place !== null && isSamePlace(place, entry.place));
  const sum = addTotals(known ?? { ...NOTHING, place: entry.place }, totalOf(entry));
  return [...totals.filter((total) => total !== known), sum];
}

/** Two sums as one, of the place of the first. */
export function addTotals(one: PlaceTotal, other: Omit<PlaceTotal, "place">): PlaceTotal {
  return {
    place: one.place,
    micros: one.micros + other.micros,
    overMicros: one.overMicros + other.overMicros,
    calls: one.calls + other.calls,
    input: one.input + other.input,
    output: one.output + other.output,
  };
}

/** Nothing spent, anywhere. */
export const NOTHING: PlaceTotal = { place: null, micros: 0, overMicros: 0, calls: 0, input: 0, output: 0 };

export function isSamePlace(one: MoneyPlace, other: MoneyPlace): boolean {
  return (
    one.run === other.run &&
    one.step === other.step &&
    one.round === other.round &&
    one.attempt === other.attempt
  );
}

function totalOf(entry: AccountEntry): Omit<PlaceTotal, "place"> {
  const usage: Pick<ModelUsage, "input" | "output"> = entry.end?.usage ?? { input: 0, output: 0 };
  return {
    micros: countedMicros(entry),
    overMicros: entry.end === null ? 0 : Math.max(0, entry.end.micros - entry.capMicros),
    calls: entry.end?.kind === "released" ? 0 : 1,
    input: usage.input,
    output: usage.output,
  };
}
