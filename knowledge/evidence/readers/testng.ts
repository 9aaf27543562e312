import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { detach } from "../shared/detach.ts";
import { secondsToMs } from "../shared/duration.ts";
import type { Attempt, Failure, TestCase, TestOutcome } from "../test-case.ts";
import { failureElement } from "../xml/failure-element.ts";
import { parseCount } from "../xml/parse-count.ts";
import { tally } from "../xml/tally.ts";
import type { XmlAttributes, XmlText, XmlVisitor } from "../xml/xml.ts";
import { readXml } from "../xml/xml.ts";
import { rootName } from "../xml/xml-root.ts";

const STATUSES: Readonly<Record<string, TestOutcome>> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
};
const PARAMETERS_LIMIT = 200;
/** Retried tries of one class that are held until the try that counts; a class with more is no test class. */
const HELD_LIMIT = 1_000;

interface OpenMethod {
  readonly attributes: XmlAttributes;
  readonly line: number;
  readonly parameters: string[];
  failure?: Failure;
}

/**
 * TestNG results. Every `test-method` that is no configuration method and was not retried is one test; tries
 * that were retried (`retried="true"`) are the attempts of the try that follows. A failed configuration
 * method is told in a note: TestNG skips the tests that depend on it.
 */
export const testng = {
  format: "testng",
  title: "TestNG results",
  sniff: (head) => (rootName(head) === "testng-results" ? 1 : 0),
  open: (sink) => readXml((text) => testngVisitor(sink, text)),
} as const satisfies ReportReader;

function testngVisitor(sink: EvidenceSink, text: XmlText): XmlVisitor {
  const tests = tally(sink);
  let suite: string | undefined;
  let suites: readonly string[] = [];
  let className: string | undefined;
  let method: OpenMethod | undefined;
  const failing = failureElement(text, true);
  /** Tries that were retried, by name with parameters. */
  const retried = new Map<string, TestCase[]>();
  let held = 0;

  const release = (): void => {
    for (const tries of retried.values()) {
      const last = tries.at(-1);
      if (last) tests.test(withAttempts(last, tries.slice(0, -1)));
    }
    retried.clear();
    held = 0;
  };

  const fail = (line: number): void => {
    const failure = failing.close(line);
    if (failure && method) method.failure ??= failure;
  };

  const finish = (line: number): void => {
    if (!method) return;
    const { attributes, failure, line: start } = method;
    const status = STATUSES[attributes.status?.toLowerCase() ?? ""] ?? (failure ? "failed" : "passed");
    const wasRetried = attributes.retried === "true";
    const parameters = method.parameters.join(", ").slice(0, PARAMETERS_LIMIT);
    const name = `${attributes.name || "(unnamed)"}${parameters ? `(${parameters})` : ""}`;
    method = undefined;
    if (attributes["is-config"] === "true") {
      if (status !== "failed") return;
      const said = failure?.message ?? failure?.type ?? "no message";
      const message = `the configuration method ${className ? `${className}.` : ""}${name} failed: ${said}`;
      const outside = failure ?? buildFailure({ message, line: start, endLine: line });
      sink.note({ kind: "suite-error", line: start, message }, outside);
      return;
    }
    // A try that is to be retried counts as skipped in TestNG's own totals, with the exception that it ended in.
    const outcome = wasRetried && status === "skipped" ? "failed" : status;
    const bad = outcome === "failed";
    const durationMs = secondsToMs(attributes["duration-ms"]);
    const test = buildTest({
      suites,
      name,
      className,
      outcome,
      flaky: false,
      durationMs: durationMs === undefined ? undefined : durationMs / 1000,
      failure: bad
        ? (failure ?? {
            message: `status: ${attributes.status}`,
            line: start,
            endLine: line,
          })
        : undefined,
      line: start,
    });
    const before = retried.get(name);
    if (wasRetried && held < HELD_LIMIT) {
      held++;
      if (before) before.push(test);
      else retried.set(detach(name), [test]);
      return;
    }
    retried.delete(name);
    tests.test(before ? withAttempts(test, before) : test);
  };

  return {
    open(name, attributes, line) {
      switch (name) {
        case "testng-results":
          // Its totals count the tries that were retried among the skipped; what is left ran as a test.
          tests.claim("run", {
            tests: parseCount(attributes.passed) + parseCount(attributes.failed),
            bad: parseCount(attributes.failed),
            line,
          });
          return;
        case "suite":
          suite = attributes.name && detach(attributes.name);
          suites = Object.freeze(suite ? [suite] : []);
          return;
        case "test":
          suites = Object.freeze([
            ...(suite ? [suite] : []),
            ...(attributes.name ? [detach(attributes.name)] : []),
          ]);
          return;
        case "class":
          className = attributes.name && detach(attributes.name);
          return;
        case "test-method":
          finish(line);
          method = { attributes, line, parameters: [] };
          return;
        case "exception":
          if (method && !failing.isOpen()) failing.open(line, attributes.class);
          return;
        case "message":
        case "full-stacktrace":
          return failing.read();
        case "value":
          if (method && !failing.isOpen()) text.start();
      }
    },
    close(name, line) {
      switch (name) {
        case "message":
          return failing.message();
        case "full-stacktrace":
          return failing.stack();
        case "value":
          if (method && !failing.isOpen() && method.parameters.length < 20)
            method.parameters.push(text.take()?.text ?? "");
          return;
        case "exception":
          return fail(line);
        case "test-method":
          return finish(line);
        case "class":
          release();
          className = undefined;
      }
    },
    end(line, damage) {
      fail(line);
      if (method?.attributes.status) finish(line);
      release();
      tests.close(damage, testng.title);
    },
  };
}

function withAttempts(last: TestCase, before: readonly TestCase[]): TestCase {
  if (before.length === 0) return last;
  const flaky = last.outcome === "passed" && before.some((each) => each.outcome !== "passed");
  return { ...last, flaky, attempts: [...before, last].map(attemptOf) };
}

function attemptOf(test: TestCase): Attempt {
  return {
    outcome: test.outcome,
    ...(test.durationMs === undefined ? {} : { durationMs: test.durationMs }),
    ...(test.failure ? { failure: test.failure } : {}),
  };
}
