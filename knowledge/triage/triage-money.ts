import { spentInAll } from "../budget/account.ts";
import { type GroupAttempt, payInGroup, refuseInGroup, settleInGroup } from "../budget/group-money.ts";
import type { MoneyRefusal } from "../budget/money-room.ts";
import { readAccount } from "../budget/read-account.ts";
import type { Deps } from "../ports/deps.ts";
import type { TriageWorkflow } from "./triage-workflow.ts";

/** What names a triage: its repository as one organisation watches it, and the failure. */
export interface TriageName {
  readonly organisation: string;
  readonly repository: string;
  readonly failure: string;
}

/** The money of one triage run. Errors of every call: those of the ledger. */
export interface TriageMoney {
  /** Where its calls are paid for, and counted. */
  readonly place: GroupAttempt["place"];
  readonly capMicros: number;
  /** Why there is no room for the run now, or null; sets nothing aside. */
  refuse(): Promise<MoneyRefusal | null>;
  /** Has all that the run may cost set aside, once; or says why not. */
  pay(): Promise<MoneyRefusal | null>;
  /** Tells the group what was spent, and gives the rest back. */
  settle(): Promise<void>;
  /** Whole micro-dollars so far. */
  spent(): Promise<number>;
}

/**
 * The money of a triage: its own cap, and that of the group of its workflow, of which the whole cap is set aside before
 * the first step. An organisation pays from an account of its own.
 */
export function triageMoney(
  deps: Pick<Deps, "ledger" | "clock" | "ids">,
  name: TriageName,
  { name: workflow, step, capMicros, budget }: TriageWorkflow,
  { organisation, by }: Pick<GroupAttempt, "organisation" | "by">,
): TriageMoney {
  const place = { run: triageAccount(name), step, round: 1, attempt: 1 };
  const attempt = budget === null ? null : { place, organisation, workflow, budget, capMicros, by };
  return {
    place,
    capMicros,
    refuse: async () => (attempt === null ? null : refuseInGroup(deps, attempt)),
    async pay() {
      const paid = attempt === null ? null : await payInGroup(deps, attempt);
      return paid?.kind === "refused" ? paid : null;
    },
    async settle() {
      if (attempt !== null) await settleInGroup(deps, attempt);
    },
    spent: async () => spentInAll(await readAccount(deps.ledger, place.run)).micros,
  };
}

/** Account of a triage run: where its calls are reserved and settled. */
export function triageAccount({ organisation, repository, failure }: TriageName): string {
  return `triage-${organisation}.${repository.replace("/", ".")}.${failure}`.toLowerCase();
}
