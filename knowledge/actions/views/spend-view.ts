import { type Account, placeTotals, spentInAll } from "../../budget/account.ts";
import { type AccountEntry, countedMicros } from "../../budget/account-entry.ts";
import { usdOf } from "../../budget/micros.ts";
import type { PlaceTotal } from "../../budget/place-total.ts";
import type { BudgetView } from "./budget-view.ts";

/** What a run spent, in all and by step, round and attempt. Pure. */
export function runSpend(account: string, state: Account): BudgetView["runs"][number] {
  return {
    account,
    at: new Date(state.at).toISOString(),
    ...spendOf(spentInAll(state)),
    places: placeTotals(state)
      .map((total) => ({
        step: total.place?.step ?? null,
        round: total.place?.round ?? null,
        attempt: total.place?.attempt ?? null,
        ...spendOf(total),
      }))
      .sort(
        (a, b) =>
          (a.round ?? 0) - (b.round ?? 0) ||
          (a.step ?? "").localeCompare(b.step ?? "", "en") ||
          (a.attempt ?? 0) - (b.attempt ?? 0),
      ),
  };
}

/** An entry of an account, for the list of calls. Pure. */
export function callView(
  account: string,
  entry: AccountEntry,
  now: number,
): NonNullable<BudgetView["calls"]>[number] {
  const { id, at, purpose, model, by, place, end, expiresAt, capMicros } = entry;
  const { step, round, attempt } = place;
  const usage = end?.usage ?? null;
  return {
    account,
    id,
    at: new Date(at).toISOString(),
    purpose,
    model,
    step,
    round,
    attempt,
    by,
    state: end === null ? (expiresAt > now ? "reserved" : "expired") : end.kind,
    capUSD: usdOf(capMicros),
    costUSD: usdOf(countedMicros(entry)),
    inputTokens: usage?.input ?? null,
    cacheReadTokens: usage?.cacheRead ?? null,
    cacheWriteTokens: usage?.cacheWrite ?? null,
    outputTokens: usage?.output ?? null,
    latencyMs: end?.latencyMs ?? null,
  };
}

function spendOf({ micros, overMicros, calls, input, output }: PlaceTotal) {
  return {
    spentUSD: usdOf(micros),
    overUSD: usdOf(overMicros),
    calls,
    inputTokens: input,
    outputTokens: output,
  };
}
