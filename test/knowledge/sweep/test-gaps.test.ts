import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import { areaOf, isProductFile } from "../../../knowledge/sweep/areas-of.ts";
import { findTestGaps } from "../../../knowledge/sweep/find-test-gaps.ts";
import type { MergedFiles } from "../../../knowledge/sweep/observed.ts";
import { observedRepository, observedRun } from "../../support/observed-week.ts";

const rules = DEFAULT_CONFIG;
const change = (number: number, files: readonly string[]): MergedFiles => ({
  number,
  commit: `m${number}`,
  mergedAt: "2026-11-24T10:00:00Z",
  files,
});
const runAt = (index: number, commit: string, job = "unit") =>
  observedRun(index, { commit, attempts: [[{ name: job }]] });
const gaps = (changes: readonly MergedFiles[], over: Parameters<typeof observedRepository>[0] = {}) =>
  findTestGaps(observedRepository({ merged: { changes, unknown: null, unread: 0 }, ...over }), rules);

describe("an area", () => {
  test("is one of the settings, else the top folder, else the one in a folder that holds them all", () => {
    const scopes = [{ name: "pay", paths: ["src/payments/**"] }];
    expect(areaOf("src/payments/card.ts", { scopes })).toBe("pay");
    expect(areaOf("src/cart/add.ts", { scopes })).toBe("src/cart");
    expect(areaOf("src/index.ts", { scopes })).toBe("src");
    expect(areaOf("server/a/b/c.go", { scopes })).toBe("server");
    expect(areaOf("index.ts", { scopes })).toBeNull();
  });

  test("expects tests for its code only", () => {
    for (const path of [
      "docs/a.ts",
      "a/README.md",
      "a/logo.svg",
      ".github/workflows/ci.yml",
      "a/b.test.ts",
      "go.sum",
    ])
      expect([path, isProductFile(path, rules)]).toEqual([path, false]);
    expect(isProductFile("billing/charge.ts", rules)).toBe(true);
  });
});

describe("a gap in what tests cover", () => {
  const billing = [1, 2, 3].map((number) => change(number, [`billing/part${number}.ts`]));

  test("is an area that changed at commits at which nothing ran, where others had runs", () => {
    const others = [10, 11].map((number) => change(number, ["shop/a.ts", "shop/a.test.ts"]));
    const begun = [runAt(0, "m10"), runAt(1, "m11")];
    expect(gaps([...others, ...billing], { runs: begun, begun })).toMatchObject([
      {
        kind: "test-gap",
        subject: { area: "billing" },
        says: "Area billing: no workflow ran at any of the 3 commits by which it changed.",
        samples: 3,
        minutes: 0,
        confidence: "medium",
      },
    ]);
  });

  test("is, less surely, an area that changed often without a test of it that is known", () => {
    const begun = [runAt(0, "m1"), runAt(1, "m2"), runAt(2, "m3")];
    expect(gaps(billing, { runs: begun, begun })).toMatchObject([
      {
        subject: { area: "billing" },
        confidence: "low",
        evidence: expect.arrayContaining([expect.stringContaining("was not measured")]),
      },
    ]);
    expect(gaps(billing.slice(0, 2), { runs: begun, begun })).toEqual([]);
  });

  test("is none where a test of it came along, wherever it lies, a job has its name, or tests of its scope were learned from", () => {
    const begun = [runAt(0, "m1"), runAt(1, "m2")];
    const withTest = (path: string) => [...billing.slice(1), change(1, ["billing/part1.ts", path])];
    expect(gaps(withTest("billing/part1.test.ts"), { runs: begun, begun })).toEqual([]);
    expect(gaps(withTest("tests/billing/charges.test.ts"), { runs: begun, begun })).toEqual([]);
    expect(gaps(withTest("tests/cart.test.ts"), { runs: begun, begun })).toHaveLength(1);
    const named = [runAt(0, "m1", "Billing tests")];
    expect(gaps(billing, { runs: named, begun: named })).toEqual([]);
    expect(
      gaps(billing, { runs: begun, begun, tests: { runs: 4, suspects: [], scopes: ["billing"] } }),
    ).toEqual([]);
  });

  test("is none where it is not known what was merged, or only prose and settings changed", () => {
    const begun = [runAt(0, "m1")];
    const merged = { changes: [], unknown: "history was rewritten", unread: 0 };
    expect(findTestGaps(observedRepository({ merged, begun, runs: begun }), rules)).toEqual([]);
    expect(
      gaps(
        [1, 2, 3].map((number) => change(number, ["docs/a.md", "billing/x.json"])),
        { begun },
      ),
    ).toEqual([]);
  });
});
