import { payInGroup, settleInGroup } from "../budget/group-money.ts";
import { microsOf } from "../budget/micros.ts";
import { changeAccount } from "../change/change-events.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { Config, WorkflowStep } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { type Payment, type PricedDeps, type PricedReply, pricedCall } from "../model/priced-call.ts";
import type { ModelCall } from "../ports/model.ts";
import type { HeldAttempt } from "./hold-attempt.ts";

/** The model, at the cost of one attempt. */
export interface PaidAttempt {
  /**
   * A call that the attempt pays for, and its group where it has one; `blocked` where money or the provider refuses it,
   * with the question for a person.
   */
  ask(
    request: ModelCall,
  ): Promise<
    Extract<PricedReply, { kind: "replied" }> | { readonly kind: "blocked"; readonly question: string }
  >;
  /** Tells the group what was spent and gives back the rest; the attempt may go on all the same. */
  settle(): Promise<void>;
}

/** Errors of its calls: those of the model, but for a refusal, and of the ledger. */
export function paidAttempt(
  deps: PricedDeps,
  {
    run,
    held,
    config,
    step,
  }: {
    readonly run: ChangeRun;
    readonly held: Pick<HeldAttempt, "place">;
    readonly config: Config;
    readonly step: WorkflowStep;
  },
): PaidAttempt {
  const { repository, number } = run.change;
  const account = changeAccount(repository, number, run.run);
  const { round, attempt } = held.place;
  const place = { run: account, step: held.place.step, round, attempt };
  const cap = microsOf(step.maxBudgetUSD);
  const payment: Payment = {
    account,
    prices: config.prices,
    limits: { attemptMicros: cap, runMicros: null, weekMicros: null },
    purpose: "engineer",
    place,
    by: run.by,
  };
  const { name: workflow, budget } = run.workflow;
  const ofGroup =
    budget === null
      ? null
      : {
          place,
          organisation: config.watch?.organisation ?? null,
          workflow,
          budget: inForce(budget, config),
          capMicros: cap ?? 0,
          by: run.by,
        };
  return {
    async ask(request) {
      const paid = ofGroup === null ? null : await payInGroup(deps, ofGroup);
      if (paid?.kind === "refused") return stopped(paid);
      try {
        const answer = await pricedCall(deps, payment, request);
        return answer.kind === "replied" ? answer : stopped(answer);
      } catch (error) {
        if (!(error instanceof AssayError) || error.code !== "model_refused") throw error;
        const question = `The model does not take the case (${error.message}). Is the code wrong, or the test?`;
        return { kind: "blocked", question };
      }
    },
    async settle() {
      if (ofGroup !== null) await settleInGroup(deps, ofGroup);
    },
  };
}

/** The cap of a group is one for all of its runs, also for those that began before it was changed. */
function inForce(
  budget: NonNullable<ChangeRun["workflow"]["budget"]>,
  { workflows }: Config,
): NonNullable<ChangeRun["workflow"]["budget"]> {
  return workflows.find((one) => one.budget?.group === budget.group)?.budget ?? budget;
}

function stopped({ why, recover }: Exclude<PricedReply, { kind: "replied" }>) {
  return { kind: "blocked" as const, question: `The QA engineer stopped: ${why}. To go on, ${recover}.` };
}
