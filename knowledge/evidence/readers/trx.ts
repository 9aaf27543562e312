import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { detach } from "../shared/detach.ts";
import { assemblyName, splitDotnetName } from "../shared/dotnet-name.ts";
import { secondsToMs } from "../shared/duration.ts";
import type { Told } from "../shared/told.ts";
import type { Failure, TestCase, TestOutcome } from "../test-case.ts";
import { failureElement } from "../xml/failure-element.ts";
import { parseCount } from "../xml/parse-count.ts";
import type { Claim } from "../xml/tally.ts";
import { tally } from "../xml/tally.ts";
import type { XmlAttributes, XmlText, XmlVisitor } from "../xml/xml.ts";
import { readXml } from "../xml/xml.ts";
import { rootName } from "../xml/xml-root.ts";

/** The outcomes of Visual Studio's test schema. A result without one is an error: it is the schema's default. */
const OUTCOMES: Readonly<Record<string, TestOutcome>> = {
  passed: "passed",
  passedbutrunaborted: "passed",
  warning: "passed",
  completed: "passed",
  failed: "failed",
  error: "errored",
  timeout: "errored",
  aborted: "errored",
  disconnected: "errored",
  notrunnable: "errored",
  inprogress: "errored",
  inconclusive: "skipped",
  notexecuted: "skipped",
  pending: "skipped",
};
const RANK: Readonly<Record<TestOutcome, number>> = {
  skipped: 0,
  passed: 1,
  failed: 2,
  errored: 3,
};
/** xUnit.net logs every failed test as an error of the run. */
const XUNIT_LOG = /^\[xUnit\.net /;

interface OpenResult {
  readonly attributes: XmlAttributes;
  readonly line: number;
  readonly parent: OpenResult | undefined;
  /** The worst outcome among the results inside, where there are any. */
  inner?: TestOutcome;
  failure?: Failure;
}

interface Definition {
  readonly className?: string;
  readonly assembly?: string;
}

/**
 * Visual Studio test results. Every result is one test, except that of a test with results inside (data rows,
 * ordered tests), which stands for them and is reported itself only where it ended worse than all of them.
 *
 * A result names its class only through its definition, which the file gives after the results: results are
 * held until then, so that memory grows with the number of tests.
 */
export const trx = {
  format: "trx",
  title: "Visual Studio test results (TRX)",
  sniff: (head) => (rootName(head) === "testrun" ? 1 : 0),
  open: (sink) => readXml((text) => trxVisitor(sink, text)),
} as const satisfies ReportReader;

function trxVisitor(sink: EvidenceSink, text: XmlText): XmlVisitor {
  const tests = tally(sink);
  const held: { readonly test: TestCase; readonly id: string | undefined }[] = [];
  const definitions = new Map<string, Definition>();
  /** Results that stand for the ones inside: the report counts them, we do not. */
  let parents = 0;
  let claimed: Claim | undefined;
  let result: OpenResult | undefined;
  let defining: { readonly id: string; readonly storage: string | undefined } | undefined;
  const failing = failureElement(text);
  let runError: { readonly line: number; said?: Told | undefined } | undefined;

  const fail = (line: number): void => {
    const failure = failing.close(line);
    if (failure && result) result.failure ??= failure;
  };

  const finish = (line: number): void => {
    if (!result) return;
    const { attributes, failure, inner, parent, line: start } = result;
    const outcome =
      attributes.outcome === undefined
        ? "errored"
        : (OUTCOMES[attributes.outcome.toLowerCase()] ?? "errored");
    const worst = inner !== undefined && RANK[inner] > RANK[outcome] ? inner : outcome;
    if (parent && (parent.inner === undefined || RANK[worst] > RANK[parent.inner])) parent.inner = worst;
    result = parent;
    if (inner !== undefined && RANK[outcome] <= RANK[inner]) {
      parents++;
      return;
    }
    const bad = outcome === "failed" || outcome === "errored";
    const said = attributes.outcome ?? "no outcome";
    const test = buildTest({
      suites: parent?.attributes.testName ? [detach(parent.attributes.testName)] : [],
      name: detach(attributes.testName || "(unnamed)"),
      outcome,
      flaky: false,
      durationMs: secondsToMs(attributes.duration),
      failure: bad
        ? (failure ?? {
            message: `outcome: ${said}`,
            line: start,
            endLine: line,
          })
        : undefined,
      line: start,
    });
    held.push({ test, id: attributes.testId && detach(attributes.testId) });
  };

  const tell = (line: number): void => {
    if (runError?.said && !XUNIT_LOG.test(runError.said.text)) {
      const message = `the run reports an error outside its tests: ${runError.said.text.slice(0, 2_000)}`;
      const failure = buildFailure({ text: runError.said, line: runError.line, endLine: line });
      sink.note({ kind: "suite-error", line: failure.line, message }, failure);
    }
    runError = undefined;
  };

  return {
    open(name, attributes, line) {
      if (name.endsWith("testresult") || name === "testresultaggregation") {
        result = { attributes, line, parent: result };
        return;
      }
      switch (name) {
        case "errorinfo":
          if (result) failing.open(line);
          return;
        case "message":
        case "stacktrace":
          return failing.read();
        case "unittest":
          defining = attributes.id ? { id: attributes.id, storage: attributes.storage } : undefined;
          return;
        case "testmethod":
          if (defining) definitions.set(detach(defining.id), definitionOf(attributes, defining.storage));
          return;
        case "counters": {
          const { total, failed, error, timeout, aborted } = attributes;
          claimed = {
            tests: parseCount(total),
            bad: parseCount(failed) + parseCount(error) + parseCount(timeout) + parseCount(aborted),
            line,
          };
          return;
        }
        case "runinfo":
          if (attributes.outcome?.toLowerCase() === "error") runError = { line };
          return;
        case "text":
          if (runError) text.start();
      }
    },
    close(name, line) {
      if (name.endsWith("testresult") || name === "testresultaggregation") return finish(line);
      switch (name) {
        case "message":
          return failing.message();
        case "stacktrace":
          return failing.stack();
        case "errorinfo":
          return fail(line);
        case "unittest":
          defining = undefined;
          return;
        case "text":
          if (runError) runError.said ??= text.take();
          return;
        case "runinfo":
          tell(line);
      }
    },
    end(line, damage) {
      fail(line);
      while (result) {
        if (result.attributes.outcome !== undefined) finish(line);
        else result = result.parent;
      }
      for (const { test, id } of held)
        tests.test(withDefinition(test, id === undefined ? undefined : definitions.get(id)));
      if (claimed) {
        const { tests: total, bad, line: where } = claimed;
        tests.claim("run", {
          tests: total - parents,
          bad: Math.max(0, bad - parents),
          line: where,
        });
      }
      tests.close(damage, trx.title);
    },
  };
}

function definitionOf(method: XmlAttributes, storage: string | undefined): Definition {
  // Older writers give the class with the assembly's full name behind it: `A.B, Tests, Version=1.0.0.0, …`.
  const className = method.className?.split(",", 1)[0]?.trim();
  const assembly = assemblyName(method.codeBase ?? storage ?? "");
  return {
    ...(className ? { className: detach(className) } : {}),
    ...(assembly ? { assembly: detach(assembly) } : {}),
  };
}

function withDefinition(test: TestCase, definition: Definition | undefined): TestCase {
  const split = splitDotnetName(test.name);
  const className = definition?.className ?? split.className;
  if (className === undefined) return test;
  const name = test.name.startsWith(`${className}.`) ? test.name.slice(className.length + 1) : test.name;
  const suites = definition?.assembly ? [definition.assembly, ...test.suites] : test.suites;
  return {
    ...test,
    suites,
    className,
    name: definition?.className ? name : split.name,
  };
}
