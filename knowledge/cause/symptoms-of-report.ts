import type { ReportDigest } from "../evidence/report-digest.ts";
import { FAILURE_TEXT_LIMIT, type Failure, type TestCase } from "../evidence/test-case.ts";
import { type ErrorBlock, LINE_LIMIT, type LogLine, type Sighting } from "../log/log-digest.ts";
import type { Rule } from "./rule.ts";
import type { Symptoms } from "./symptoms.ts";
import { vocabulary } from "./vocabulary.ts";

/** Failures whose text is looked at; more of them tell the same story. */
const BLOCKS = 40;
/** Lines of one failure that are looked at. */
const LINES = 60;

/**
 * What a report shows, for {@link classify}: each failure is a block of errors, so that the rules read a
 * report as they read a log. Lines are lines of the report file; text that a report keeps on one line (JSON)
 * stands on that line. Pure.
 */
export function symptomsOfReport(
  digest: ReportDigest,
  rules: readonly Rule[],
  fingerprint: string | null = null,
): Symptoms {
  const told = digest.failures.length > 0 ? digest.failures : digest.flakyTests;
  const errors = told.slice(0, BLOCKS).flatMap((test, index): ErrorBlock[] => {
    const failure = failureOf(test);
    if (failure === undefined) return [];
    const lines = linesOf(failure);
    const headline = lines[0];
    if (headline === undefined) return [];
    return [
      {
        line: failure.line,
        endLine: Math.max(failure.line, failure.endLine),
        headline,
        lines,
        isNew: null,
        inFailingStep: true,
        score: BLOCKS - index,
      },
    ];
  });
  const words = vocabulary(rules);
  const sightings = errors.flatMap((block) =>
    block.lines.flatMap((line): Sighting[] => {
      const text = line.text.toLowerCase();
      const held = words.filter((word) => text.includes(word));
      return held.length === 0 ? [] : [{ ...line, inFailingStep: true, isNew: null, words: held }];
    }),
  );
  const { totals } = digest;
  const bad = totals.failed + totals.errored > 0;
  return {
    from: "report",
    errors,
    sightings,
    tests: { ...totals, failedNames: digest.failedNames },
    tail: [],
    ending: "complete",
    outcome:
      bad || digest.verdict === "failed"
        ? "failure"
        : digest.verdict === "passed" && totals.flaky === 0
          ? "success"
          : null,
    exit: null,
    failingStep: null,
    fingerprint,
  };
}

/** The last attempt that failed, where the test has several. */
function failureOf(test: TestCase): Failure | undefined {
  return test.failure ?? test.attempts?.findLast((attempt) => attempt.failure !== undefined)?.failure;
}

/**
 * The failure line by line. Its text ends on `endLine` (a closing tag follows its last line), so lines are
 * counted from there, unless the reader cut the text short: then they are counted from `line`.
 */
function linesOf({ type, message, text, line, endLine }: Failure): LogLine[] {
  const last = Math.max(line, endLine);
  const body = text === undefined ? [] : text.split(/\r\n|\r|\n/);
  const cut = text !== undefined && text.length >= FAILURE_TEXT_LIMIT;
  const start = cut ? line : last - body.length + 1;
  const told = body
    .map((content, index) => ({
      line: Math.min(last, Math.max(line, start + index)),
      text: content.slice(0, LINE_LIMIT).trimEnd(),
    }))
    .filter((content) => content.text.trim() !== "");
  const head = (message ?? "")
    .split(/\r\n|\r|\n/)
    .map((content) => content.trim())
    .filter((content) => content !== "");
  const repeated = head[0] !== undefined && told.some((content) => content.text.includes(head[0]!));
  const said = repeated ? [] : head.map((content) => ({ line, text: content.slice(0, LINE_LIMIT) }));
  const named =
    said.length === 0 && told.length === 0 && type !== undefined && type.trim() !== ""
      ? [{ line, text: type.trim() }]
      : [];
  return [...said, ...told, ...named].slice(0, LINES);
}
