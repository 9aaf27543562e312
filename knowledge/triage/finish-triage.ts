import type { Config } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { callPerson } from "../telling/call-person.ts";
import { type OpenedIssue, openIssue } from "../telling/open-issue.ts";
import { type TriageDecision, watchEvent } from "../watch/watch-events.ts";
import type { FailureState } from "../watch/watch-state.ts";
import { callReason } from "./call-reason.ts";
import type { HeldAnswer } from "./hold-answer.ts";
import type { TriageMoney } from "./triage-money.ts";
import { LOST, type TriageOutcome } from "./triage-outcome.ts";
import { assignOwners, type WrittenIssue } from "./write-issue.ts";

export interface TriageEnd {
  readonly repository: RepositoryName;
  readonly failure: FailureState;
  readonly decision: TriageDecision;
  /** The issue where it was found, written by a process that did not say so; else null. */
  readonly found: WrittenIssue | null;
  readonly held: HeldAnswer;
  readonly money: TriageMoney;
  readonly config: Config;
  readonly mask: SecretMask;
}

/**
 * Writes what was decided and records it: the one issue, unless it was found, or nothing for a flake; then a person is
 * told where one is needed. Errors: those of the forge that may pass, and of the ledger.
 */
export async function finishTriage(
  deps: Pick<Deps, "forge" | "clock" | "webhook">,
  { repository, failure, decision, found, held, money, config, mask }: TriageEnd,
): Promise<TriageOutcome> {
  let end: OpenedIssue | null = found === null ? null : { kind: "written", issue: found };
  if (end === null && decision.issue !== null) {
    // Held anew, so that whoever takes over knows since when it may have been written.
    if (!(await held.keep())) return LOST;
    end = await openIssue(deps, repository, decision.issue, { mask });
  }
  const issue = end?.kind === "written" ? end.issue : null;
  const refused = end?.kind === "refused" ? end.why : null;
  const { branch } = failure;
  if (issue !== null) await assignOwners(deps, { repository, branch, issue: issue.number }, decision);
  // Before it is said to be done: nobody comes back to the money of what is.
  await money.settle();
  const micros = await money.spent();
  const isDone = await held.append(() => [
    watchEvent("answer.done", {
      failure: failure.failure,
      at: new Date(deps.clock.now()).toISOString(),
      issue: issue?.number ?? null,
      url: issue?.url ?? null,
      micros,
      refused,
    }),
  ]);
  if (!isDone) return LOST;
  const reason = callReason({ repository, branch, decision, issue, refused });
  const untold = reason === null ? null : await callPerson(deps, config.webhook, reason, { mask });
  return { kind: "done", decision, issue, refused, micros, untold };
}
