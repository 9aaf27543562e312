import { fullTestName, type TestCase } from "../evidence/test-case.ts";
import { CAUTION_CAUSES } from "../record/record.ts";
import { type Candidate, type CautionCause, candidateDigest } from "./candidate.ts";
import type { AnalysedFailure } from "./learning-events.ts";
import type { RunEvidence, RunIdentity } from "./run-evidence.ts";
import { fitAnchor } from "./see/fit-anchor.ts";
import { GENERAL_SCOPE } from "./see/scope-of.ts";
import { testAnchor } from "./see/test-anchor.ts";
import { testTitle } from "./see/test-title.ts";

/** Tests of a candidate that are kept. */
const TESTS_KEPT = 50;

/**
 * What a run warns of, in order of digest: a caution for each test that is flaky or timed out, at the test, and one
 * for each trouble of the environment, at the run's job. The claim never holds the message, so that the same trouble
 * in other words confirms. The other causes are faults to be mended, and give none. Failures and tests are matched in
 * the order in which `analyseFailures` gives them.
 */
export function cautionCandidates(
  evidence: RunEvidence,
  failures: readonly AnalysedFailure[],
  { job }: Pick<RunIdentity, "job">,
): readonly Candidate[] {
  const take = testsByName(evidence);
  const found = new Map<string, Candidate>();
  for (const failure of failures) {
    const test = failure.test === null ? null : take(failure.test);
    const cause = CAUTION_CAUSES.find((known) => known === failure.cause);
    if (cause === undefined) continue;
    const caution = candidateOf(cause, failure, test, evidence, job);
    const known = found.get(caution.digest);
    found.set(caution.digest, known === undefined ? caution : united(known, caution));
  }
  return [...found.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1));
}

/** Gives the tests of one full name one after the other: suites may tell apart what the name does not. */
function testsByName({ failures, flakyTests }: RunEvidence): (name: string) => TestCase | null {
  const waiting = new Map<string, TestCase[]>();
  for (const test of [...failures, ...flakyTests]) {
    const name = fullTestName(test);
    const queue = waiting.get(name);
    if (queue === undefined) waiting.set(name, [test]);
    else queue.push(test);
  }
  return (name) => waiting.get(name)?.shift() ?? null;
}

function candidateOf(
  cause: CautionCause,
  failure: AnalysedFailure,
  test: TestCase | null,
  { scopes }: RunEvidence,
  job: string | null,
): Candidate {
  const trouble = troubleOf(failure.rule, cause);
  const seenBy = test === null ? [] : [testAnchor(test)];
  const atTest = cause !== "environment" && test !== null;
  const anchor = atTest ? testAnchor(test) : placeOf(job, trouble);
  const claim = atTest ? claimOfTest(test, cause, trouble) : claimOfPlace(job, cause, trouble);
  return {
    digest: candidateDigest({ kind: "caution", anchor, claim, cause }),
    kind: "caution",
    scope: (atTest ? scopes[anchor] : undefined) ?? GENERAL_SCOPE,
    anchors: [anchor],
    claim,
    cause,
    evidence: { check: "failed", complete: failure.quote !== null || wentBothWays(test) },
    tests: seenBy,
    seen: 1,
  };
}

/** The rule's family in plain words, `disk full` of `disk-full/quota`: one trouble shows on many lines. */
function troubleOf(rule: string | null, cause: CautionCause): string {
  const [family = ""] = (rule ?? "").split("/");
  return family === "" ? cause : family.replaceAll("-", " ");
}

/** The job, which a later run of it has too; where the run names none, the trouble. */
function placeOf(job: string | null, trouble: string): string {
  const named = job === null ? null : fitAnchor("job", job);
  return named ?? (fitAnchor("check", trouble) as string);
}

function claimOfTest(test: TestCase, cause: CautionCause, trouble: string): string {
  return cause === "flaky"
    ? `${testTitle(test)} is flaky: it passed and failed at one revision.`
    : `${testTitle(test)} runs out of time now and then${inBrackets(trouble, cause)}.`;
}

function claimOfPlace(job: string | null, cause: CautionCause, trouble: string): string {
  const anchor = placeOf(job, trouble);
  const place = anchor.startsWith("job:") ? `Job ${anchor.slice("job:".length)}` : "A run of the tests";
  const why = {
    environment: `fails at times because of its environment${inBrackets(trouble, cause)}`,
    timeout: `runs out of time now and then${inBrackets(trouble, cause)}`,
    flaky: "is flaky: it passed and failed at one revision",
  } satisfies Record<CautionCause, string>;
  return `${place} ${why[cause]}.`;
}

function wentBothWays(test: TestCase | null): boolean {
  const outcomes = new Set(test?.attempts?.map(({ outcome }) => outcome));
  return outcomes.has("passed") && (outcomes.has("failed") || outcomes.has("errored"));
}

function united(one: Candidate, other: Candidate): Candidate {
  return {
    ...one,
    evidence: { ...one.evidence, complete: one.evidence.complete || other.evidence.complete },
    tests: [...new Set([...one.tests, ...other.tests])].sort().slice(0, TESTS_KEPT),
    seen: one.seen + other.seen,
  };
}

/** A trouble that says no more than the cause is not told. */
function inBrackets(trouble: string, cause: CautionCause): string {
  return trouble === cause ? "" : ` (${trouble})`;
}
