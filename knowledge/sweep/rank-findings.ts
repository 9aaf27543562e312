import type { AreaRules } from "./areas-of.ts";
import { findFlakyJobs } from "./find-flaky-jobs.ts";
import { findFlakyTests } from "./find-flaky-tests.ts";
import { findNearTimeouts } from "./find-near-timeouts.ts";
import { findNeverFailed } from "./find-never-failed.ts";
import { findSlower } from "./find-slower.ts";
import { findTestGaps } from "./find-test-gaps.ts";
import { FINDING_KINDS, type Finding, findingOf } from "./finding.ts";
import { issueAbout } from "./issue-about.ts";
import type { ObservedRepository } from "./observed.ts";
import type { Week } from "./week.ts";

/** Findings that are told; those that weigh least are left out. */
export const MOST_FINDINGS = 50;

export interface RankedFindings {
  /** The most important one first. */
  readonly findings: readonly Finding[];
  /** How many are left out. */
  readonly leftOut: number;
}

/**
 * All findings of a week, ranked: by the minutes that they cost, weighed by how sure they are; where these are equal by
 * kind (what fails, then what is slow, then what is untested, then what never failed), reruns and samples. The order of
 * repositories does not come into it. Pure.
 */
export function rankFindings(
  week: Week,
  repositories: readonly ObservedRepository[],
  rules: AreaRules,
): RankedFindings {
  const all = repositories
    .flatMap((observed) => {
      const found = [
        ...findFlakyJobs(observed),
        ...findFlakyTests(observed),
        ...findSlower(observed, week),
        ...findNearTimeouts(observed),
        ...findTestGaps(observed, rules),
        ...findNeverFailed(observed, week),
      ].map((one) => findingOf(observed.repository, one));
      return found.map((one) => ({ ...one, issue: issueAbout(one, observed.issues)?.number ?? null }));
    })
    .sort(byImportance);
  return { findings: all.slice(0, MOST_FINDINGS), leftOut: Math.max(0, all.length - MOST_FINDINGS) };
}

function byImportance(a: Finding, b: Finding): number {
  return (
    b.weight - a.weight ||
    FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind) ||
    b.reruns - a.reruns ||
    b.samples - a.samples ||
    (a.fingerprint < b.fingerprint ? -1 : 1)
  );
}

/** Whether people are asked to do something about it: it is no mere remark, and not a guess. */
export function isWorthAnIssue({ kind, confidence }: Pick<Finding, "kind" | "confidence">): boolean {
  return kind !== "never-failed" && confidence !== "low";
}
