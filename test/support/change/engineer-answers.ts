import type { ScriptedAnswer } from "../model/model-script.ts";
import { CODE, RIGHT_LINE, SENTENCE, STALE_LINE, TEST } from "./shop-files.ts";

/** What a scripted engineer says: one call of a tool, in the tool's own form. */

const call = (name: string, input: unknown): ScriptedAnswer => ({ calls: [{ name, input }] });

export const readFile = (path: string) => call("read_file", { path });
export const editTest = (path: string, old_text: string, new_text: string) =>
  call("edit_test", { path, old_text, new_text });
export const runTests = call("run_tests", {});
export const conclude = (conclusion: Readonly<Record<string, unknown>>) => call("conclude", conclusion);

/** Mends the stale test of the shop. */
export const mend = editTest(TEST, STALE_LINE, RIGHT_LINE);

/** The code is wrong: all four parts. */
export const codeWrong = (over: Readonly<Record<string, unknown>> = {}) =>
  conclude({
    verdict: "CODE CHANGE NEEDED",
    answers: [{ check: "C1", wrong: "code" }],
    why: "The issue says that large carts ship for free.",
    check: "C1",
    cause: "Shipping is added to every cart, whatever its sum.",
    file: CODE,
    line: 4,
    should: "Add shipping only where the sum is below 5000 cents.",
    ...over,
  });

/** The test is wrong, with the sentence that gives the new value. */
export const testWrong = (over: Readonly<Record<string, unknown>> = {}) =>
  conclude({
    verdict: "TEST CHANGED",
    answers: [{ check: "C1", wrong: "test" }],
    why: "The test asked for the total without shipping.",
    quotes: [SENTENCE],
    ...over,
  });

export const cannotSay = (question: string) =>
  conclude({
    verdict: "BLOCKED",
    answers: [{ check: "C1", wrong: "unsettled" }],
    why: "The issue does not say it.",
    question,
  });

/** From the first look to the verdict, as an engineer does it that mends the stale test. */
export const MENDS = [readFile(TEST), mend, runTests, testWrong()] as const;
