import { type Account, spentAt, spentOn } from "./account.ts";
import type { MoneyPlace } from "./account-events.ts";
import { usdOf } from "./micros.ts";
import { roomAt, weekSpend } from "./week-window.ts";

/** Caps that hold together; a null one does not bind. Whole micro-dollars. */
export interface MoneyLimits {
  /** For all that has the place of the ask. */
  readonly attemptMicros: number | null;
  /** For all that has its run. */
  readonly runMicros: number | null;
  /** For the whole account, in any seven days. */
  readonly weekMicros: number | null;
}

export interface MoneyRefusal {
  readonly kind: "refused";
  readonly code: "budget_attempt_spent" | "budget_run_spent" | "budget_week_spent";
  readonly why: string;
  readonly recover: string;
  /** What is left under the cap that is in the way. */
  readonly leftMicros: number;
  /** When enough comes back by itself, ISO 8601; null where it does not. */
  readonly roomAt: string | null;
}

/** A cap and what it leaves. */
export interface MoneyRoom {
  readonly code: MoneyRefusal["code"];
  readonly capMicros: number;
  readonly leftMicros: number;
}

/** The cap that leaves the least for a place now, in milliseconds since the epoch; null where none binds. Pure. */
export function tightestRoom(
  account: Account,
  now: number,
  place: MoneyPlace,
  { attemptMicros, runMicros, weekMicros }: MoneyLimits,
): MoneyRoom | null {
  const room = (code: MoneyRoom["code"], capMicros: number | null, spent: () => number): MoneyRoom[] =>
    capMicros === null ? [] : [{ code, capMicros, leftMicros: Math.max(0, capMicros - spent()) }];
  const rooms = [
    ...room("budget_attempt_spent", attemptMicros, () => spentOn(account, place)),
    ...room("budget_run_spent", runMicros, () => spentAt(account, ({ run }) => run === place.run)),
    ...room("budget_week_spent", weekMicros, () => weekSpend(account.entries, now)),
  ];
  return rooms.sort((a, b) => a.leftMicros - b.leftMicros)[0] ?? null;
}

const CAPS = {
  budget_attempt_spent: "the cap of this attempt",
  budget_run_spent: "the cap of this run",
  budget_week_spent: "the cap for any seven days",
} as const satisfies Record<MoneyRefusal["code"], string>;

const RECOVER = {
  budget_attempt_spent: "raise maxBudgetUSD of the step in .assay/config.yaml, or decide yourself",
  budget_run_spent: "raise maxBudgetUSD of the step in .assay/config.yaml, or decide yourself",
  budget_week_spent: "raise budget.weeklyUSD of the workflows of the group in .assay/config.yaml, or wait",
} as const satisfies Record<MoneyRefusal["code"], string>;

/** Why so much does not fit under a cap, and what can be done; null where it does. Pure. */
export function refuseMoney(
  account: Account,
  now: number,
  micros: number,
  room: MoneyRoom | null,
): MoneyRefusal | null {
  if (room === null || room.leftMicros >= micros) return null;
  const { code, capMicros, leftMicros } = room;
  const left =
    leftMicros === 0 ? "is spent" : `leaves $${usdOf(leftMicros)}, and $${usdOf(micros)} are needed`;
  return {
    kind: "refused",
    code,
    why: `${CAPS[code]}, $${usdOf(capMicros)}, ${left}`,
    recover: RECOVER[code],
    leftMicros,
    roomAt: code === "budget_week_spent" ? roomAt(account.entries, now, { micros, capMicros }) : null,
  };
}
