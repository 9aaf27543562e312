import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure } from "../shared/build-test.ts";
import { detach } from "../shared/detach.ts";
import { secondsToMs } from "../shared/duration.ts";
import { joinTold, type Told, toldOn } from "../shared/told.ts";
import type { Attempt, Failure, TestCase, TestOutcome } from "../test-case.ts";
import { parseCount } from "../xml/parse-count.ts";
import { tally } from "../xml/tally.ts";
import type { XmlAttributes, XmlText, XmlVisitor } from "../xml/xml.ts";
import { readXml } from "../xml/xml.ts";
import { rootName } from "../xml/xml-root.ts";

/** What a child of a test case says: how the test ended, or how an earlier or later try of it went. */
interface Verdict {
  readonly outcome: TestOutcome;
  /** `rerun`: another try of a test that failed. `flaky`: a failed try of a test that passed in the end. */
  readonly role: "end" | "rerun" | "flaky";
}

/** Lower-case names. The attempts are Surefire's; cargo-nextest, Gradle and Playwright write the same. */
const VERDICTS = new Map<string, Verdict>([
  ["failure", { outcome: "failed", role: "end" }],
  ["error", { outcome: "errored", role: "end" }],
  ["skipped", { outcome: "skipped", role: "end" }],
  ["skip", { outcome: "skipped", role: "end" }],
  ["ignored", { outcome: "skipped", role: "end" }],
  ["disabled", { outcome: "skipped", role: "end" }],
  ["flakyfailure", { outcome: "failed", role: "flaky" }],
  ["flakyerror", { outcome: "errored", role: "flaky" }],
  ["rerunfailure", { outcome: "failed", role: "rerun" }],
  ["rerunerror", { outcome: "errored", role: "rerun" }],
]);

/** Values of `status` and `result` attributes that say something; `run`, `completed` and `passed` do not. */
const STATUSES = new Map<string, TestOutcome>([
  ["failed", "failed"],
  ["fail", "failed"],
  ["failure", "failed"],
  ["error", "errored"],
  ["errored", "errored"],
  ["broken", "errored"],
  ["skipped", "skipped"],
  ["skip", "skipped"],
  ["ignored", "skipped"],
  ["disabled", "skipped"],
  ["notrun", "skipped"],
  ["pending", "skipped"],
  ["suppressed", "skipped"],
]);

/** Suites nested deeper keep the names of the outer ones; a chain of names is copied at every level. */
const DEPTH_LIMIT = 64;
const NONE: readonly string[] = Object.freeze([]);
const UNNAMED = "(unnamed)";

/** A verdict whose element is still open or has been read. */
interface Statement {
  readonly verdict: Verdict;
  readonly attributes: XmlAttributes;
  readonly message?: Told | undefined;
  readonly line: number;
  failure?: Failure;
}

/** An open `testsuites`, `testsuite` or `testcase`. */
interface Frame {
  readonly kind: "suites" | "suite" | "case";
  readonly attributes: XmlAttributes;
  readonly line: number;
  readonly parent: Frame | undefined;
  readonly depth: number;
  /** Of a test the suites around it; of a suite those and its own. */
  readonly suites: readonly string[];
  readonly file: string | undefined;
  statements: Statement[] | undefined;
  /** The statement being read, and how deep inside it the reader is. */
  reading: Statement | undefined;
  inside: number;
}

/**
 * JUnit XML in the dialects of its many writers: any nesting of suites under any root, bare and nested test
 * cases, Surefire's reruns, `status` and `result` attributes of GoogleTest, Bazel and CTest.
 *
 * Every `testcase` element is one test. A failure child makes it failed; else an error child errored; else a
 * skipped child skipped; else it passed, flaky where a child tells of a try that failed. Without any such
 * child a status that says failed or error counts, and one that says not run is told in `notRun`.
 */
export const junit = {
  format: "junit",
  title: "JUnit XML",
  sniff(head) {
    // Qt Test's own format calls its root `TestCase`.
    if (head.xmlRoot === "TestCase") return 0;
    const root = rootName(head);
    if (root === "testsuites" || root === "testsuite" || root === "testcase") return 1;
    return root !== "" && /<(?:\w+:)?testsuites?[\s>]/.test(head.text) ? 0.4 : 0;
  },
  open: (sink) => readXml((text) => junitVisitor(sink, text)),
} as const satisfies ReportReader;

function junitVisitor(sink: EvidenceSink, text: XmlText): XmlVisitor {
  const tests = tally(sink);
  let top: Frame | undefined;

  const enter = (kind: Frame["kind"], attributes: XmlAttributes, line: number): void => {
    const parent = top;
    const depth = (parent?.depth ?? 0) + 1;
    top = {
      kind,
      attributes,
      line,
      parent,
      depth,
      suites: suitesInside(parent, kind, attributes, depth),
      file: kind === "case" ? undefined : (sourceFile(attributes) ?? parent?.file),
      statements: undefined,
      reading: undefined,
      inside: 0,
    };
    if (kind === "case" || attributes.tests === undefined) return;
    if (kind === "suites" ? parent === undefined : parent === undefined || parent.kind === "suites") {
      const bad = parseCount(attributes.failures) + parseCount(attributes.errors);
      tests.claim(kind, { tests: parseCount(attributes.tests), bad, line });
    }
  };

  const leave = (line: number): void => {
    const frame = top;
    if (!frame) return;
    if (frame.reading) conclude(frame, line);
    if (frame.kind === "case") tests.test(testOf(frame, line), badStatements(frame));
    top = frame.parent;
  };

  const conclude = (frame: Frame, line: number): void => {
    const statement = frame.reading;
    if (!statement) return;
    frame.reading = undefined;
    const { attributes, verdict } = statement;
    if (verdict.outcome === "skipped") return;
    statement.failure = buildFailure({
      type: attributes.type && detach(attributes.type),
      message: statement.message,
      text: text.take(),
      line: statement.line,
      endLine: line,
    });
    if (frame.kind === "case") return;
    const said = statement.failure.message ?? statement.failure.type ?? "no message";
    const name = frame.attributes.name ?? UNNAMED;
    const note = `the suite ${name} ${verdict.outcome} outside its tests: ${said}`;
    tests.outside(note, statement.failure);
  };

  return {
    open(name, attributes, line) {
      if (name === "testcase") return enter("case", attributes, line);
      if (name === "testsuite") return enter("suite", attributes, line);
      if (name === "testsuites") return enter("suites", attributes, line);
      const frame = top;
      if (!frame) return;
      if (frame.reading) {
        frame.inside++;
        if (name === "system-out" || name === "system-err") text.pause();
        return;
      }
      const verdict = VERDICTS.get(name);
      if (!verdict || (frame.kind !== "case" && verdict.outcome === "skipped")) return;
      const bad = verdict.outcome !== "skipped";
      frame.reading = { verdict, attributes, line, ...(bad ? { message: text.attribute("message") } : {}) };
      frame.inside = 0;
      if (frame.kind === "case") {
        frame.statements ??= [];
        frame.statements.push(frame.reading);
      }
      if (bad) text.start();
    },
    close(name, line) {
      if (name === "testcase" || name === "testsuite" || name === "testsuites") return leave(line);
      const frame = top;
      if (!frame?.reading) return;
      if (frame.inside === 0) conclude(frame, line);
      else {
        frame.inside--;
        if (name === "system-out" || name === "system-err") text.resume();
      }
    },
    end(line, damage) {
      // What the file left open: a test that had its verdict keeps it, one without is not known to have passed.
      while (top) {
        if (top.kind === "case" && !top.statements) top = top.parent;
        else leave(line);
      }
      tests.close(damage, junit.title);
    },
  };
}

function testOf(frame: Frame, endLine: number): TestCase {
  const { attributes, statements, parent } = frame;
  const test: { -readonly [K in keyof TestCase]: TestCase[K] } = {
    suites: frame.suites,
    name: attributes.name || UNNAMED,
    outcome: "passed",
    flaky: false,
    line: frame.line,
  };
  const className = attributes.classname ?? attributes.className ?? attributes.class;
  if (className) test.className = className;
  const durationMs = secondsToMs(attributes.time ?? attributes.duration);
  if (durationMs !== undefined) test.durationMs = durationMs;
  const file = sourceFile(attributes) ?? parent?.file;
  if (file) test.file = file;
  const fileLine = parseCount(attributes.line ?? attributes.lineno);
  if (fileLine > 0) test.fileLine = fileLine;
  const status = statusOf(attributes);
  if (statements) judge(test, statements);
  else if (status === "skipped") test.notRun = true;
  else if (status) test.outcome = status;
  if (test.outcome === "failed" || test.outcome === "errored") {
    test.failure ??= {
      message: `status: ${attributes.status ?? attributes.result}`,
      line: frame.line,
      endLine,
    };
    // A failed test is kept by whoever explains the run; its names must not keep the chunk they were read from.
    test.name = detach(test.name);
    if (test.className) test.className = detach(test.className);
  }
  return test;
}

/** Sets outcome, failure, flaky and attempts from what the children of a test case say. */
function judge(
  test: { -readonly [K in keyof TestCase]: TestCase[K] },
  statements: readonly Statement[],
): void {
  const final = statements.filter((statement) => statement.verdict.role === "end");
  const others = statements.filter((statement) => statement.verdict.role !== "end");
  const said =
    final.find((statement) => statement.verdict.outcome === "failed") ??
    final.find((statement) => statement.verdict.outcome === "errored") ??
    final[0];
  test.outcome = said?.verdict.outcome ?? "passed";
  if (said?.failure) test.failure = merged(said.failure, final);
  if (others.length === 0) return;
  const last: Attempt = {
    outcome: test.outcome,
    ...(test.durationMs === undefined ? {} : { durationMs: test.durationMs }),
    ...(test.failure ? { failure: test.failure } : {}),
  };
  // Of a test that failed to the end the report gives the first try and then the reruns; of one that passed
  // in the end, the tries that failed and then the one that passed.
  const failed = test.outcome === "failed" || test.outcome === "errored";
  test.attempts = failed ? [last, ...others.map(attemptOf)] : [...others.map(attemptOf), last];
  test.flaky = test.outcome === "passed" && others.some((statement) => statement.verdict.role === "flaky");
}

function attemptOf(statement: Statement): Attempt {
  const durationMs = secondsToMs(statement.attributes.time);
  return {
    outcome: statement.verdict.outcome,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(statement.failure ? { failure: statement.failure } : {}),
  };
}

/** The deciding failure with the texts of the others of the same try below its own. */
function merged(failure: Failure, final: readonly Statement[]): Failure {
  const others = final.flatMap((other) =>
    other.failure && other.failure !== failure ? [other.failure] : [],
  );
  if (others.length === 0) return failure;
  const { type, message, messageAt, line, endLine } = failure;
  return buildFailure({
    type,
    message: message === undefined ? undefined : { text: message, at: messageAt ?? [] },
    text: joinTold([failure, ...others].map(wordsOf), "\n\n"),
    line,
    endLine,
  });
}

function wordsOf({ type, message, messageAt, text, textAt, line }: Failure): Told | undefined {
  if (text !== undefined) return { text, at: textAt ?? [] };
  if (message !== undefined) return { text: message, at: messageAt ?? [] };
  return type === undefined ? undefined : toldOn(line, type);
}

/** Failures and errors of a test, retries included; undefined where no child says anything. */
function badStatements(frame: Frame): number | undefined {
  return frame.statements?.filter((statement) => statement.verdict.outcome !== "skipped").length;
}

function statusOf(attributes: XmlAttributes): TestOutcome | undefined {
  const { status, result, skipped, disabled } = attributes;
  if (skipped === "true" || disabled === "true") return "skipped";
  return (
    (status && STATUSES.get(status.toLowerCase())) ||
    (result && STATUSES.get(result.toLowerCase())) ||
    undefined
  );
}

/** One array for all the tests of a suite. A test that holds others counts as a suite of theirs. */
function suitesInside(
  parent: Frame | undefined,
  kind: Frame["kind"],
  attributes: XmlAttributes,
  depth: number,
): readonly string[] {
  const around = parent?.suites ?? NONE;
  if (depth > DEPTH_LIMIT) return around;
  const above = parent?.kind === "case" ? withName(around, parent.attributes.name) : around;
  return kind === "suite" ? withName(above, attributes.name) : above;
}

function withName(suites: readonly string[], name: string | undefined): readonly string[] {
  return name ? Object.freeze([...suites, detach(name)]) : suites;
}

function sourceFile(attributes: XmlAttributes): string | undefined {
  return attributes.file ?? attributes.filepath ?? attributes.filename;
}
