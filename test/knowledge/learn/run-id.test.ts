import { describe, expect, test } from "vitest";
import { memoryHistory } from "../../../knowledge/adapters/memory/history.ts";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import { openRunRecorder } from "../../../knowledge/explain/record-run.ts";
import { openRunDigest } from "../../../knowledge/learn/see/run-id.ts";
import { failure, testCase } from "./learn-test-case.ts";

const TESTS = [
  testCase(),
  testCase({ name: "fails", outcome: "failed", failure: failure("no"), durationMs: 4 }),
];
const PLACE = { commit: "c0ffee", job: "linux" };

function idOf(
  tests: readonly TestCase[],
  place: { commit: string | null; job: string | null } = PLACE,
): string {
  const digest = openRunDigest();
  for (const one of tests) digest.test(one);
  return digest.end(place);
}

describe("id of a run", () => {
  test("the same for the same evidence, commit and job, and another for any other", () => {
    const id = idOf(TESTS);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(idOf(TESTS)).toBe(id);
    const others = [
      idOf(TESTS.slice(1)),
      idOf(TESTS, { ...PLACE, commit: null }),
      idOf(TESTS, { ...PLACE, job: "windows" }),
      idOf([TESTS[0]!, { ...TESTS[1]!, outcome: "errored" }]),
      idOf([TESTS[0]!, { ...TESTS[1]!, failure: failure("never") }]),
    ];
    expect(new Set([id, ...others]).size).toBe(others.length + 1);
  });

  test("where a test stands in the report makes no other run", () => {
    expect(idOf(TESTS.map((one) => ({ ...one, line: one.line + 10 })))).toBe(idOf(TESTS));
  });

  test("the history's row of the same report has the same id", async () => {
    const recorder = await openRunRecorder(memoryHistory());
    for (const one of TESTS) recorder.test(one);
    expect((await recorder.commit({ ...PLACE, branch: null, at: 1 })).run).toBe(idOf(TESTS));
  });
});
