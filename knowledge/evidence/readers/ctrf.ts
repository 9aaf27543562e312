import type { JsonNode } from "../json/json-node.ts";
import { isTrue, itemsAt, member, numberAt, stringAt, stringsAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import { toldAt } from "../json/json-told.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import { countingSink } from "../shared/running-counts.ts";
import type { Attempt, Failure, TestOutcome } from "../test-case.ts";

/** Common Test Report Format, `results.tests[]`: https://ctrf.io, schema 0.0.x and 1.x. */
export const ctrf = {
  format: "ctrf",
  title: "Common Test Report Format (CTRF)",
  sniff({ json }) {
    if (json === undefined) return 0;
    if (json.paths.has("results.tests")) return 0.95;
    if (json.paths.has("reportFormat") && json.paths.has("specVersion")) return 0.9;
    return json.paths.has("results.tool.name") || json.paths.has("results.summary.tests") ? 0.7 : 0;
  },
  open(sink) {
    return openJsonReport(sink, ["results.tests.*", "results.summary"], () => openDocument(sink));
  },
} as const satisfies ReportReader;

function openDocument(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
  let summary: JsonNode | undefined;
  return {
    value(path: string, node: JsonNode): void {
      if (path === "results.summary") summary = node;
      else if (path === "results.tests.*" && node.whole) {
        emit(readTest(node));
      }
    },
    end(line: number, whole: boolean): void {
      if (!whole || summary === undefined) return;
      const other = numberAt(summary, "other") ?? 0;
      const stated = (key: string): number | undefined => numberAt(summary, key);
      const skipped = stated("skipped") ?? stated("pending");
      checkTotals(sink, summary.line ?? line, [
        { what: "tests", stated: stated("tests"), read: counted.total },
        { what: "passed", stated: stated("passed"), read: counted.passed },
        { what: "failed", stated: stated("failed"), read: counted.failed },
        {
          what: "skipped, pending or other",
          stated:
            skipped === undefined ? undefined : (stated("skipped") ?? 0) + (stated("pending") ?? 0) + other,
          read: counted.skipped + counted.errored,
        },
      ]);
    },
  };
}

function readTest(node: JsonNode) {
  const outcome = outcomeOf(node);
  const tries = attemptsOf(node, outcome);
  const retried =
    (numberAt(node, "retries") ?? 0) > 0 || tries.some((attempt) => attempt.outcome !== "passed");
  const failure = outcome === "failed" || outcome === "errored" ? failureOf(node) : undefined;
  return buildTest({
    suites: suitesOf(node),
    name: stringAt(node, "name") ?? "(no name)",
    file: stringAt(node, "filePath"),
    fileLine: numberAt(node, "line"),
    outcome,
    flaky: outcome === "passed" && (isTrue(node, "flaky") || retried),
    durationMs: numberAt(node, "duration"),
    failure,
    attempts: tries.length > 1 ? tries : undefined,
    line: node.line,
  });
}

/**
 * `other` is what the tool's own status did not map to: what that status or a trace tells is an error,
 * anything else was not carried out.
 */
function outcomeOf(node: JsonNode): TestOutcome {
  const status = stringAt(node, "status");
  if (status === "passed" || status === "failed" || status === "skipped") return status;
  if (status === "pending") return "skipped";
  const raw = stringAt(node, "rawStatus") ?? "";
  if (/time.?d?.?out|interrupt|error|broken|crash|fail/i.test(raw) || member(node, "trace") !== undefined)
    return "errored";
  return "skipped";
}

function suitesOf(node: JsonNode): readonly string[] {
  const suite = member(node, "suite")?.value;
  if (typeof suite === "string") return suite.split(" > ").filter((part) => part !== "");
  return stringsAt(node, "suite");
}

/** The list holds the earlier tries, or (1.x) the last one too: it does when it ends as the test did and has one more entry than `retries`. */
function attemptsOf(node: JsonNode, outcome: TestOutcome): readonly Attempt[] {
  const listed = itemsAt(node, "retryAttempts").filter((item) => item.whole);
  if (listed.length === 0) return [];
  const attempts = listed.map((item): Attempt => attempt(item, outcomeOf(item), failureOf(item)));
  const retries = numberAt(node, "retries");
  const complete =
    attempts.at(-1)?.outcome === outcome && (retries === undefined || attempts.length > retries);
  return complete ? attempts : [...attempts, attempt(node, outcome, failureOf(node))];
}

function attempt(node: JsonNode, outcome: TestOutcome, failure: Failure): Attempt {
  const durationMs = numberAt(node, "duration");
  const failed = outcome === "failed" || outcome === "errored";
  return {
    outcome,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(failed ? { failure } : {}),
  };
}

function failureOf(node: JsonNode): Failure {
  const message = member(node, "message");
  const trace = member(node, "trace");
  const told = [message, trace].filter((part) => part !== undefined);
  const at = told.length > 0 ? told : [member(node, "status") ?? node];
  return buildFailure({
    message: toldAt(node, "message"),
    text: toldAt(node, "trace") ?? toldAt(node, "snippet"),
    line: Math.min(...at.map((part) => part.line)),
    endLine: Math.max(...at.map((part) => part.endLine)),
  });
}
