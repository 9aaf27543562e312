import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildTest } from "../shared/build-test.ts";
import { detach } from "../shared/detach.ts";
import { assemblyName, splitDotnetName } from "../shared/dotnet-name.ts";
import { secondsToMs } from "../shared/duration.ts";
import type { Failure, TestOutcome } from "../test-case.ts";
import { failureElement } from "../xml/failure-element.ts";
import { parseCount } from "../xml/parse-count.ts";
import { tally } from "../xml/tally.ts";
import type { XmlAttributes, XmlText, XmlVisitor } from "../xml/xml.ts";
import { readXml } from "../xml/xml.ts";
import { rootName, rootTag } from "../xml/xml-root.ts";

/** `result` of version 2 and 3; `label` of version 3 says what kind of failure it was. */
const RESULTS: Readonly<Record<string, TestOutcome>> = {
  success: "passed",
  passed: "passed",
  warning: "passed",
  failure: "failed",
  failed: "failed",
  error: "errored",
  cancelled: "errored",
  notrunnable: "errored",
  invalid: "errored",
  inconclusive: "skipped",
  ignored: "skipped",
  skipped: "skipped",
};
/** A suite that fails only because a test in it did says so in these words. */
const CHILD_FAILED = /^(?:child test failed|one or more child tests had errors)/i;
const DEPTH_LIMIT = 64;

interface Suite {
  readonly names: readonly string[];
  readonly attributes: XmlAttributes;
}

interface OpenTest {
  readonly attributes: XmlAttributes;
  readonly line: number;
  readonly suites: readonly string[];
  failure?: Failure;
}

/** NUnit 2 (`test-results`) and NUnit 3 (`test-run`), also a lone `test-suite`. Every `test-case` is one test. */
export const nunit = {
  format: "nunit",
  title: "NUnit XML",
  sniff(head) {
    const root = rootName(head);
    if (root === "test-run" || root === "test-results") return 1;
    if (root !== "test-suite" && root !== "test-case") return 0;
    return /\s(?:executed|asserts|runstate|fullname)=/.test(rootTag(head)) ? 0.9 : 0;
  },
  open: (sink) => readXml((text) => nunitVisitor(sink, text)),
} as const satisfies ReportReader;

function nunitVisitor(sink: EvidenceSink, text: XmlText): XmlVisitor {
  const tests = tally(sink);
  const suites: Suite[] = [];
  let test: OpenTest | undefined;
  const failing = failureElement(text);

  const finish = (line: number): void => {
    if (!test) return;
    const { attributes, failure, suites: around } = test;
    const outcome = outcomeOf(attributes, failure !== undefined);
    const bad = outcome === "failed" || outcome === "errored";
    const own = attributes.name ?? "";
    const split = attributes.classname
      ? { className: attributes.classname, name: own }
      : splitDotnetName(attributes.fullname || own);
    tests.test(
      buildTest({
        suites: around,
        name: split.name || "(unnamed)",
        className: split.className,
        outcome,
        flaky: false,
        durationMs: secondsToMs(attributes.duration ?? attributes.time),
        failure: bad
          ? (failure ?? {
              message: `result: ${attributes.result ?? "failed"}`,
              line: test.line,
              endLine: line,
            })
          : undefined,
        line: test.line,
      }),
    );
    test = undefined;
  };

  const fail = (line: number): void => {
    const failure = failing.close(line);
    if (!failure) return;
    if (test) {
      test.failure ??= failure;
      return;
    }
    const suite = suites.at(-1)?.attributes;
    const site = suite?.site?.toLowerCase();
    if (site === "child" || site === "parent" || CHILD_FAILED.test(failure.message ?? "")) return;
    const message = `the suite ${suite?.name ?? "(unnamed)"} failed outside its tests: ${failure.message ?? "no message"}`;
    sink.note({ kind: "suite-error", line: failure.line, message }, failure);
  };

  return {
    open(name, attributes, line) {
      switch (name) {
        case "test-run":
          if (suites.length === 0)
            tests.claim("run", {
              tests: parseCount(attributes.total),
              bad: parseCount(attributes.failed),
              line,
            });
          return;
        case "test-results":
          if (suites.length === 0) {
            const bad = parseCount(attributes.errors) + parseCount(attributes.failures);
            tests.claim("run", { tests: parseCount(attributes.total), bad, line });
          }
          return;
        case "test-suite": {
          const around = suites.at(-1)?.names ?? [];
          const own =
            suites.length < DEPTH_LIMIT && attributes.name ? [detach(assemblyName(attributes.name))] : [];
          suites.push({
            names: own.length > 0 ? Object.freeze([...around, ...own]) : around,
            attributes,
          });
          return;
        }
        case "test-case":
          finish(line);
          test = { attributes, line, suites: suites.at(-1)?.names ?? [] };
          return;
        case "failure":
          return failing.open(line);
        case "message":
        case "stack-trace":
          return failing.read();
      }
    },
    close(name, line) {
      switch (name) {
        case "message":
          return failing.message();
        case "stack-trace":
          return failing.stack();
        case "failure":
          return fail(line);
        case "test-case":
          return finish(line);
        case "test-suite":
          suites.pop();
      }
    },
    end(line, damage) {
      fail(line);
      if (test?.attributes.result ?? test?.failure) finish(line);
      tests.close(damage, nunit.title);
    },
  };
}

function outcomeOf(attributes: XmlAttributes, failed: boolean): TestOutcome {
  const label = RESULTS[attributes.label?.toLowerCase() ?? ""];
  const result = RESULTS[attributes.result?.toLowerCase() ?? ""];
  if (result === "failed" && label === "errored") return "errored";
  // Version 2 lists a test that cannot be run (`NotRunnable`) with those it left out, not with the errors.
  if (attributes.executed?.toLowerCase() === "false") return result === "failed" ? "failed" : "skipped";
  if (result !== undefined) return result;
  return failed || attributes.success?.toLowerCase() === "false" ? "failed" : "passed";
}
