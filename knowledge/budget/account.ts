import type { Projection } from "../ledger/projection.ts";
import type { StoredEvent } from "../ports/ledger.ts";
import { type AccountEntry, endOf, entryOf, spentBy, takesEnd } from "./account-entry.ts";
import type { MoneyPlace } from "./account-events.ts";
import { addEntry, addTotals, isSamePlace, NOTHING, type PlaceTotal } from "./place-total.ts";
import { WEEK_MS } from "./week-window.ts";

/** Places whose older sums are kept by themselves; those that nothing was spent on for longest fall together. */
const PLACES_KEPT = 300;

/** What the stream of an account says. */
export interface Account {
  /** Latest time that an event tells, in milliseconds since the epoch; 0 where there is none. */
  readonly at: number;
  /** In the order of their reservation: those that a window of seven days can still hold. */
  readonly entries: readonly AccountEntry[];
  /** Sums of all other entries, by place. */
  readonly folded: readonly PlaceTotal[];
}

/** What lists show of an account; what nobody has settled counts with its cap. */
export interface AccountSummary {
  /** When something happened last, ISO 8601. */
  readonly at: string;
  readonly micros: number;
}

/** The stream `budget/<account>`. */
export const ACCOUNT: Projection<Account> & Required<Pick<Projection<Account>, "summary">> = {
  kind: "budget",
  v: 1,
  initial: { at: 0, entries: [], folded: [] },
  apply(account, event) {
    const changed = event.v === 1 ? applied(account, event) : account;
    return changed === account ? account : withoutOld(changed);
  },
  summary: { v: 1, of: (account) => ({ ...summaryOfAccount(account) }) },
};

/** Sums of everything that was ever spent in the account, by place. */
export function placeTotals({ entries, folded }: Account): readonly PlaceTotal[] {
  return entries.reduce(addEntry, folded);
}

/** The sum over the places that a filter lets through; older ones that fell together belong to no place. */
export function spentAt(account: Account, isThere: (place: MoneyPlace) => boolean): number {
  return placeTotals(account)
    .filter(({ place }) => place !== null && isThere(place))
    .reduce((sum, { micros }) => sum + micros, 0);
}

/** Everything that was ever spent in the account. */
export function spentInAll(account: Account): PlaceTotal {
  return placeTotals(account).reduce(addTotals, NOTHING);
}

/** What an attempt spent. */
export function spentOn(account: Account, place: MoneyPlace): number {
  return spentAt(account, (one) => isSamePlace(one, place));
}

/** The account in a line. */
export function summaryOfAccount(account: Account): AccountSummary {
  return { at: new Date(account.at).toISOString(), micros: spentInAll(account).micros };
}

function applied(account: Account, event: StoredEvent): Account {
  const entry = entryOf(event);
  if (entry !== null) {
    if (account.entries.some(({ id }) => id === entry.id)) return account;
    return { ...account, at: Math.max(account.at, entry.at), entries: [...account.entries, entry] };
  }
  const end = endOf(event);
  if (end === null) return account;
  return {
    ...account,
    at: Math.max(account.at, end.at),
    entries: account.entries.map((one) =>
      one.id === event.data.id && takesEnd(one, end) ? { ...one, end } : one,
    ),
  };
}

/** What no window of seven days can hold any more is kept as sums. */
function withoutOld(account: Account): Account {
  const isOld = (entry: AccountEntry) => spentBy(entry) <= account.at - WEEK_MS;
  const old = account.entries.filter(isOld);
  if (old.length === 0) return account;
  const folded = old.reduce(addEntry, account.folded);
  const isLong = (total: PlaceTotal, index: number) =>
    total.place === null || index < folded.length - PLACES_KEPT;
  const long = folded.filter(isLong);
  return {
    ...account,
    entries: account.entries.filter((entry) => !isOld(entry)),
    folded: [
      ...(long.length === 0 ? [] : [long.reduce(addTotals, NOTHING)]),
      ...folded.filter((total, index) => !isLong(total, index)),
    ],
  };
}
