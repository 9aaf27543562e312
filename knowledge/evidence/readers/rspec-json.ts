import type { JsonNode } from "../json/json-node.ts";
import { itemsAt, member, numberAt, stringAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import { toldAt, toldBy } from "../json/json-told.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import { countingSink } from "../shared/running-counts.ts";
import { joinTold, trimTold } from "../shared/told.ts";
import type { TestCase, TestOutcome } from "../test-case.ts";

/** RSpec's `--format json`. An error outside of examples (a file that does not load) is one errored test. */
export const rspecJson = {
  format: "rspec",
  title: "RSpec JSON",
  sniff({ json }) {
    if (json === undefined || !json.paths.has("examples")) return 0;
    if (json.paths.has("summary_line") || json.paths.has("summary.example_count")) return 0.95;
    return json.paths.has("examples.*.full_description") ? 0.9 : 0;
  },
  open(sink) {
    return openJsonReport(sink, ["examples.*", "messages", "summary"], () => openDocument(sink));
  },
} as const satisfies ReportReader;

function openDocument(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
  let summary: JsonNode | undefined;
  let messages: JsonNode | undefined;
  return {
    value(path: string, node: JsonNode): void {
      if (path === "summary") summary = node;
      else if (path === "messages") messages = node;
      else if (path === "examples.*" && node.whole) {
        emit(readExample(node));
      }
    },
    end(_line: number, whole: boolean): void {
      if (summary === undefined) return;
      const outside = numberAt(summary, "errors_outside_of_examples_count") ?? 0;
      if (outside > 0) sink.test(outsideExamples(summary, messages, outside));
      if (!whole) return;
      checkTotals(sink, summary.line, [
        {
          what: "examples",
          stated: numberAt(summary, "example_count"),
          read: counted.total,
        },
        {
          what: "failures",
          stated: numberAt(summary, "failure_count"),
          read: counted.failed,
        },
        {
          what: "pending",
          stated: numberAt(summary, "pending_count"),
          read: counted.skipped,
        },
      ]);
    },
  };
}

function readExample(node: JsonNode): TestCase {
  const name = stringAt(node, "description") ?? "(no description)";
  const full = stringAt(node, "full_description");
  const suite = full?.endsWith(name) ? full.slice(0, full.length - name.length).trim() : "";
  const status = stringAt(node, "status");
  const outcome: TestOutcome = status === "passed" || status === "failed" ? status : "skipped";
  const seconds = numberAt(node, "run_time");
  const exception = member(node, "exception");
  const at = member(exception, "message") ?? exception ?? node;
  const failure = buildFailure({
    type: stringAt(exception, "class"),
    message: toldAt(exception, "message"),
    text: joinTold([toldAt(exception, "message"), ...itemsAt(exception, "backtrace").map(toldBy)], "\n"),
    line: at.line,
    endLine: exception?.endLine ?? at.line,
  });
  return buildTest({
    suites: suite === "" ? [] : [suite],
    name,
    file: stringAt(node, "file_path"),
    fileLine: numberAt(node, "line_number"),
    outcome,
    flaky: false,
    durationMs: seconds === undefined ? undefined : seconds * 1_000,
    failure: outcome === "failed" ? failure : undefined,
    line: node.line,
  });
}

function outsideExamples(summary: JsonNode, messages: JsonNode | undefined, errors: number): TestCase {
  const texts = Array.isArray(messages?.value) ? (messages.value as readonly JsonNode[]) : [];
  const text = joinTold(texts.map(toldBy), "\n");
  const at = texts[0] ?? member(summary, "errors_outside_of_examples_count") ?? summary;
  return buildTest({
    suites: [],
    name: errors === 1 ? "error outside of examples" : `${errors} errors outside of examples`,
    outcome: "errored",
    flaky: false,
    failure: buildFailure({
      text: text && trimTold(text),
      line: at.line,
      endLine: texts.at(-1)?.endLine ?? at.line,
    }),
    line: at.line,
  });
}
