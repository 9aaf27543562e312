import type { Verdict } from "../../change/step-verdict.ts";
import type { TestEdit } from "../../loosening/loosening.ts";
import { maskText } from "../../record/mask-text.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import type { ChangeJudgement } from "../edits/judge-change.ts";
import type { ConclusionInput } from "./conclusion-input.ts";

/** The last run of the tests in this attempt. */
export type LastTestRun =
  | { readonly kind: "none" }
  /** `stale`: an edit came after it. `passed`: also where only tests fail that fail on the base branch too. */
  | { readonly kind: "ran"; readonly passed: boolean; readonly stale: boolean }
  | { readonly kind: "unavailable"; readonly why: string };

/** What a conclusion is held against. */
export interface ConclusionState {
  readonly checks: readonly { readonly id: string; readonly name: string }[];
  /** No check failed, and the repository has no CI. */
  readonly mayPass: boolean;
  /** Edits that were accepted so far. */
  readonly edits: readonly TestEdit[];
  readonly tests: LastTestRun;
  readonly mask: SecretMask;
  /** A file at the head, without the edits; null where there is none. */
  readonly read: (path: string) => Promise<string | null>;
  /** Whether a path is a test file. */
  readonly isTest: (path: string) => boolean;
  /** All edits, judged with the sentences that the conclusion quotes. */
  readonly judge: (quotes: readonly string[]) => Promise<ChangeJudgement>;
}

export type CheckedConclusion =
  | {
      readonly kind: "verdict";
      readonly verdict: Verdict;
      /** Names of the checks that it answers. */
      readonly checks: readonly string[];
    }
  /** What is wrong with it, in words for the one repair attempt. */
  | { readonly kind: "wrong"; readonly problems: readonly string[] };

/** Characters of a text that says something. */
const SAYS = 10;

/**
 * Holds a conclusion of the QA engineer against what code knows: every failure is answered once and fits the
 * verdict, the verdict has its parts, files and lines exist, edits are accepted and were tested. Where the tests could
 * not be run, changed tests give BLOCKED. With CODE CHANGE NEEDED and BLOCKED the edits are dropped. Errors: those of
 * `read` and `judge`.
 */
export async function checkConclusion(
  input: ConclusionInput,
  state: ConclusionState,
): Promise<CheckedConclusion> {
  const problems = answerProblems(input, state);
  const made = await verdictOf(input, state);
  if (Array.isArray(made)) problems.push(...made);
  if (problems.length > 0 || Array.isArray(made)) return { kind: "wrong", problems };
  return { kind: "verdict", verdict: made as Verdict, checks: state.checks.map(({ name }) => name) };
}

function answerProblems({ verdict, answers, check }: ConclusionInput, { checks }: ConclusionState): string[] {
  const problems: string[] = [];
  for (const { id, name } of checks) {
    const given = answers.filter((answer) => answer.check === id);
    if (given.length !== 1)
      problems.push(`answers: ${id} (${name}) has to be answered once, and is ${given.length} times`);
  }
  const saysAll = (...wrong: string[]) => answers.every((answer) => wrong.includes(answer.wrong));
  if (verdict === "TEST CHANGED" && !saysAll("test"))
    problems.push("answers: TEST CHANGED needs the test to be what is wrong for every failure");
  if (
    verdict === "CODE CHANGE NEEDED" &&
    !answers.some((answer) => answer.check === check && answer.wrong === "code")
  )
    problems.push(
      "answers: CODE CHANGE NEEDED needs the code to be what is wrong for the check that it names",
    );
  if (verdict === "NO CHANGE NEEDED" && !saysAll("neither"))
    problems.push("answers: NO CHANGE NEEDED needs neither code nor test to be wrong");
  return problems;
}

/** The verdict, or what it lacks. */
async function verdictOf(input: ConclusionInput, state: ConclusionState): Promise<Verdict | string[]> {
  const says = (text: string) => maskText(text, state.mask);
  switch (input.verdict) {
    case "CODE CHANGE NEEDED":
      return codeFinding(input, state);
    case "TEST CHANGED":
      return testChange(input, state);
    case "BLOCKED":
      return isWords(input.question)
        ? { word: "BLOCKED", question: says(input.question), by: "model" }
        : ["question: BLOCKED needs the question that a person has to answer"];
    case "NO CHANGE NEEDED": {
      const problems: string[] = [];
      if (!state.mayPass) problems.push("verdict: a check failed, so NO CHANGE NEEDED is not yours to give");
      if (state.edits.length > 0) problems.push("verdict: you changed tests, so it is not NO CHANGE NEEDED");
      if (state.tests.kind !== "ran" || !state.tests.passed || state.tests.stale)
        problems.push("verdict: NO CHANGE NEEDED needs the tests to have been run, and to have passed");
      return problems.length > 0 ? problems : { word: "NO CHANGE NEEDED", why: says(input.why), by: "model" };
    }
  }
}

async function codeFinding(
  { check, cause, file, line, should }: ConclusionInput,
  { checks, read, isTest, mask }: ConclusionState,
): Promise<Verdict | string[]> {
  const problems: string[] = [];
  const named = checks.find(({ id }) => id === check);
  if (named === undefined)
    problems.push("check: CODE CHANGE NEEDED needs the failing check that the finding is about");
  if (!isWords(cause)) problems.push("cause: CODE CHANGE NEEDED needs the cause, in words");
  if (!isWords(should)) problems.push("should: CODE CHANGE NEEDED needs what the code should do");
  if (file === undefined || file === "") problems.push("file: CODE CHANGE NEEDED needs the file of the code");
  else if (isTest(file)) problems.push(`file: ${file} is a test file; name the code that is wrong`);
  else {
    const text = await read(file);
    const lines = text === null ? 0 : text.replace(/\n$/, "").split("\n").length;
    if (text === null) problems.push(`file: ${file} is not at the head of the branch`);
    else if (line === undefined || line > lines)
      problems.push(`line: ${file} has ${lines} lines; name one of them`);
  }
  if (problems.length > 0) return problems;
  return {
    word: "CODE CHANGE NEEDED",
    check: named?.name as string,
    cause: maskText(cause as string, mask),
    file: file as string,
    line: line as number,
    should: maskText(should as string, mask),
    by: "model",
  };
}

async function testChange(
  { why, quotes = [] }: ConclusionInput,
  { edits, tests, judge, mask }: ConclusionState,
): Promise<Verdict | string[]> {
  if (edits.length === 0) return ["verdict: TEST CHANGED needs an edit of a test file that was accepted"];
  const judgement = await judge(quotes);
  if (judgement.kind === "refused") return judgement.findings.map(({ words }) => words);
  if (tests.kind === "unavailable")
    return {
      word: "BLOCKED",
      question: `The tests cannot be run here (${tests.why}), so a change of the tests is not proved. Who runs them?`,
      by: "rule",
    };
  if (tests.kind === "none" || tests.stale)
    return ["verdict: TEST CHANGED needs run_tests after the last edit"];
  if (!tests.passed)
    return ["verdict: the tests did not pass after the last edit, so it is not TEST CHANGED"];
  return {
    word: "TEST CHANGED",
    why: maskText(why, mask),
    files: edits.map(({ path }) => path).sort(),
    quotes: judgement.licences.map(({ source, text }) => ({ source, sentence: maskText(text, mask) })),
    by: "model",
  };
}

function isWords(text: string | undefined): text is string {
  return text !== undefined && text.trim().length >= SAYS;
}
