import type { WorkflowBudget } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import { type Account, placeTotals, spentOn } from "./account.ts";
import { type AccountEntry, countedMicros } from "./account-entry.ts";
import { groupAccount, type MoneyPlace } from "./account-events.ts";
import { microsOf, usdOf } from "./micros.ts";
import { type MoneyRefusal, refuseMoney, tightestRoom } from "./money-room.ts";
import { isSamePlace } from "./place-total.ts";
import { readAccount } from "./read-account.ts";
import { type Reserved, reserve } from "./reserve.ts";
import { settle } from "./settle.ts";

/** Milliseconds after which an attempt that never ended counts as having spent its cap. */
const ATTEMPT_MS = 24 * 60 * 60 * 1000;
/** Milliseconds before that in which no call is begun any more: one lasts a few minutes. */
const LAST_CALL_MS = 30 * 60 * 1000;

/** An attempt whose calls are paid for in the account of its run, and which its group answers for. */
export interface GroupAttempt {
  /** `run` is the account in which its calls are reserved and settled. */
  readonly place: MoneyPlace & { readonly run: string };
  /** Whose money it is, as in the settings; null where they name no organisation. */
  readonly organisation: string | null;
  /** Name of its workflow. */
  readonly workflow: string;
  readonly budget: Pick<WorkflowBudget, "group" | "weeklyUSD">;
  /** What the attempt may cost at most, in all that is ever spent on it. */
  readonly capMicros: number;
  readonly by: string | null;
}

type MoneyDeps = Pick<Deps, "ledger" | "clock" | "ids">;

/**
 * Has money of the group set aside for all that the attempt may still spend: to be asked before each of its calls.
 * What was set aside before, here or by a process that was killed, is gone on with while it lasts. Refused where the
 * group has not enough left of its seven days, with why and when room comes back. Errors: those of the ledger.
 */
export async function payInGroup(deps: MoneyDeps, attempt: GroupAttempt): Promise<Reserved | MoneyRefusal> {
  const { place, workflow, budget, capMicros, by } = attempt;
  const account = accountOf(attempt);
  const before = await readAccount(deps.ledger, account);
  const known = openIn(before, place);
  const now = Math.max(deps.clock.now(), before.at);
  if (known !== undefined && isGood(known, now)) {
    const expiresAt = new Date(known.expiresAt).toISOString();
    return { kind: "reserved", id: known.id, capMicros: known.capMicros, expiresAt };
  }
  // What is spent later has to count for seven days from then, so it is another reservation.
  if (known !== undefined) await settleInGroup(deps, attempt);
  const state = await readAccount(deps.ledger, account);
  const parts = placeTotals(state).find((total) => total.place !== null && isSamePlace(total.place, place));
  const spent = spentOn(await readAccount(deps.ledger, place.run), place);
  const micros = Math.max(0, capMicros - spent);
  const weekMicros = microsOf(budget.weeklyUSD) ?? 0;
  const answer = await reserve(
    deps,
    account,
    {
      id: ["attempt", place.run, place.step, place.round, place.attempt, (parts?.calls ?? 0) + 1].join("/"),
      place,
      purpose: workflow,
      model: null,
      by,
      micros,
      forMs: ATTEMPT_MS,
    },
    { attemptMicros: null, runMicros: null, weekMicros },
  );
  return answer.kind === "reserved" ? answer : told(answer, budget.group, { micros, weekMicros });
}

/**
 * Settles what is set aside for an attempt with what was spent on it since; what nobody settled in the account of its
 * run counts with its cap. Doing it again changes nothing, and the attempt can be paid for anew. Errors: those of the
 * ledger.
 */
export async function settleInGroup(
  deps: Pick<Deps, "ledger" | "clock">,
  { place, ...group }: Pick<GroupAttempt, "place" | "organisation" | "budget">,
): Promise<void> {
  const account = accountOf(group);
  const state = await readAccount(deps.ledger, account);
  const open = openIn(state, place);
  if (open === undefined) return;
  const run = await readAccount(deps.ledger, place.run);
  const before = spentOn(state, place) - open.capMicros;
  // Where nobody settled what was set aside before this, more was counted for it than was spent.
  const since = run.entries.filter((entry) => isSamePlace(entry.place, place) && entry.at >= open.at);
  const micros = Math.max(
    spentOn(run, place) - before,
    since.reduce((sum, entry) => sum + countedMicros(entry), 0),
  );
  await settle(deps, account, open.id, { micros, usage: null, latencyMs: null });
}

/**
 * Why a group has no room for an attempt of this cap now; null where it has, or where the attempt at `place` has money
 * set aside already. Writes nothing. Errors: those of the ledger.
 */
export async function refuseInGroup(
  { ledger, clock }: Pick<Deps, "ledger" | "clock">,
  {
    organisation,
    budget: { group, weeklyUSD },
    capMicros,
    place,
  }: Pick<GroupAttempt, "organisation" | "budget" | "capMicros"> & Partial<Pick<GroupAttempt, "place">>,
): Promise<MoneyRefusal | null> {
  const state = await readAccount(ledger, groupAccount({ organisation, group }));
  const now = Math.max(clock.now(), state.at);
  const known = place === undefined ? undefined : openIn(state, place);
  if (known !== undefined && isGood(known, now)) return null;
  const weekMicros = microsOf(weeklyUSD) ?? 0;
  const room = tightestRoom(state, now, NOWHERE, { attemptMicros: null, runMicros: null, weekMicros });
  const refusal = refuseMoney(state, now, capMicros, room);
  return refusal === null ? null : told(refusal, group, { micros: capMicros, weekMicros });
}

const NOWHERE: MoneyPlace = { run: null, step: null, round: null, attempt: null };

function accountOf({
  organisation,
  budget: { group },
}: Pick<GroupAttempt, "organisation" | "budget">): string {
  return groupAccount({ organisation, group });
}

/** Whether calls may still be begun on what is set aside. */
function isGood({ expiresAt }: AccountEntry, now: number): boolean {
  return now < expiresAt - LAST_CALL_MS;
}

function openIn({ entries }: Account, place: MoneyPlace) {
  return entries.find((entry) => entry.end === null && isSamePlace(entry.place, place));
}

function told(
  refusal: MoneyRefusal,
  group: string,
  { micros, weekMicros }: { readonly micros: number; readonly weekMicros: number },
): MoneyRefusal {
  const { leftMicros, roomAt } = refusal;
  const back = roomAt === null ? "" : `; room comes back at ${roomAt}`;
  return {
    ...refusal,
    why: `the workflows of group ${group} may cost $${usdOf(weekMicros)} in any seven days, $${usdOf(leftMicros)} of it is left, and this attempt may cost $${usdOf(micros)}${back}`,
    recover: `${roomAt === null ? "" : "wait, or "}raise budget.weeklyUSD on every workflow of group ${group} in .assay/config.yaml`,
  };
}
