import type { Check } from "../ci/check.ts";
import { maskCheck } from "../ci/mask-check.ts";
import { readFailedChecks } from "../ci/read-failed-checks.ts";
import type { Deps } from "../ports/deps.ts";
import { asFlake } from "./as-flake.ts";
import { passedBefore } from "./passed-before.ts";
import { readMerged } from "./read-merged.ts";
import type { TriageCase } from "./triage-case.ts";
import type { WantedChecks, WantedQuestion } from "./wanted-checks.ts";

/** Failed checks that are read; the rest is told by name. */
const MOST = 20;

export interface CaseQuestion extends WantedQuestion {
  readonly wanted: WantedChecks;
}

/**
 * Reads why checks of a tip fail (causes, lines, logs), whether their jobs have passed at the same commit, and what was
 * merged since the branch passed last. The base branch does not come into it: it is this one. Errors: those of the forge.
 */
export async function readCase(
  deps: Pick<Deps, "forge" | "history" | "ciFeed">,
  { repository, failure, mask, wanted: { checks, reported, gone } }: CaseQuestion,
): Promise<TriageCase> {
  const { branch, commit, lastGreen } = failure;
  const of = (...states: readonly Check["state"][]) =>
    checks.filter(({ check }) => states.includes(check.state));
  const [running, fails, passed] = [of("running"), of("failed", "unclear"), of("passed")];
  const red = fails.map(({ check }) => check);

  const read = await readFailedChecks(deps, {
    repository,
    commit,
    failed: red.slice(0, MOST),
    reported,
    baseBranch: null,
    compareBase: "state",
    mask,
  });
  const wentBothWays = await passedBefore(deps, repository, red.slice(0, MOST));
  const failed = read.map((one, at) => {
    const isFlake = wentBothWays.has(red[at]?.key ?? "") && !one.result.infrastructure;
    // A failure that this very branch had before is no other's.
    return isFlake ? asFlake(one) : { ...one, result: { ...one.result, preExisting: false } };
  });
  // Legs of a matrix that pass beside one that fails or runs are no news.
  const unsettled = new Set([...fails, ...running].map(({ key }) => key));
  const nameOf = (check: Check) => maskCheck(check, mask).name;
  const { merged, unknown } = await readMerged(deps, { repository, after: lastGreen, until: commit, mask });
  return {
    branch: mask(branch),
    commit,
    lastGreen,
    recovered: failure.endedAt !== null,
    failed,
    unread: red.slice(MOST).map(nameOf),
    running: running.map(({ check }) => nameOf(check)),
    passed: [...new Set(passed.map(({ key }) => key))]
      .filter((key) => !unsettled.has(key))
      .map((key) => mask(key)),
    gone: gone.map((key) => mask(key)),
    merged,
    mergedUnknown: unknown,
  };
}
