import type { AccountEntry } from "../../budget/account-entry.ts";
import { countedMicros } from "../../budget/account-entry.ts";
import type { MoneyGroup } from "../../budget/account-events.ts";
import { microsOf, usdOf } from "../../budget/micros.ts";
import { leavesAt } from "../../budget/week-window.ts";
import type { Workflow } from "../../config/config.ts";
import type { BudgetView } from "./budget-view.ts";

/** How a group stands in the seven days that end now. Pure. */
export function groupView(
  { organisation, group }: MoneyGroup,
  workflows: readonly Workflow[],
  entries: readonly AccountEntry[],
  now: number,
): BudgetView["groups"][number] {
  const sharing = workflows.filter(({ budget }) => budget?.group === group);
  const weeklyUSD = sharing[0]?.budget?.weeklyUSD ?? null;
  const counted = entries.filter((entry) => leavesAt(entry) > now && countedMicros(entry) > 0);
  const isOpen = ({ end, expiresAt }: AccountEntry) => end === null && expiresAt > now;
  const sum = (some: readonly AccountEntry[]) => some.reduce((all, entry) => all + countedMicros(entry), 0);
  const cap = weeklyUSD === null ? null : (microsOf(weeklyUSD) ?? 0);
  const next = Math.min(...counted.map(leavesAt));
  return {
    group,
    organisation,
    workflows: sharing.map(({ name }) => name),
    weeklyUSD: cap === null ? null : usdOf(cap),
    spentUSD: usdOf(sum(counted.filter((entry) => !isOpen(entry)))),
    reservedUSD: usdOf(sum(counted.filter(isOpen))),
    leftUSD: cap === null ? null : usdOf(Math.max(0, cap - sum(counted))),
    roomAt: counted.length === 0 ? null : new Date(next).toISOString(),
    runs: new Set(counted.map(({ place }) => place.run)).size,
  };
}
