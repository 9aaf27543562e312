import { buildFailure, buildTest } from "../build-test.ts";
import { detach } from "../detach.ts";
import { assemblyName, splitDotnetName } from "../dotnet-name.ts";
import { secondsToMs } from "../duration.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { count, tally } from "../tally.ts";
import type { Failure, TestOutcome } from "../test-case.ts";
import type { XmlAttributes, XmlText, XmlVisitor } from "../xml.ts";
import { readXml } from "../xml.ts";
import { rootName, rootTag } from "../xml-root.ts";

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
  let failing:
    | {
        line: number;
        type: string | undefined;
        message?: string | undefined;
        stack?: string | undefined;
      }
    | undefined;

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
        fileLine: count(attributes["source-line"]) || undefined,
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
    if (!failing) return;
    const failure = buildFailure({
      type: failing.type,
      message: failing.message,
      text: [failing.message, failing.stack].filter((part) => part !== undefined).join("\n"),
      line: failing.line,
      endLine: line,
    });
    failing = undefined;
    if (test) {
      test.failure ??= failure;
      return;
    }
    const where = error?.type ?? "error";
    const name = error?.name ? ` of ${error.name}` : "";
    sink.note({
      kind: "suite-error",
      line: failure.line,
      message: `the run failed outside its tests (${where}${name}): ${failure.message ?? failure.type ?? "no message"}`,
    });
  };

  return {
    open(name, attributes, line) {
      switch (name) {
        case "assembly":
          assembly = attributes.name ? Object.freeze([detach(assemblyName(attributes.name))]) : [];
          suites = assembly;
          tests.claim("assembly", {
            tests: count(attributes.total),
            bad: count(attributes.failed),
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
          failing = { line, type: attributes["exception-type"] };
          return;
        case "message":
        case "stack-trace":
          if (failing) text.start();
      }
    },
    close(name, line) {
      switch (name) {
        case "collection":
          suites = assembly;
          return;
        case "message":
          if (failing) failing.message ??= text.take();
          return;
        case "stack-trace":
          if (failing) failing.stack ??= text.take();
          return;
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
      if (failing) {
        failing.message ??= text.take();
        fail(line);
      }
      if (test?.attributes.result ?? test?.failure) finish(line);
      tests.close(damage, xunit.title);
    },
  };
}

function withoutOwner(display: string, owner: string): string {
  return display.startsWith(`${owner}.`) ? display.slice(owner.length + 1) : display;
}
