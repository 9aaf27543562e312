import type { ReportDigest } from "../evidence/report-digest.ts";
import { lineOfRow, rowsOf } from "../evidence/shared/told.ts";
import { type Failure, fullTestName, type TestCase } from "../evidence/test-case.ts";
import { type ErrorBlock, LINE_LIMIT, type LogLine, type Sighting } from "../log/log-digest.ts";
import { failureFingerprint } from "./failure-fingerprint.ts";
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
export function symptomsOfReport(digest: ReportDigest, rules: readonly Rule[]): Symptoms {
  const failed = digest.failures.map(failureOf);
  const outside = digest.outsideTests ?? [];
  const bad = [...failed, ...outside];
  const told = (bad.length > 0 ? bad : digest.flakyTests.map(failureOf)).filter((one) => one !== undefined);
  const errors = told.slice(0, BLOCKS).flatMap((failure, index) => blockOf(failure, BLOCKS - index));
  const words = vocabulary(rules);
  const sightings = errors.flatMap((block) =>
    block.lines.flatMap((line): Sighting[] => {
      const text = line.text.toLowerCase();
      const held = words.filter((word) => text.includes(word));
      return held.length === 0
        ? []
        : [{ ...line, inFailingStep: true, post: false, isNew: null, words: held }];
    }),
  );
  const { totals } = digest;
  return {
    from: "report",
    errors,
    sightings,
    tests: { ...totals, failedNames: digest.failedNames },
    tail: [],
    ending: "complete",
    outcome:
      totals.failed + totals.errored > 0 || digest.verdict === "failed"
        ? "failure"
        : digest.verdict === "passed" && totals.flaky === 0
          ? "success"
          : null,
    exit: null,
    failingStep: null,
    doubt: digest.notes.find(({ kind }) => kind === "inconsistent")?.message ?? null,
    fingerprint: told[0] === undefined ? null : failureFingerprint(told[0]),
    fingerprints: new Map(
      digest.failures.map((test) => [
        fullTestName(test),
        test.failure ? failureFingerprint(test.failure) : null,
      ]),
    ),
  };
}

function blockOf(failure: Failure, score: number): ErrorBlock[] {
  const lines = linesOf(failure);
  const [headline] = lines;
  if (headline === undefined) return [];
  const { line, endLine } = failure;
  return [{ line, endLine, headline, lines, isNew: null, inFailingStep: true, score }];
}

/** The last attempt that failed, where the test has several. */
function failureOf(test: TestCase): Failure | undefined {
  return test.failure ?? test.attempts?.findLast((attempt) => attempt.failure !== undefined)?.failure;
}

/**
 * The failure line by line, each on the line of the file that holds it. Words that are the reader's own stand
 * on no line: they are shown only where the report has none.
 */
function linesOf(failure: Failure): LogLine[] {
  const { type, message, messageAt, text, textAt, line } = failure;
  const told = placed(text, textAt, (content) => content.trimEnd());
  const said = placed(message, messageAt, (content) => content.trim());
  const repeated = said[0] !== undefined && told.some((content) => content.text.includes(said[0]!.text));
  const lines = repeated ? told : [...said, ...told];
  const own = (message ?? text ?? type ?? "").trim();
  if (lines.length > 0 || own === "") return lines.slice(0, LINES);
  return rowsOf(own).map((content) => ({ line, text: content.slice(0, LINE_LIMIT) }));
}

function placed(
  text: string | undefined,
  at: Failure["textAt"],
  trim: (content: string) => string,
): LogLine[] {
  if (text === undefined || at === undefined) return [];
  return rowsOf(text)
    .flatMap((content, row): LogLine[] => {
      const line = lineOfRow(at, row);
      const shown = trim(content.slice(0, LINE_LIMIT));
      return line === null || shown.trim() === "" ? [] : [{ line, text: shown }];
    })
    .slice(0, LINES);
}
