import type { BudgetView } from "#knowledge";

/** What the status line says of money. */
export interface BudgetLeft {
  /** `$4.20/15.00`: spent of the cap of any seven days. */
  readonly text: string;
  readonly isSpent: boolean;
}

/** The group with a cap of which the smallest part is left; null where nothing of any is spent or set aside. */
export function budgetLeft({ groups }: Pick<BudgetView, "groups">): BudgetLeft | null {
  const capped = groups.flatMap(({ weeklyUSD, spentUSD, reservedUSD, leftUSD }) =>
    weeklyUSD === null || leftUSD === null || Number(spentUSD) + Number(reservedUSD) === 0
      ? []
      : [{ weeklyUSD, spentUSD, left: Number(leftUSD), part: Number(leftUSD) / Number(weeklyUSD) }],
  );
  const [tightest] = capped.sort((a, b) => a.part - b.part);
  if (tightest === undefined) return null;
  const { spentUSD, weeklyUSD, left } = tightest;
  return { text: `$${spentUSD}/${weeklyUSD}`, isSpent: left <= 0 };
}
