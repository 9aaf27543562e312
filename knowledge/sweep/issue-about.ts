import { effectKey } from "../telling/mark.ts";
import type { Finding } from "./finding.ts";
import type { OwnIssue } from "./observed.ts";

/** Milliseconds after the closing of its issue in which a finding gets no new one: the week may be older than the mending. */
export const RESTS = 28 * 24 * 60 * 60_000;

/** Key of the mark in the issue of a finding: the same in every week. */
export function findingKey({ repository, fingerprint }: Pick<Finding, "repository" | "fingerprint">): string {
  return effectKey(repository.toLowerCase(), "sweep", fingerprint);
}

/**
 * The open issue of ours that is about a finding already: a sweep's own by its mark, or the one that the QA engineer
 * opened for the flaky test or job, by its title. Pure.
 */
export function issueAbout(
  finding: Pick<Finding, "repository" | "fingerprint" | "kind" | "subject">,
  issues: readonly OwnIssue[],
): OwnIssue | null {
  const key = findingKey(finding);
  const open = issues.filter(({ state }) => state === "open");
  const own = open.find((one) => one.label === "sweep" && one.key === key);
  if (own !== undefined) return own;
  const { test, job } = finding.subject;
  const name = finding.kind === "flaky-test" ? test : finding.kind === "flaky-job" ? job : null;
  const flaky = open.find(
    ({ label, title }) => label === "flaky" && name !== null && title === `Flaky: ${name}`,
  );
  return flaky ?? null;
}

/** The issue of a finding that was closed so lately that no new one is opened; null where there is none. Pure. */
export function closedLately(
  finding: Pick<Finding, "repository" | "fingerprint">,
  issues: readonly OwnIssue[],
  now: number,
): OwnIssue | null {
  const key = findingKey(finding);
  return (
    issues.find(
      ({ label, state, closedAt, key: of }) =>
        label === "sweep" &&
        state === "closed" &&
        of === key &&
        closedAt !== null &&
        now - Date.parse(closedAt) < RESTS,
    ) ?? null
  );
}
