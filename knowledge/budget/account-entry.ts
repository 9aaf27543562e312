import type { StoredEvent } from "../ports/ledger.ts";
import type { ModelUsage } from "../ports/model.ts";
import type { MoneyEvents, MoneyPlace } from "./account-events.ts";

/** One reservation and what became of it. Times are milliseconds since the epoch. */
export interface AccountEntry {
  readonly id: string;
  readonly at: number;
  readonly place: MoneyPlace;
  readonly purpose: string;
  readonly model: string | null;
  readonly by: string | null;
  readonly capMicros: number;
  readonly expiresAt: number;
  /** Null while nobody has said what it cost. */
  readonly end: EntryEnd | null;
}

export interface EntryEnd {
  readonly kind: "settled" | "released";
  readonly at: number;
  readonly micros: number;
  readonly usage: ModelUsage | null;
  readonly latencyMs: number | null;
}

/** What an entry counts: what it cost, or its cap while nobody has said. */
export function countedMicros({ end, capMicros }: AccountEntry): number {
  return end === null ? capMicros : end.micros;
}

/** When its money was spent at the latest; for one that is not settled that is its expiry. */
export function spentBy({ end, expiresAt }: AccountEntry): number {
  return end === null ? expiresAt : Math.min(end.at, expiresAt);
}

/** Whether this end is news: the first one stands, but what cost something after all is settled. */
export function takesEnd({ end: known }: AccountEntry, end: Pick<EntryEnd, "kind">): boolean {
  return known === null || (known.kind === "released" && end.kind === "settled");
}

/** The reservation that an event tells of, or null. */
export function entryOf({ type, v, data }: StoredEvent): AccountEntry | null {
  if (type !== "money.reserved" || v !== 1) return null;
  const { id, at, capMicros, expiresAt, purpose, model, by, run, step, round, attempt } =
    data as unknown as MoneyEvents["money.reserved"];
  return {
    id,
    at: Date.parse(at),
    place: { run, step, round, attempt },
    purpose,
    model,
    by,
    capMicros,
    expiresAt: Date.parse(expiresAt),
    end: null,
  };
}

/** The end of a reservation that an event tells of, or null. */
export function endOf({ type, v, data }: StoredEvent): EntryEnd | null {
  if (v !== 1) return null;
  if (type === "money.settled") {
    const { at, micros, usage, latencyMs } = data as unknown as MoneyEvents["money.settled"];
    return { kind: "settled", at: Date.parse(at), micros, usage, latencyMs };
  }
  if (type !== "money.released") return null;
  const { at } = data as unknown as MoneyEvents["money.released"];
  return { kind: "released", at: Date.parse(at), micros: 0, usage: null, latencyMs: null };
}
