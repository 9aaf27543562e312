import { currentStep } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { Observation } from "../change/move.ts";
import type { Check, CiOutcome } from "../ci/check.ts";
import { checksAt } from "../ci/checks-at.ts";
import { ciOutcome } from "../ci/ci-outcome.ts";
import { isSettled } from "../ci/is-settled.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange, RepositoryName } from "../ports/forge.ts";
import { secretsMask } from "../store/secrets-mask.ts";

/** What the forge says of a change, and what it was read from. */
export interface Sight extends Observation {
  readonly change: ForgeChange;
  readonly checks: readonly Check[];
  /** Check runs that reported on the head. */
  readonly reported: number;
}

/**
 * Asks the forge for what the next move needs: the change always, its checks only where the QA engineer's step waits
 * for them, and masked before anybody sees them. `base` is what the change is asked for with. Errors: those of the forge;
 * secrets_unreadable.
 */
export async function observeChange(
  { forge, clock, secrets }: Pick<Deps, "forge" | "clock" | "secrets">,
  run: ChangeRun,
  { ci: { noCiAfterSeconds } }: Pick<Config, "ci">,
  base: "tip" | "as-told" = "tip",
): Promise<Sight> {
  const repository = run.change.repository as RepositoryName;
  const change = await forge.change(repository, run.change.number, base);
  const head = change.head.commit;
  const hasBranch = change.head.repository !== null;
  const seen = { change, state: change.state, draft: change.draft, head, hasBranch };
  const current = currentStep(run);
  if (change.state !== "open" || current?.step.agentRole !== "ci-resolver")
    return { ...seen, ci: null, checks: [], reported: 0 };
  const { checks, reported } = await checksAt({ forge }, repository, head, await secretsMask(secrets));
  const now = clock.now();
  const since = head === current.round.head ? Date.parse(current.round.headAt) : now;
  return {
    ...seen,
    ci: settled(ciOutcome(checks, { since, now, noCiAfterSeconds }), checks, now),
    checks,
    reported,
  };
}

/** Until no more checks are to be expected, CI runs: a job that needs another appears only when that has ended. */
function settled(outcome: CiOutcome, checks: readonly Check[], now: number): CiOutcome {
  const isEnd = outcome.kind === "passed" || outcome.kind === "failed" || outcome.kind === "unclear";
  if (!isEnd || isSettled(checks, now)) return outcome;
  return { kind: "running", running: [], failed: outcome.kind === "failed" ? outcome.failed : [] };
}
