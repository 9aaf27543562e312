import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Check, CiOutcome } from "./check.ts";
import { checksAt } from "./checks-at.ts";
import { ciOutcome } from "./ci-outcome.ts";
import { type CiTarget, checksOfTarget } from "./find-target.ts";

/** What CI says of a target at one moment. */
export interface CiReading {
  readonly checks: readonly Check[];
  readonly outcome: CiOutcome;
  /** Check runs that reported on the commit, whether they are the target's or not. */
  readonly reported: number;
}

export interface ReadingQuestion {
  /** Milliseconds since the epoch: since when the commit could have been reported on. */
  readonly since: number;
  readonly settings: Config["ci"];
  readonly firstFailure?: boolean;
  /** Masks the texts of every check. */
  readonly mask: SecretMask;
}

/** Reads both check runs and statuses of a target's commit. Errors: address_unclear, those of the forge. */
export async function readChecks(
  { forge, clock }: Pick<Deps, "forge" | "clock">,
  target: CiTarget,
  { since, settings, firstFailure = false, mask }: ReadingQuestion,
): Promise<CiReading> {
  const { checks: all, reported } = await checksAt({ forge }, target.repository, target.commit, mask);
  const checks = checksOfTarget(all, target);
  if (all.length > 0 && checks.length === 0) throw replaced(target);
  const outcome = ciOutcome(checks, {
    since,
    now: clock.now(),
    noCiAfterSeconds: settings.noCiAfterSeconds,
    firstFailure,
  });
  return { checks, outcome, reported };
}

function replaced({ repository, commit }: CiTarget): AssayError {
  const address = `${repository}@${commit.slice(0, 12)}`;
  return new AssayError("address_unclear", {
    address,
    problem: "none of the commit's newest checks is the one that the address names; it was run again since",
    way: `\`assay ci status ${address}\` shows what stands now`,
  });
}
