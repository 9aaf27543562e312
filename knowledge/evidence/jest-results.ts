import { buildFailure, buildTest } from "./build-test.ts";
import type { JsonNode } from "./json-node.ts";
import { itemsAt, member, numberAt, stringAt, stringsAt } from "./json-node.ts";
import { openJsonReport } from "./json-report.ts";
import type { EvidenceSink, ReportParser } from "./reader.ts";
import { checkTotals, count, nothingCounted } from "./stated-totals.ts";
import type { Attempt, Failure, TestCase, TestOutcome } from "./test-case.ts";

/**
 * The document that Jest's `--json` and Vitest's JSON reporter share: `testResults[]`, one entry a file, each
 * with `assertionResults[]` (or, as Jest hands it to reporters, `testResults[]`). A file that failed without a
 * failed test (it did not load, or a hook failed) counts as one errored test named after it.
 */
export function openJestResults(sink: EvidenceSink): ReportParser {
  return openJsonReport(sink, ["testResults.*"], () => openDocument(sink));
}

function openDocument(sink: EvidenceSink) {
  const counted = nothingCounted();
  const stated = new Map<string, JsonNode>();
  let suiteErrors = 0;
  return {
    value(path: string, node: JsonNode): void {
      if (path !== "testResults.*") {
        if (/^(num|success$)/.test(path)) stated.set(path, node);
        return;
      }
      const tests = assertionsOf(node)
        .filter((item) => item.whole)
        .map((item) => readAssertion(item, fileOf(node)));
      for (const test of tests) {
        count(counted, test);
        sink.test(test);
      }
      const broken = suiteFailure(node, tests);
      if (broken !== undefined) {
        suiteErrors += 1;
        sink.test(broken);
      }
    },
    end(_line: number, whole: boolean): void {
      if (!whole) return;
      const total = (key: string): number | undefined => {
        const value = stated.get(key)?.value;
        return typeof value === "number" ? value : undefined;
      };
      const todo = total("numTodoTests") ?? 0;
      const pending = total("numPendingTests");
      checkTotals(sink, stated.get("numTotalTests")?.line ?? 1, [
        { what: "tests", stated: total("numTotalTests"), read: counted.total },
        {
          what: "passed",
          stated: total("numPassedTests"),
          read: counted.passed,
        },
        {
          what: "failed",
          stated: total("numFailedTests"),
          read: counted.failed,
        },
        {
          what: "skipped or to do",
          stated: pending === undefined ? undefined : pending + todo,
          read: counted.skipped,
        },
      ]);
      const success = stated.get("success");
      if (success?.value === false && counted.failed + suiteErrors === 0) {
        sink.note({
          kind: "inconsistent",
          line: success.line,
          message: "the run says that it did not succeed, but holds no failed test or file",
        });
      }
    },
  };
}

function assertionsOf(suite: JsonNode): readonly JsonNode[] {
  const listed = itemsAt(suite, "assertionResults");
  return listed.length > 0 ? listed : itemsAt(suite, "testResults");
}

function fileOf(suite: JsonNode): string | undefined {
  return stringAt(suite, "name") ?? stringAt(suite, "testFilePath");
}

const OUTCOMES: Readonly<Record<string, TestOutcome>> = {
  passed: "passed",
  failed: "failed",
  focused: "passed",
};

function readAssertion(node: JsonNode, file: string | undefined): TestCase {
  const outcome = OUTCOMES[stringAt(node, "status") ?? ""] ?? "skipped";
  const messages = stringsAt(node, "failureMessages");
  const retries = stringsAt(node, "retryReasons");
  const durationMs = numberAt(node, "duration");
  const took = durationMs === undefined ? {} : { durationMs };
  // Vitest keeps the errors of earlier tries on a test that passed in the end; Jest lists them as retry reasons.
  const earlier = outcome === "skipped" ? [] : outcome === "passed" ? [...retries, ...messages] : retries;
  const unnamed = Math.max(0, (numberAt(node, "invocations") ?? 1) - 1 - earlier.length);
  const at = member(node, retries.length > 0 ? "retryReasons" : "failureMessages");
  const attempts: Attempt[] = [
    ...earlier.map(
      (text): Attempt => ({
        outcome: "failed",
        failure: failureOf(node, at, text),
      }),
    ),
    ...Array.from({ length: unnamed }, (): Attempt => ({ outcome: "failed" })),
    ...(outcome === "failed"
      ? [
          {
            outcome,
            ...took,
            failure: failureOf(node, member(node, "failureMessages"), messages.join("\n\n")),
          },
        ]
      : [{ outcome, ...took }]),
  ];
  return buildTest({
    suites: stringsAt(node, "ancestorTitles"),
    name: stringAt(node, "title") ?? stringAt(node, "fullName") ?? "(no title)",
    file,
    fileLine: numberAt(member(node, "location"), "line"),
    outcome,
    flaky: outcome === "passed" && attempts.length > 1,
    durationMs,
    failure: attempts.at(-1)?.failure,
    attempts: attempts.length > 1 ? attempts : undefined,
    line: node.line,
  });
}

function failureOf(node: JsonNode, list: JsonNode | undefined, text: string): Failure {
  const items = Array.isArray(list?.value) ? (list.value as readonly JsonNode[]) : [];
  const first = items[0] ?? list ?? node;
  return buildFailure({
    text,
    line: first.line,
    endLine: (items.at(-1) ?? first).endLine,
  });
}

function suiteFailure(suite: JsonNode, tests: readonly TestCase[]): TestCase | undefined {
  const thrown = member(suite, "testExecError");
  const crashed = thrown !== undefined && thrown.value !== null;
  const failed = stringAt(suite, "status") === "failed" || (stringAt(suite, "failureMessage") ?? "") !== "";
  if (!crashed && !(failed && tests.every((test) => test.outcome !== "failed"))) return undefined;
  if (!suite.whole && !crashed) return undefined;
  const at = [member(suite, "message"), member(suite, "failureMessage"), thrown].find(
    (node) => node !== undefined && node.value !== null && node.value !== "",
  );
  const file = fileOf(suite);
  const text = stringAt(suite, "message") || stringAt(suite, "failureMessage") || stringAt(thrown, "stack");
  return buildTest({
    suites: [],
    name: file ?? "a test file",
    file,
    outcome: "errored",
    flaky: false,
    failure: buildFailure({
      message: stringAt(thrown, "message"),
      text: text ?? "the test file failed to run",
      line: (at ?? suite).line,
      endLine: (at ?? suite).endLine,
    }),
    line: suite.line,
  });
}
