import { describe, expect, test } from "vitest";
import type { ReportDigest } from "../../../knowledge/evidence/report-digest.ts";
import { outcomeOf, runVerdict } from "../../../knowledge/learn/see/run-verdict.ts";

type Word = Pick<ReportDigest, "totals" | "notes" | "verdict">;

function report(passed: number, failed = 0, note?: ReportDigest["notes"][number]["kind"]): Word {
  const doubtful = passed + failed === 0 || (note !== undefined && note !== "suite-error");
  return {
    totals: { total: passed + failed, passed, failed, errored: 0, skipped: 0, flaky: 0 },
    notes: note === undefined ? [] : [{ kind: note, message: "x" }],
    verdict: failed > 0 || note === "suite-error" ? "failed" : doubtful ? "undetermined" : "passed",
  };
}

const verdict = (reports: readonly Word[], code?: number | null) =>
  runVerdict(outcomeOf(reports), code === undefined ? null : { code });

describe("a run's verdict", () => {
  test.each([
    ["a test failed", [report(2, 1)], 0, "fail"],
    ["a test failed and a signal ended it", [report(2, 1)], null, "fail"],
    ["all passed, and the command said no", [report(2)], 1, "error"],
    ["all passed, and a signal ended it", [report(2)], null, "error"],
    ["all passed, and a fixture failed", [report(2, 0, "suite-error")], 0, "error"],
    ["no report, and the command said no", [], 1, "fail"],
    ["no report, and a signal ended it", [], null, "error"],
    ["no report, and the command said yes", [], 0, "pass"],
    ["all passed", [report(2), report(1)], 0, "pass"],
    ["one of two reports is empty", [report(2), report(0)], 0, "pass"],
    ["all reports are empty", [report(0), report(0)], 0, "undetermined"],
    ["one report is damaged", [report(2), report(1, 0, "repaired")], 0, "undetermined"],
    ["a file is no report", [report(2), report(0, 0, "not-a-report")], 0, "pass"],
  ] as const)("%s", (_, reports, code, expected) => {
    expect(verdict(reports, code)).toBe(expected);
  });

  test("reports alone: without a test that was carried out it is undetermined", () => {
    expect(verdict([])).toBe("undetermined");
    expect(verdict([report(0)])).toBe("undetermined");
    expect(verdict([report(1)])).toBe("pass");
    expect(verdict([report(0, 1)])).toBe("fail");
  });
});
