import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckState } from "../../../knowledge/ci/check.ts";
import { checksOf } from "../../../knowledge/ci/checks-of.ts";
import { ciOutcome } from "../../../knowledge/ci/ci-outcome.ts";
import { isSettled } from "../../../knowledge/ci/is-settled.ts";
import { sampleCheckRun, sampleReports } from "../../support/sample-reports.ts";

const AT = Date.UTC(2026, 0, 5);
const question = { since: AT, now: AT, noCiAfterSeconds: 120 };
const WORDS = { passed: "success", failed: "failure", unclear: "cancelled" } as const;

const checks = (...states: readonly CheckState[]) =>
  checksOf(
    sampleReports(
      states.map((state, at) =>
        state === "running"
          ? sampleCheckRun({ name: `c${at}`, status: "in_progress" })
          : sampleCheckRun({ name: `c${at}`, conclusion: WORDS[state] }),
      ),
    ),
  );

test("a commit without any report is silent for two minutes and has no CI after them", () => {
  const until = new Date(AT + 120_000).toISOString();
  expect(ciOutcome([], { ...question, now: AT + 119_999 })).toEqual({ kind: "silent", until });
  expect(ciOutcome([], { ...question, now: AT + 120_000 })).toEqual({ kind: "none" });
});

test("one report within or after the two minutes is CI", () => {
  expect(ciOutcome(checks("running"), { ...question, now: AT + 1e9 }).kind).toBe("running");
});

test("a cancelled or stale check is no pass", () => {
  expect(ciOutcome(checks("passed", "unclear"), question)).toMatchObject({
    kind: "unclear",
    unclear: [{ name: "c1" }],
  });
  expect(ciOutcome(checks("failed", "unclear"), question)).toMatchObject({
    kind: "failed",
    failed: [{ name: "c0" }],
    unclear: [{ name: "c1" }],
  });
});

test("while others run a failure is named and decides nothing, unless the first one is asked for", () => {
  const some = checks("failed", "running", "passed");
  expect(ciOutcome(some, question)).toMatchObject({
    kind: "running",
    running: [{ name: "c1" }],
    failed: [{ name: "c0" }],
  });
  expect(ciOutcome(some, { ...question, firstFailure: true }).kind).toBe("failed");
  expect(ciOutcome(checks("running"), { ...question, firstFailure: true }).kind).toBe("running");
});

test("nothing is a pass but every check passed", () => {
  const states = fc.constantFrom<CheckState>("running", "passed", "failed", "unclear");
  fc.assert(
    fc.property(fc.array(states, { minLength: 1, maxLength: 8 }), fc.boolean(), (some, firstFailure) => {
      const { kind } = ciOutcome(checks(...some), { ...question, firstFailure });
      expect(kind === "passed").toBe(some.every((state) => state === "passed"));
    }),
  );
});

test("checks are settled once the last of them has been over for a while", () => {
  const end = Date.parse("2026-01-05T10:01:00Z");
  expect(isSettled(checks("passed", "passed"), end + 19_999)).toBe(false);
  expect(isSettled(checks("passed", "passed"), end + 20_000)).toBe(true);
  expect(isSettled(checks("passed", "running"), end + 1e9)).toBe(false);
});
