import type { Check } from "../ci/check.ts";
import { checksOf } from "../ci/checks-of.ts";
import { maskCheck } from "../ci/mask-check.ts";
import { readFailedChecks } from "../ci/read-failed-checks.ts";
import { failureSet } from "../ci/same-checks.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { CommitReports, RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { FailureState } from "../watch/watch-state.ts";
import { asFlake } from "./as-flake.ts";
import { passedBefore } from "./passed-before.ts";
import { readMerged } from "./read-merged.ts";
import type { TriageCase } from "./triage-case.ts";

/** Failed checks that are read; the rest is told by name. */
const MOST = 20;

export type ReadCase =
  | { readonly kind: "read"; readonly read: TriageCase }
  /** Somebody runs them again: what they say is not known yet. */
  | { readonly kind: "running"; readonly names: readonly string[] };

export interface CaseQuestion {
  readonly repository: RepositoryName;
  readonly failure: FailureState;
  readonly mask: SecretMask;
}

/**
 * Reads why checks of a tip fail (causes, lines, logs), whether their jobs have passed at the same commit, and what was
 * merged since the branch passed last. The base branch does not come into it: it is this one. Errors: those of the forge.
 */
export async function readCase(
  deps: Pick<Deps, "forge" | "history" | "ciFeed">,
  { repository, failure, mask }: CaseQuestion,
): Promise<ReadCase> {
  const { branch, commit, lastGreen } = failure;
  const reports = await readReports(deps, repository, commit);
  const wanted = new Set(failure.answer.kind === "triage" ? failure.answer.checks : failure.checks);
  const checks = checksOf(reports).filter((check) => wanted.has(keyOf(check)));
  const of = (...states: readonly Check["state"][]) => checks.filter(({ state }) => states.includes(state));
  const [running, red] = [of("running"), of("failed", "unclear")];
  if (running.length > 0)
    return { kind: "running", names: running.map((check) => maskCheck(check, mask).name) };

  const read = await readFailedChecks(deps, {
    repository,
    commit,
    failed: red.slice(0, MOST),
    reported: reports.checkRuns.length,
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
  // Legs of a matrix that pass beside one that fails are no news.
  const stillRed = new Set(red.map(keyOf));
  const reported = new Set(checks.map(keyOf));
  const settled = [...wanted].filter((key) => !stillRed.has(key));
  const { merged, unknown } = await readMerged(deps, { repository, after: lastGreen, until: commit, mask });
  return {
    kind: "read",
    read: {
      branch: mask(branch),
      commit,
      lastGreen,
      recovered: failure.endedAt !== null,
      failed,
      unread: red.slice(MOST).map((check) => maskCheck(check, mask).name),
      passed: settled.filter((key) => reported.has(key)).map((key) => mask(key)),
      gone: settled.filter((key) => !reported.has(key)).map((key) => mask(key)),
      merged,
      mergedUnknown: unknown,
    },
  };
}

/** Without the leg of its matrix and its workflow, as failures name checks. */
function keyOf(check: Check): string {
  return failureSet("", "", [check]).checks[0] ?? check.key;
}

/** A commit that was pushed away has no reports. */
async function readReports(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  commit: string,
): Promise<CommitReports> {
  try {
    return await forge.reports(repository, commit);
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "forge_missing") throw error;
    return { commit, checkRuns: [], statuses: [] };
  }
}
