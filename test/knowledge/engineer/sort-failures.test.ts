import { describe, expect, test } from "vitest";
import { sortFailures } from "../../../knowledge/engineer/sort-failures.ts";
import { failedCase } from "./engineer-case.ts";

const whose = (change: Parameters<typeof failedCase>[0]) =>
  sortFailures([failedCase(change)]).all[0]?.note.whose;

describe("whose a failure is", () => {
  test.each([
    ["a failed assertion is the change's", {}, "change"],
    [
      "what fails the same on the base is the base's",
      { base: { kind: "failed", same: true, url: null } },
      "base",
    ],
    ["what was there before is the base's", { result: { preExisting: true } }, "base"],
    [
      "what fails the same on the base is the base's also where it is infrastructure",
      {
        result: { infrastructure: true, cause: "environment" },
        base: { kind: "failed", same: true, url: null },
      },
      "base",
    ],
    [
      "what fails on the base in another way is unclear",
      { base: { kind: "failed", same: false, url: null } },
      "unclear",
    ],
    ["a flaky test is a flake", { result: { cause: "flaky" } }, "flake"],
    [
      "a registry that is down is infrastructure",
      { result: { cause: "environment", infrastructure: true } },
      "infrastructure",
    ],
    ["an unknown cause is unclear", { result: { cause: "unknown", confidence: 0 } }, "unclear"],
    [
      "a guess at infrastructure is unclear",
      { result: { infrastructure: true, confidence: 0.4 } },
      "unclear",
    ],
    ["a guess at a flake is unclear", { result: { cause: "flaky", confidence: 0.3 } }, "unclear"],
    ["a trouble of the tests' own environment is unclear", { result: { cause: "environment" } }, "unclear"],
    ["wrong settings are the change's", { result: { cause: "config" } }, "change"],
  ] as const)("%s", (_, change, expected) => {
    expect(whose(change)).toBe(expected);
  });

  test("every failure is in exactly one heap, in the order in which it came", () => {
    const failed = [
      failedCase(),
      failedCase({ result: { cause: "flaky" } }),
      failedCase({ result: { cause: "unknown" } }),
      failedCase({ result: { infrastructure: true } }),
      failedCase({ result: { preExisting: true } }),
    ];
    const { all, base, flake, infrastructure, work } = sortFailures(failed);
    expect(all.map((one) => one.failed)).toEqual(failed);
    expect([base, flake, infrastructure].map((heap) => heap.length)).toEqual([1, 1, 1]);
    expect(work.map((one) => one.failed)).toEqual([failed[0], failed[2]]);
  });
});
