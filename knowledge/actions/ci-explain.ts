import * as z from "zod/mini";
import type { Check } from "../ci/check.ts";
import { readCheckKey } from "../ci/check-key.ts";
import { findTarget } from "../ci/find-target.ts";
import { readChecks } from "../ci/read-checks.ts";
import { readFailedChecks } from "../ci/read-failed-checks.ts";
import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import { maskText } from "../record/mask-text.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { CiAddress } from "./views/ci-address.ts";
import { ToldCheck, ToldFailedCheck, ToldOutcome, ToldTarget, toldTarget } from "./views/ci-view.ts";

const NAMES_SHOWN = 10;

const CiExplanation = z.lazy(() =>
  z.object({
    target: ToldTarget,
    outcome: ToldOutcome,
    /** Every failed check, also while others run. */
    failed: z.array(ToldFailedCheck),
    /** Cancelled or stale: neither passed nor failed. */
    unclear: z.array(ToldCheck),
    running: z.array(ToldCheck),
    passed: z.int(),
  }),
);
export type CiExplanation = z.output<typeof CiExplanation>;

/**
 * Why the checks of a commit failed: for each its cause, the lines that show it, failed tests, annotations, the log's
 * first errors and last lines, and whether the base branch fails it too. Nothing is run and nothing is kept.
 * Errors: address_unclear, change_missing, check_missing, config_invalid, secrets_unreadable, those of the forge.
 */
export const ciExplain = operation({
  id: "ci.explain",
  title: "Explain the failed checks of a change",
  input: z.object({
    address: CiAddress,
    check: z.optional(z.string()).check(z.describe("only the check of this name")),
    compareBase: z
      ._default(z.enum(["state", "failure"]), "failure")
      .check(
        z.describe("whether the log of a check that fails on the base branch too is read to compare them"),
      ),
  }),
  output: CiExplanation,
  writes: false,
  async run(
    deps: Pick<Deps, "forge" | "history" | "repository" | "configFile" | "clock" | "secrets">,
    { address, check, compareBase },
  ): Promise<CiExplanation> {
    const { forge: place, ci: settings } = await readConfig(deps.configFile);
    const [target, mask] = await Promise.all([
      findTarget(deps, address ?? null, place),
      secretsMask(deps.secrets),
    ]);
    const { change, repository, commit } = target;
    const reading = await readChecks(deps, target, { since: deps.clock.now(), settings, mask });
    const checks = check === undefined ? reading.checks : named(reading.checks, maskText(check, mask));
    const of = (state: Check["state"]) => checks.filter((one) => one.state === state);
    const failed = await readFailedChecks(deps, {
      repository,
      commit,
      failed: of("failed"),
      reported: reading.reported,
      baseBranch: change?.base.branch ?? null,
      compareBase,
      mask,
    });
    return {
      target: toldTarget(target, mask),
      outcome: reading.outcome.kind,
      failed: [...failed],
      unclear: of("unclear"),
      running: of("running"),
      passed: of("passed").length,
    };
  },
});

/** The checks of a name, of whichever workflow, in any case where none is written so. */
function named(checks: readonly Check[], name: string): readonly Check[] {
  const byName = (written: (name: string) => string) => {
    const asked = written(name);
    const shown = checks.filter((check) => written(check.name) === asked);
    return shown.length > 0 ? shown : checks.filter(({ key }) => written(readCheckKey(key).name) === asked);
  };
  const exact = byName((text) => text);
  const found = exact.length > 0 ? exact : byName((text) => text.toLowerCase());
  if (found.length > 0) return found;
  const names = checks.slice(0, NAMES_SHOWN).map((check) => check.name);
  const more = checks.length - names.length;
  const known =
    names.length === 0
      ? "nothing has reported yet"
      : `there are ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  throw new AssayError("check_missing", { check: name, known });
}
