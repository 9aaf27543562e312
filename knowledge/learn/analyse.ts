import type { Verdict } from "../cause/cause.ts";
import { classify } from "../cause/classify.ts";
import { RULES } from "../cause/rules/index.ts";
import type { Context, Symptoms } from "../cause/symptoms.ts";
import { symptomsOfLog } from "../cause/symptoms-of-log.ts";
import { symptomsOfReport } from "../cause/symptoms-of-report.ts";
import { vocabulary } from "../cause/vocabulary.ts";
import type { ReportDigest } from "../evidence/report-digest.ts";
import { fullTestName, type TestCase } from "../evidence/test-case.ts";
import { FRAMEWORKS } from "../log/frameworks/index.ts";
import { readLog } from "../log/read-log.ts";
import { cutLine, plainLine } from "../text/plain-line.ts";
import type { AnalysedFailure } from "./learning-events.ts";
import { ruleFinder } from "./rule-finder.ts";
import type { RunEvidence } from "./run-evidence.ts";

const QUOTE_ROOM = 200;

/**
 * One root cause for every failing test, then `flaky` for every test that passed on a retry, in the order of the
 * evidence; each is classified by itself. Where no test failed: what failed outside of the tests, or what the output of
 * a command without a report tells, with no test. Rules only, no model. Pure.
 */
export function analyseFailures(evidence: RunEvidence, context: Context): readonly AnalysedFailure[] {
  const { failures, flakyTests, outsideTests = [], output } = evidence;
  const rulesFor =
    failures.length + flakyTests.length + outsideTests.length > 0 ? ruleFinder(RULES) : () => [];
  const analyse = (digest: ReportDigest, test: string | null, known: Context): AnalysedFailure => {
    const rules = rulesFor(textOf(digest));
    const symptoms = symptomsOfReport(digest, rules);
    return failureOf(test, symptoms, classify(symptoms, rules, known));
  };
  const found = failures.map((test) => analyse(digestOf(test), fullTestName(test), context));
  if (found.length === 0 && outsideTests.length > 0)
    found.push(analyse({ ...NOTHING, outsideTests, verdict: "failed" }, null, context));
  // A pass on a retry shows by itself what it is, whatever else is known of the run.
  found.push(...flakyTests.map((test) => analyse(digestOf(test), fullTestName(test), {})));
  return found.length === 0 && output !== null ? analyseOutput(output, context) : found;
}

const NOTHING: ReportDigest = {
  format: "assay-run",
  title: "Assay run",
  totals: { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 },
  failures: [],
  flakyTests: [],
  failedNames: [],
  notes: [],
  verdict: "undetermined",
};

/** A report of this test alone. */
function digestOf(test: TestCase): ReportDigest {
  const { outcome } = test;
  if (outcome !== "failed" && outcome !== "errored")
    return {
      ...NOTHING,
      totals: { ...NOTHING.totals, total: 1, passed: 1, flaky: 1 },
      flakyTests: [test],
      verdict: "passed",
    };
  return {
    ...NOTHING,
    totals: { ...NOTHING.totals, total: 1, [outcome]: 1 },
    failures: [test],
    failedNames: [fullTestName(test)],
    verdict: "failed",
  };
}

function textOf({ failures, flakyTests, outsideTests = [] }: ReportDigest): string {
  const tests = [...failures, ...flakyTests];
  return [
    ...outsideTests,
    ...tests.flatMap(({ failure, attempts = [] }) => [
      failure,
      ...attempts.map((attempt) => attempt.failure),
    ]),
  ]
    .flatMap((told) => [told?.type, told?.message, told?.text])
    .join("\n");
}

function analyseOutput(output: string, context: Context): readonly AnalysedFailure[] {
  const reader = readLog({ vocabulary: vocabulary(RULES), frameworks: FRAMEWORKS });
  reader.write(new TextEncoder().encode(output));
  const symptoms = symptomsOfLog(reader.end());
  const verdict = classify(symptoms, RULES, context);
  return verdict.rule === "not-a-failure" ? [] : [failureOf(null, symptoms, verdict)];
}

function failureOf(test: string | null, { fingerprint }: Symptoms, verdict: Verdict): AnalysedFailure {
  const { cause, rule, confidence, preExisting, nextAction, evidence } = verdict;
  const quote = cutLine(plainLine(evidence[0]?.quote ?? ""), QUOTE_ROOM);
  return {
    test,
    cause,
    rule,
    confidence,
    preExisting,
    fingerprint,
    quote: quote === "" ? null : quote,
    nextAction,
  };
}
