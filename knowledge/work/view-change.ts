import type { Account } from "../budget/account.ts";
import { spentAt, spentInAll, spentOn } from "../budget/account.ts";
import { usdOf } from "../budget/micros.ts";
import { readAccount } from "../budget/read-account.ts";
import { changeAccount } from "../change/change-events.ts";
import { currentStep } from "../change/change-run.ts";
import type { AttemptState, ChangeRun, RoundState } from "../change/change-state.ts";
import type { Verdict } from "../change/step-verdict.ts";
import type { AgentRole, WorkflowStep } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";

/** What has to hold for a step of a role to succeed, for people. */
const CRITERIA = {
  "product-feature-builder": ["a commit on the change's branch answers the finding, where there is one"],
  "ci-resolver": [
    "every check of the head passes, or fails on the base branch in the same way",
    "after TEST CHANGED, CI passes on the engineer's own commit",
    "no test proves less than before, and no product file was changed by the engineer",
  ],
  "quality-reviewer": ["a reviewer has read the head that CI passed, with the changed tests"],
} as const satisfies Record<AgentRole, readonly string[]>;

/** A run as people and programs are shown it, with what each round has cost. Errors: those of the ledger. */
export async function viewChange({ ledger }: Pick<Deps, "ledger">, run: ChangeRun) {
  const { repository, number, url, title, author, headBranch, baseBranch } = run.change;
  const name = changeAccount(repository, number, run.run);
  const account = await readAccount(ledger, name);
  const current = currentStep(run);
  const { ended } = run;
  return {
    change: { repository, number, url, title, author, headBranch, baseBranch },
    run: run.run,
    workflow: run.workflow.name,
    startedAt: run.at,
    by: run.by,
    hasBuilder: run.hasBuilder,
    issue: run.issue,
    status: {
      phase: ended?.outcome ?? ("running" as const),
      why: ended?.why ?? null,
      endedAt: ended?.at ?? null,
      returnRounds: run.returnRounds,
      ready: run.ready,
      costUSD: usdOf(spentInAll(account).micros),
      steps: run.workflow.steps.map((step, index) => {
        const rounds = run.steps[index]?.rounds ?? [];
        return {
          name: step.name,
          agentRole: step.agentRole,
          isCurrent: current?.index === index,
          round: rounds.at(-1)?.round ?? 0,
          criteria: [...CRITERIA[step.agentRole]],
          rounds: rounds.map((round) => viewRound(run, step, round, { account, name })),
        };
      }),
    },
  };
}

interface Money {
  readonly account: Account;
  readonly name: string;
}

function viewRound(run: ChangeRun, { name }: WorkflowStep, round: RoundState, money: Money) {
  const { account } = money;
  const inRound = spentAt(
    account,
    (place) => place.run === money.name && place.step === name && place.round === round.round,
  );
  return {
    round: round.round,
    at: round.at,
    endedAt: round.ended?.at ?? null,
    head: round.ended?.head ?? round.head,
    verdict: round.ended === null ? null : viewVerdict(round.ended.verdict),
    why: round.ended?.why ?? null,
    ci:
      round.ci === null ? null : { outcome: round.ci.outcome, checks: [...round.ci.checks], at: round.ci.at },
    spentUSD: usdOf(inRound),
    attempts: round.attempts.map((attempt) =>
      viewAttempt(
        run,
        attempt,
        usdOf(
          spentOn(account, { run: money.name, step: name, round: round.round, attempt: attempt.attempt }),
        ),
      ),
    ),
    handedOver: round.handedOver,
  };
}

function viewAttempt(run: ChangeRun, { ended, ...attempt }: AttemptState, spentUSD: string) {
  const keys = new Set(ended?.effects ?? []);
  return {
    attempt: attempt.attempt,
    at: attempt.at,
    head: attempt.head,
    holder: attempt.holder,
    until: attempt.until,
    isVoid: attempt.isVoid,
    verdict: ended === null ? null : viewVerdict(ended.verdict),
    spentUSD,
    found: (ended?.failures ?? []).map(({ check, url, cause, rule, quote, whose }) => ({
      check,
      url,
      cause,
      rule,
      quote,
      whose,
    })),
    wrote: run.effects
      .filter(({ key }) => keys.has(key))
      .map(({ key, what }) => ({
        what,
        url: run.done[key]?.url ?? null,
        done: run.done[key]?.outcome === "done",
        refused: run.done[key]?.outcome === "refused" ? (run.done[key]?.why ?? "") : null,
      })),
  };
}

/** A verdict in one shape, whatever its word. */
export function viewVerdict(verdict: Verdict) {
  const none = { check: null, file: null, line: null, should: null, files: [], quotes: [] };
  const { word, by } = verdict;
  switch (verdict.word) {
    case "CODE CHANGE NEEDED": {
      const { check, cause, file, line, should } = verdict;
      return { ...none, word, by, says: cause, check, file, line, should };
    }
    case "BLOCKED":
      return { ...none, word, by, says: verdict.question };
    case "TEST CHANGED":
    case "CHANGED":
      return {
        ...none,
        word,
        by,
        says: verdict.why,
        files: [...verdict.files],
        quotes: verdict.quotes.map((quote) => ({ ...quote })),
      };
    default:
      return { ...none, word, by, says: verdict.why };
  }
}
