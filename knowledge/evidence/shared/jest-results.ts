import type { JsonNode } from "../json/json-node.ts";
import { itemsAt, member, numberAt, stringAt, stringsAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import { toldAt, toldBy } from "../json/json-told.ts";
import type { EvidenceSink, ReportParser } from "../reader.ts";
import type { Attempt, Failure, TestCase, TestOutcome } from "../test-case.ts";
import { buildFailure, buildTest } from "./build-test.ts";
import { checkTotals } from "./declared-totals.ts";
import { countingSink } from "./running-counts.ts";
import { joinTold } from "./told.ts";

/**
 * The document that Jest's `--json` and Vitest's JSON reporter share: `testResults[]`, one entry a file, each
 * with `assertionResults[]` (or, as Jest hands it to reporters, `testResults[]`). A file that failed without a
 * failed test (it did not load, or a hook failed) counts as one errored test named after it.
 */
export function openJestResults(sink: EvidenceSink): ReportParser {
  return openJsonReport(sink, ["testResults.*"], () => openDocument(sink));
}

function openDocument(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
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
        emit(test);
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
  const messages = textsAt(node, "failureMessages");
  const retries = textsAt(node, "retryReasons");
  const durationMs = numberAt(node, "duration");
  const took = durationMs === undefined ? {} : { durationMs };
  // Vitest keeps the errors of earlier tries on a test that passed in the end; Jest lists them as retry reasons.
  const earlier = outcome === "skipped" ? [] : outcome === "passed" ? [...retries, ...messages] : retries;
  const unnamed = Math.max(0, (numberAt(node, "invocations") ?? 1) - 1 - earlier.length);
  const attempts: Attempt[] = [
    ...earlier.map(
      (text): Attempt => ({
        outcome: "failed",
        failure: failureOf(node, [text]),
      }),
    ),
    ...Array.from({ length: unnamed }, (): Attempt => ({ outcome: "failed" })),
    ...(outcome === "failed"
      ? [
          {
            outcome,
            ...took,
            failure: failureOf(node, messages),
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

function textsAt(node: JsonNode, key: string): readonly JsonNode[] {
  return itemsAt(node, key).filter((item) => typeof item.value === "string");
}

function failureOf(test: JsonNode, texts: readonly JsonNode[]): Failure {
  const first = texts[0] ?? member(test, "failureMessages") ?? test;
  return buildFailure({
    text: joinTold(texts.map(toldBy), "\n\n"),
    line: first.line,
    endLine: (texts.at(-1) ?? first).endLine,
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
  const text = [toldAt(suite, "message"), toldAt(suite, "failureMessage"), toldAt(thrown, "stack")].find(
    (told) => told !== undefined && told.text !== "",
  );
  return buildTest({
    suites: [],
    name: file ?? "a test file",
    file,
    outcome: "errored",
    flaky: false,
    failure: buildFailure({
      message: toldAt(thrown, "message"),
      text: text ?? "the test file failed to run",
      line: (at ?? suite).line,
      endLine: (at ?? suite).endLine,
    }),
    line: suite.line,
  });
}
