import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FailedCheck } from "../../../knowledge/ci/failed-check.ts";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { intentSections } from "../../../knowledge/engineer/intent/intent-sections.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { acceptanceCriteria } from "../../../knowledge/triage/acceptance-criteria.ts";
import { asFlake } from "../../../knowledge/triage/as-flake.ts";
import { decideCase } from "../../../knowledge/triage/decide-case.ts";
import { judgeByRules } from "../../../knowledge/triage/judge-by-rules.ts";
import type { MergedChange } from "../../../knowledge/triage/merged-change.ts";
import { nameSuspect } from "../../../knowledge/triage/name-suspect.ts";
import { needsPerson, tellIssue } from "../../../knowledge/triage/tell-issue.ts";
import type { TriageCase } from "../../../knowledge/triage/triage-case.ts";
import { excerptCase, failedCase } from "../engineer/engineer-case.ts";

const merged = (number: number, files: readonly string[] | null, title = "A change"): MergedChange => ({
  number,
  title,
  author: "ann",
  mergedAt: "2026-11-30T08:00:00Z",
  body: "",
  files,
  diff: "",
});

const read = (change: Partial<TriageCase> = {}): TriageCase => ({
  branch: "main",
  commit: "c".repeat(40),
  lastGreen: "a".repeat(40),
  recovered: false,
  failed: [failedCase()],
  unread: [],
  running: [],
  passed: [],
  gone: [],
  merged: [],
  mergedUnknown: null,
  ...change,
});

const of = (result: Partial<FailedCheck["result"]>, name = "unit") =>
  failedCase({ check: { name, key: `github-actions/${name}` }, result });

const FLAKE = of({ cause: "flaky", confidence: 0.9, rule: "flake/history" }, "flaky");
const LOST = of({ cause: "environment", infrastructure: true, confidence: 0.9, rule: "runner-lost" }, "lost");
const SLIP = of({ cause: "test_bug", confidence: 0.6, rule: "tests-failed/test-code" }, "slip");
const COMPILE = of({ cause: "app_bug", confidence: 0.9, rule: "rust/compile" }, "build");
const SETTINGS = of({ cause: "config", confidence: 0.9, rule: "npm/lock" }, "install");
const ASSERTION = of({}, "units");

describe("what rules decide", () => {
  test.each([
    ["a flake alone", [FLAKE], "flake", false],
    ["a flake beside infrastructure", [FLAKE, LOST], "infrastructure", false],
    ["product code that does not compile", [COMPILE], "code", false],
    ["a slip of test code", [SLIP], "test", false],
    ["a slip beside a flake", [SLIP, FLAKE], "test", false],
    ["settings that are wrong", [SETTINGS], "code", false],
    ["settings beside an assertion", [SETTINGS, ASSERTION], "code", false],
    ["an assertion", [ASSERTION], "unclear", true],
    ["an assertion beside a slip", [ASSERTION, SLIP], "unclear", true],
    ["a slip that is not sure", [of({ cause: "test_bug", confidence: 0.4 })], "unclear", true],
    ["a flake that is not sure", [of({ cause: "flaky", confidence: 0.4 })], "unclear", true],
    ["infrastructure that is not sure", [of({ infrastructure: true, confidence: 0.4 })], "unclear", true],
    ["a job that went both ways", [asFlake(ASSERTION)], "flake", false],
  ] as const)("%s", (_, failed, word, open) => {
    expect(judgeByRules(read({ failed }))).toMatchObject({ word, open, by: "rules" });
  });

  test("what passed when it was run again is a flake, and what reports no more is a person's", () => {
    expect(judgeByRules(read({ failed: [], passed: ["a/b"] }))).toMatchObject({ word: "flake", warns: [] });
    expect(judgeByRules(read({ failed: [], running: ["b"], passed: ["a/c"] }))).toMatchObject({
      word: "unclear",
      open: false,
    });
    expect(judgeByRules(read({ failed: [COMPILE], running: ["b"] })).word).toBe("code");
    expect(judgeByRules(read({ failed: [], gone: ["a/b"] }))).toMatchObject({ word: "unclear", open: false });
    expect(judgeByRules(read({ failed: [], gone: ["a/b"], passed: ["a/c"] })).word).toBe("unclear");
  });

  test("checks that were too many to be read keep a flake from being all there is", () => {
    expect(judgeByRules(read({ failed: [FLAKE], unread: ["other"] })).word).toBe("unclear");
    expect(judgeByRules(read({ failed: [SLIP], unread: ["other"] })).word).toBe("unclear");
  });

  test("a model's choice counts only where rules leave it open, and never as a flake", () => {
    const chosen = { kind: "chosen", word: "test", suspect: 7, line: null } as const;
    expect(decideCase(judgeByRules(read()), chosen)).toMatchObject({ word: "test", by: "model", suspect: 7 });
    expect(decideCase(judgeByRules(read({ failed: [SETTINGS] })), chosen)).toMatchObject({
      word: "code",
      by: "rules",
    });
  });
});

describe("the suspect", () => {
  const failure = failedCase({ excerpt: excerptCase(["Error", "  at total (src/total.js:4:10)"]) });

  test.each([
    ["the only change", [merged(3, null)], 3],
    ["no change", [], null],
    ["the one that touches a named file", [merged(3, ["src/total.js"]), merged(2, ["README.md"])], 3],
    ["none where two touch it", [merged(3, ["src/total.js"]), merged(2, ["src/total.js"])], null],
    ["none where one was not read", [merged(3, ["src/total.js"]), merged(2, null)], null],
    ["none by the end of another name", [merged(3, ["total.js.map"]), merged(2, ["rc/total.js"])], null],
  ] as const)("%s", (_, changes, suspect) => {
    expect(nameSuspect([failure], changes)).toBe(suspect);
  });
});

describe("the issue", () => {
  const scene = {
    telling: { mask: secretMask([]), quotesLogs: true },
    labels: DEFAULT_CONFIG.labels,
    key: "acme%2Fshop/triage/f/00",
  };
  const issueOf = (change: Partial<TriageCase>) => {
    const one = read(change);
    return tellIssue(one, decideCase(judgeByRules(one), null), scene);
  };

  test("a flake has none; a person is called for infrastructure and where nothing is settled", () => {
    expect(issueOf({ failed: [FLAKE] })).toBeNull();
    expect(issueOf({ failed: [LOST] })?.labels).toEqual(["assay:triage", "assay:needs-person"]);
    expect(issueOf({})?.labels).toEqual(["assay:triage", "assay:needs-person"]);
    expect(issueOf({ failed: [SETTINGS] })?.labels).toEqual(["assay:triage"]);
    expect(["code", "test", "flake"].map((word) => needsPerson(word as never))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("its acceptance criteria are ones that a change's intent is read from", () => {
    for (const word of ["code", "test", "infrastructure", "unclear"] as const) {
      const criteria = acceptanceCriteria(word, { checks: "unit", branch: "main" });
      const body = issueOf({ failed: [SETTINGS] })?.body ?? "";
      const [section] = intentSections(body, "issue");
      expect(section?.source).toBe("issue, Acceptance criteria");
      expect(section?.text).toContain("for the right reason: install.");
      expect(criteria.join(" ")).toContain("No test is deleted, skipped or loosened");
    }
  });

  test("stays small and keeps its mark, whatever it is made of", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 400 });
    const change = fc
      .record({ number: fc.nat(99_999), title: text })
      .map(({ number, title }) => merged(number, [], title));
    const failed = fc
      .record({ name: text, quote: text, tests: fc.array(text, { maxLength: 8 }) })
      .map(({ name, quote, tests }) =>
        failedCase({
          check: { name },
          tests,
          excerpt: excerptCase([quote, quote.repeat(3)]),
          result: { evidence: [{ line: 1, endLine: 1, quote }] },
        }),
      );
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40 }),
        fc.array(failed, { minLength: 1, maxLength: 20 }),
        text,
        (changes, failures, branch) => {
          const issue = issueOf({ merged: changes, failed: failures, branch });
          expect(Buffer.byteLength(issue?.body ?? "")).toBeLessThanOrEqual(8_000);
          expect(issue?.body.endsWith("<!-- assay:acme%252Fshop/triage/f/00 -->")).toBe(true);
          expect(issue?.body).toContain("## Acceptance criteria");
          expect(issue?.title.length).toBeLessThanOrEqual(200);
        },
      ),
      { numRuns: 60, seed: 5 },
    );
  });

  test("names every change by words that no forge makes a reference of", () => {
    const title = "Fix #12, closes acme/shop#3 GH-4 @ada https://github.com/acme/shop/pull/9 <b>";
    const body = issueOf({ merged: [merged(12, ["a"], title), merged(9, ["b"])] })?.body ?? "";
    expect(body).toContain("- change 12: ");
    expect(body).toContain("- change 9: ");
    expect(body).not.toMatch(/#\d(?!\d*;)|@\w|GH-\d|:\/\/github\.com\/acme|<b>/);
  });
});
