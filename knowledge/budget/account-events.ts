import type { LedgerEvent } from "../ports/ledger.ts";
import type { ModelUsage } from "../ports/model.ts";

/** What money is spent on; what does not apply is null. Sums are made by run, and in it by step, round and attempt. */
export interface MoneyPlace {
  /** Account of the run, also where it is told in the account of a group. */
  readonly run: string | null;
  readonly step: string | null;
  readonly round: number | null;
  readonly attempt: number | null;
}

/**
 * What happens in an account. Money is whole micro-dollars, times are ISO 8601 in UTC. All v1.
 */
export interface MoneyEvents {
  /** Counts as spent, in full, until it is settled or released. */
  "money.reserved": MoneyPlace & {
    readonly id: string;
    readonly at: string;
    readonly capMicros: number;
    /** From then on it counts as settled at its cap. */
    readonly expiresAt: string;
    /** In a word or two, e.g. `engineer`. */
    readonly purpose: string;
    /** `<provider>/<model>`; null for the reservation of a whole run. */
    readonly model: string | null;
    readonly by: string | null;
  };
  /** What it cost in the end, more than its cap too. */
  "money.settled": {
    readonly id: string;
    readonly at: string;
    readonly micros: number;
    readonly usage: ModelUsage | null;
    readonly latencyMs: number | null;
  };
  /** It surely cost nothing. */
  "money.released": { readonly id: string; readonly at: string };
}

export type MoneyEventType = keyof MoneyEvents;

/** An event of an account, as it is appended. */
export function moneyEvent<Type extends MoneyEventType>(type: Type, data: MoneyEvents[Type]): LedgerEvent {
  return { type, v: 1, data: data as unknown as LedgerEvent["data"] };
}

/** Stream of an account. */
export function accountStream(account: string): string {
  return `budget/${account}`;
}

/** A group of workflows whose runs share money. */
export interface MoneyGroup {
  /** The organisation of `watch` in the settings, whose money it is; null where none is named. */
  readonly organisation: string | null;
  readonly group: string;
}

/**
 * Account of a group of workflows: `group-<group>`, and `group@<organisation>.<group>` where an organisation is named,
 * so that organisations of one ledger never share money. An organisation is one word without a point.
 */
export function groupAccount({ organisation, group }: MoneyGroup): string {
  return organisation === null ? `group-${group}` : `group@${organisation}.${group}`;
}

/** The group of an account that {@link groupAccount} named; null for the account of a run. */
export function readGroupAccount(account: string): MoneyGroup | null {
  const [, plain, organisation = null, owned] = /^group(?:-(.+)|@([^.]+)\.(.+))$/s.exec(account) ?? [];
  const group = plain ?? owned;
  return group === undefined ? null : { organisation, group };
}
