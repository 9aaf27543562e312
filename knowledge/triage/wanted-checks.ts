import type { Check } from "../ci/check.ts";
import { checksOf } from "../ci/checks-of.ts";
import { maskCheck } from "../ci/mask-check.ts";
import { failureSet } from "../ci/same-checks.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { CommitReports, RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { FailureState } from "../watch/watch-state.ts";

/** Milliseconds from a failure on in which checks that run again are waited for. */
const WAITED = 24 * 60 * 60_000;
/** Milliseconds between two looks at them. */
const BETWEEN = 60 * 60_000;

/** What a triage is about, as it stands at its tip now. */
export interface WantedChecks {
  /** Check runs that reported on the commit. */
  readonly reported: number;
  readonly checks: readonly WantedCheck[];
  /** Keys of those that report no more. */
  readonly gone: readonly string[];
}

export interface WantedCheck {
  /** As failures name it: masked, without the leg of its matrix and its workflow. */
  readonly key: string;
  /** As it was reported; not masked, so that the forge can be asked about it. */
  readonly check: Check;
}

export interface WantedQuestion {
  readonly repository: RepositoryName;
  readonly failure: FailureState;
  readonly mask: SecretMask;
}

/** The checks of a triage as they stand. Errors: those of the forge. */
export async function wantedChecks(
  deps: Pick<Deps, "forge">,
  { repository, failure, mask }: WantedQuestion,
): Promise<WantedChecks> {
  const { answer, commit } = failure;
  const reports = await readReports(deps, repository, commit);
  const wanted = answer.kind === "triage" ? answer.checks : failure.checks;
  const checks = checksOf(reports)
    .map((check) => ({ key: keyOf(maskCheck(check, mask)), check }))
    .filter(({ key }) => wanted.includes(key));
  const there = new Set(checks.map(({ key }) => key));
  return {
    reported: reports.checkRuns.length,
    checks,
    gone: wanted.filter((key) => !there.has(key)),
  };
}

/** Checks that somebody runs again, by name, masked, and when to look at them again; null where there are none, or for too long. Pure. */
export function waitsFor(
  { checks }: Pick<WantedChecks, "checks">,
  { at }: Pick<FailureState, "at">,
  { now, mask }: { readonly now: number; readonly mask: SecretMask },
): { readonly names: readonly string[]; readonly until: number } | null {
  const running = checks.filter(({ check }) => check.state === "running");
  const last = Date.parse(at) + WAITED;
  if (running.length === 0 || now >= last) return null;
  return {
    names: running.map(({ check }) => maskCheck(check, mask).name),
    until: Math.min(now + BETWEEN, last),
  };
}

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
