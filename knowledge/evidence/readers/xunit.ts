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

const RESULTS: Readonly<Record<string, TestOutcome>> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
  notrun: "skipped",
};
/** xUnit.net names a collection after its only class unless somebody named it. */
const OWN_COLLECTION = /^(?:xUnit\.net v1 )?Test collection for /i;

interface OpenTest {
  readonly attributes: XmlAttributes;
  readonly line: number;
  failure?: Failure;
}

/** xUnit.net version 1 (`assembly` with `class`), 2 and 3 (`assemblies`). Every `test` is one test. */
export const xunit = {
  format: "xunit",
  title: "xUnit.net XML",
  sniff(head) {
    const root = rootName(head);
    if (root === "assemblies") return /xmlns="urn:/.test(rootTag(head)) ? 0 : 1;
    // Maven and Windows have an `assembly` of their own.
    return root === "assembly" && /\s(?:run-date|test-framework|total|environment)=/.test(rootTag(head))
      ? 1
      : 0;
  },
  open: (sink) => readXml((text) => xunitVisitor(sink, text)),
} as const satisfies ReportReader;

function xunitVisitor(sink: EvidenceSink, text: XmlText): XmlVisitor {
  const tests = tally(sink);
  let assembly: readonly string[] = [];
  let suites: readonly string[] = [];
  let test: OpenTest | undefined;
  let error: XmlAttributes | undefined;
  const failing = failureElement(text);

  const finish = (line: number): void => {
    if (!test) return;
    const { attributes, failure } = test;
    const outcome = RESULTS[attributes.result?.toLowerCase() ?? ""] ?? (failure ? "failed" : "passed");
    const display = attributes.name ?? attributes.method ?? "";
    const split = attributes.type
      ? {
          className: attributes.type,
          name: withoutOwner(display, attributes.type),
        }
      : splitDotnetName(display);
    tests.test(
      buildTest({
        suites,
        name: split.name || "(unnamed)",
        className: split.className,
        file: attributes["source-file"] || undefined,
        fileLine: parseCount(attributes["source-line"]) || undefined,
        outcome,
        flaky: false,
        durationMs: outcome === "skipped" ? undefined : secondsToMs(attributes.time),
        failure:
          outcome === "failed"
            ? (failure ?? {
                message: "result: Fail",
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
    const where = error?.type ?? "error";
    const name = error?.name ? ` of ${error.name}` : "";
    const message = `the run failed outside its tests (${where}${name}): ${failure.message ?? failure.type ?? "no message"}`;
    sink.note({ kind: "suite-error", line: failure.line, message }, failure);
  };

  return {
    open(name, attributes, line) {
      switch (name) {
        case "assembly":
          assembly = attributes.name ? Object.freeze([detach(assemblyName(attributes.name))]) : [];
          suites = assembly;
          tests.claim("assembly", {
            tests: parseCount(attributes.total),
            bad: parseCount(attributes.failed),
            line,
          });
          return;
        case "collection":
          suites =
            attributes.name && !OWN_COLLECTION.test(attributes.name)
              ? Object.freeze([...assembly, detach(attributes.name)])
              : assembly;
          return;
        case "test":
          finish(line);
          test = { attributes, line };
          return;
        case "error":
          error = attributes;
          return;
        case "failure":
          return failing.open(line, attributes["exception-type"]);
        case "message":
        case "stack-trace":
          return failing.read();
      }
    },
    close(name, line) {
      switch (name) {
        case "collection":
          suites = assembly;
          return;
        case "message":
          return failing.message();
        case "stack-trace":
          return failing.stack();
        case "failure":
          return fail(line);
        case "error":
          error = undefined;
          return;
        case "test":
          finish(line);
      }
    },
    end(line, damage) {
      fail(line);
      if (test?.attributes.result ?? test?.failure) finish(line);
      tests.close(damage, xunit.title);
    },
  };
}

function withoutOwner(display: string, owner: string): string {
  return display.startsWith(`${owner}.`) ? display.slice(owner.length + 1) : display;
}
