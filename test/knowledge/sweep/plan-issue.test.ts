import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { type Finding, type Found, findingOf } from "../../../knowledge/sweep/finding.ts";
import { findingKey, issueAbout } from "../../../knowledge/sweep/issue-about.ts";
import type { OwnIssue } from "../../../knowledge/sweep/observed.ts";
import { planIssue } from "../../../knowledge/sweep/plan-issue.ts";
import { keyIn } from "../../../knowledge/telling/mark.ts";
import { WEEK } from "../../support/observed-week.ts";

const NOW = Date.parse("2026-11-30T06:00:00Z");
const finding = (over: Partial<Found> = {}): Finding =>
  findingOf("octo/shop", {
    kind: "flaky-job",
    subject: { path: "ci.yml", job: "unit" },
    says: "Job unit (ci.yml) failed and passed later.",
    evidence: ["Both results at abc."],
    samples: 10,
    rate: null,
    minutes: 30,
    reruns: 3,
    cost: "3 reruns",
    confidence: "high",
    links: [],
    trend: [],
    ...over,
  });
const issueOf = (of: Finding, over: Partial<OwnIssue> = {}): OwnIssue => ({
  number: 7,
  url: "https://forge.example.org/octo/shop/issues/7",
  title: "Weekly sweep: unit: flaky",
  label: "sweep",
  state: "open",
  createdAt: "2026-11-01T00:00:00Z",
  closedAt: null,
  key: findingKey(of),
  ...over,
});
const plan = (findings: readonly Finding[], issues: readonly OwnIssue[] = []) =>
  planIssue(
    findings.map((one) => ({ ...one, issue: issueAbout(one, issues)?.number ?? null })),
    {
      week: WEEK,
      product: "shop",
      now: NOW,
      labels: DEFAULT_CONFIG.labels,
      issues: new Map([["octo/shop", issues]]),
      mask: (value) => value,
    },
  );

describe("the one issue of a sweep", () => {
  test("is about the first finding that is worth one: no guess, and no check that never failed", () => {
    const guess = finding({ confidence: "low", minutes: 900 });
    const silent = finding({ kind: "never-failed", confidence: "high" });
    const planned = plan([guess, silent, finding(), finding({ subject: { job: "other" } })]);
    expect(planned).toMatchObject({
      kind: "open",
      issue: { repository: "octo/shop", title: "Weekly sweep: unit: flaky", labels: ["assay:sweep"] },
    });
    if (planned.kind !== "open") throw new Error("nothing is opened");
    expect(planned.issue.body).toContain("## Acceptance criteria");
    expect(planned.issue.body).toContain("30.0 minutes of the week, lost or at risk, high confidence");
    expect(keyIn(planned.issue.body)).toBe(findingKey(finding()));
    expect(plan([guess, silent])).toMatchObject({ kind: "none" });
  });

  test("is not opened again while that of the same finding is open, and no lesser finding gets one instead", () => {
    const lesser = finding({ subject: { job: "other" }, minutes: 1 });
    expect(plan([finding(), lesser], [issueOf(finding())])).toEqual({
      kind: "none",
      why: "issue 7 of octo/shop is about the most important finding already",
    });
  });

  test("is not opened where the QA engineer's own issue about the flake is open", () => {
    const flaky = issueOf(finding(), { label: "flaky", key: "x", title: "Flaky: unit" });
    expect(plan([finding()], [flaky])).toMatchObject({ kind: "none" });
    expect(plan([finding()], [{ ...flaky, title: "Flaky: unit tests" }])).toMatchObject({ kind: "open" });
  });

  test("rests for 28 days after it was closed, and is opened again after that", () => {
    const closed = (closedAt: string) => issueOf(finding(), { state: "closed", closedAt });
    expect(plan([finding()], [closed("2026-11-02T06:00:01Z")])).toMatchObject({ kind: "none" });
    expect(plan([finding()], [closed("2026-11-02T06:00:00Z")])).toMatchObject({ kind: "open" });
  });

  test("of another week has the same mark, whatever its numbers are", () => {
    const later = finding({ minutes: 3, says: "other words", samples: 99, confidence: "medium" });
    expect(findingKey(later)).toBe(findingKey(finding()));
    for (const subject of [
      { path: "b.yml", job: "unit" },
      { path: "ci.yml", job: "unit", step: "x" },
    ])
      expect(findingKey(finding({ subject }))).not.toBe(findingKey(finding()));
  });
});
