import { spentInAll } from "../budget/account.ts";
import { CAPS } from "../budget/caps.ts";
import { type GroupAttempt, payInGroup, settleInGroup } from "../budget/group-money.ts";
import { microsOf } from "../budget/micros.ts";
import type { MoneyRefusal } from "../budget/money-room.ts";
import { readAccount } from "../budget/read-account.ts";
import type { Config } from "../config/config.ts";
import type { Payment } from "../model/priced-call.ts";
import type { Deps } from "../ports/deps.ts";

/** What it is called where money is told. */
const PURPOSE = "qa-judge";
/** Group of workflows that it shares a week with. */
const GROUP = "qa";

/** The money of one capture's reviews. Errors of every call: those of the ledger. */
export interface JudgeMoney {
  /** Where its calls are paid for, under its own cap. */
  readonly payment: Payment;
  readonly capMicros: number;
  /** Has all that the review may cost set aside, once; or says why not. */
  pay(): Promise<MoneyRefusal | null>;
  /** Tells the group what was spent, and gives the rest back. */
  settle(): Promise<void>;
  /** Whole micro-dollars so far, for this capture. */
  spent(): Promise<number>;
}

/**
 * The money for reviewing a capture by a model: {@link CAPS} for all that is ever asked of this capture, out of the weekly
 * money of the group `qa` (the least that a workflow of it says).
 */
export function judgeMoney(
  deps: Pick<Deps, "ledger" | "clock" | "ids">,
  run: string,
  config: Pick<Config, "prices" | "watch" | "workflows">,
  by: string,
): JudgeMoney {
  const account = `judge-${run.replace("/", ".")}`.toLowerCase();
  const capMicros = microsOf(CAPS.captureReviewUSD) ?? 0;
  const place = { run: account, step: "judge", round: 1, attempt: 1 };
  const attempt: GroupAttempt = {
    place,
    organisation: config.watch?.organisation ?? null,
    workflow: PURPOSE,
    budget: { group: GROUP, weeklyUSD: weeklyOf(config) },
    capMicros,
    by,
  };
  return {
    payment: {
      account,
      prices: config.prices,
      limits: { attemptMicros: null, runMicros: capMicros, weekMicros: null },
      purpose: PURPOSE,
      place,
      by,
    },
    capMicros,
    async pay() {
      const paid = await payInGroup(deps, attempt);
      return paid.kind === "refused" ? paid : null;
    },
    settle: () => settleInGroup(deps, attempt),
    spent: async () => spentInAll(await readAccount(deps.ledger, account)).micros,
  };
}

function weeklyOf({ workflows }: Pick<Config, "workflows">): string {
  const said = workflows.flatMap(({ budget }) => (budget?.group === GROUP ? [budget.weeklyUSD] : []));
  return said.toSorted((a, b) => (microsOf(a) ?? 0) - (microsOf(b) ?? 0))[0] ?? CAPS.groupWeekUSD;
}
