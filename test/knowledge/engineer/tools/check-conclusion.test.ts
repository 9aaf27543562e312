import { describe, expect, test } from "vitest";
import type { ChangeJudgement } from "../../../../knowledge/engineer/edits/judge-change.ts";
import {
  type ConclusionState,
  checkConclusion,
} from "../../../../knowledge/engineer/tools/check-conclusion.ts";
import type { ConclusionInput } from "../../../../knowledge/engineer/tools/conclusion-input.ts";
import { secretMask } from "../../../../knowledge/record/secret-mask.ts";
import { SECRET } from "../engineer-case.ts";

const EDIT = { path: "test/cart.test.js", before: "a", after: "b" };
const PASSED = { kind: "ran", passed: true, stale: false } as const;
const LICENCE = { id: "I1", source: "issue #3, Acceptance criteria", text: "The total is 14.99." };

const state = (change: Partial<ConclusionState> = {}): ConclusionState => ({
  checks: [
    { id: "C1", name: "unit" },
    { id: "C2", name: "e2e" },
  ],
  mayPass: false,
  edits: [EDIT],
  tests: PASSED,
  mask: secretMask([SECRET]),
  read: async (path) => (path === "src/total.js" ? "one\ntwo\n" : null),
  isTest: (path) => path.includes("test"),
  judge: async () => ({ kind: "accepted", licences: [LICENCE] }) satisfies ChangeJudgement,
  ...change,
});

const both = (wrong: ConclusionInput["answers"][number]["wrong"]) => [
  { check: "C1", wrong },
  { check: "C2", wrong },
];
const code = (change: Partial<ConclusionInput> = {}): ConclusionInput => ({
  verdict: "CODE CHANGE NEEDED",
  answers: both("code"),
  why: "The code is wrong.",
  check: "C1",
  cause: `shipping is left out ${SECRET}`,
  file: "src/total.js",
  line: 2,
  should: "add shipping to the total",
  ...change,
});
const changed = (change: Partial<ConclusionInput> = {}): ConclusionInput => ({
  verdict: "TEST CHANGED",
  answers: both("test"),
  why: "The total is now 14.99.",
  quotes: ["The total is 14.99."],
  ...change,
});

describe("a conclusion that holds", () => {
  test("CODE CHANGE NEEDED has its four parts, masked, by the check's name", async () => {
    expect(await checkConclusion(code(), state())).toEqual({
      kind: "verdict",
      verdict: {
        word: "CODE CHANGE NEEDED",
        check: "unit",
        cause: "shipping is left out ***",
        file: "src/total.js",
        line: 2,
        should: "add shipping to the total",
        by: "model",
      },
      checks: ["unit", "e2e"],
    });
  });

  test("TEST CHANGED names its files and the sentences that license it", async () => {
    expect(await checkConclusion(changed(), state())).toMatchObject({
      verdict: {
        word: "TEST CHANGED",
        files: ["test/cart.test.js"],
        quotes: [{ source: LICENCE.source, sentence: LICENCE.text }],
        by: "model",
      },
    });
  });

  test("TEST CHANGED where the tests cannot be run is BLOCKED, by rule", async () => {
    const answer = await checkConclusion(
      changed(),
      state({ tests: { kind: "unavailable", why: "no bubblewrap" } }),
    );
    expect(answer).toMatchObject({
      kind: "verdict",
      verdict: { word: "BLOCKED", by: "rule", question: expect.stringContaining("no bubblewrap") },
    });
  });

  test("BLOCKED has its question, whatever the answers", async () => {
    const input: ConclusionInput = {
      verdict: "BLOCKED",
      answers: both("unsettled"),
      why: "",
      question: "Is it 14.99 or 12.99?",
    };
    expect(await checkConclusion(input, state())).toMatchObject({
      verdict: { word: "BLOCKED", question: "Is it 14.99 or 12.99?", by: "model" },
    });
  });

  test("NO CHANGE NEEDED stands where there is no CI and the tests passed untouched", async () => {
    const input: ConclusionInput = {
      verdict: "NO CHANGE NEEDED",
      answers: both("neither"),
      why: "All tests pass.",
    };
    const answer = await checkConclusion(input, state({ mayPass: true, edits: [] }));
    expect(answer).toMatchObject({ verdict: { word: "NO CHANGE NEEDED", by: "model" } });
  });
});

describe("a conclusion that does not hold is told what it lacks", () => {
  const { check: _, ...noCheck } = code();
  const pass: ConclusionInput = { verdict: "NO CHANGE NEEDED", answers: both("neither"), why: "fine" };
  test.each<[string, ConclusionInput, Partial<ConclusionState>, RegExp]>([
    ["a failure without an answer", code({ answers: [{ check: "C1", wrong: "code" }] }), {}, /C2 \(e2e\)/],
    [
      "a failure with two",
      code({ answers: [...both("code"), { check: "C1", wrong: "test" }] }),
      {},
      /C1 \(unit\)/,
    ],
    ["no check", noCheck, {}, /^check:/],
    ["a check that is not the code's fault", code({ answers: both("test") }), {}, /^answers: CODE/],
    ["no cause", code({ cause: "no" }), {}, /^cause:/],
    ["nothing that the code should do", code({ should: "  " }), {}, /^should:/],
    ["no file", code({ file: "" }), {}, /^file:/],
    ["a file that is not there", code({ file: "src/none.js" }), {}, /^file: src\/none.js/],
    ["a test file as the code", code({ file: "test/cart.test.js" }), {}, /^file: .* test file/],
    ["a line past the end", code({ line: 3 }), {}, /^line: src\/total.js has 2 lines/],
    ["no edit", changed(), { edits: [] }, /edit of a test file/],
    ["no run of the tests", changed(), { tests: { kind: "none" } }, /run_tests/],
    ["a run before the last edit", changed(), { tests: { ...PASSED, stale: true } }, /run_tests/],
    ["a run that failed", changed(), { tests: { ...PASSED, passed: false } }, /did not pass/],
    ["a failure that is not the test's", changed({ answers: both("unsettled") }), {}, /^answers: TEST/],
    ["no question", { verdict: "BLOCKED", answers: both("unsettled"), why: "x" }, {}, /^question:/],
    ["a pass where a check failed", pass, { edits: [] }, /not yours to give/],
    ["a pass with edits", pass, { mayPass: true }, /changed tests/],
    ["a pass without a run", pass, { mayPass: true, edits: [], tests: { kind: "none" } }, /to have been run/],
  ])("%s", async (_, input, change, words) => {
    const answer = await checkConclusion(input, state(change));
    expect(answer).toMatchObject({ kind: "wrong" });
    expect(answer.kind === "wrong" ? answer.problems : []).toContainEqual(expect.stringMatching(words));
  });

  test("a refused edit, in the words of the refusal", async () => {
    const words = "test/cart.test.js:7: an assertion is gone";
    const finding = {
      kind: "assertion-removed",
      path: "test/cart.test.js",
      line: 7,
      words,
      needsQuote: false,
    } as const;
    const answer = await checkConclusion(
      changed(),
      state({ judge: async () => ({ kind: "refused", findings: [finding] }) }),
    );
    expect(answer).toEqual({ kind: "wrong", problems: [words] });
  });
});
