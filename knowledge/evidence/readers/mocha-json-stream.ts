import { jsonLine } from "../json/json-line.ts";
import type { JsonNode } from "../json/json-node.ts";
import { numberAt, stringAt } from "../json/json-node.ts";
import { toldAt } from "../json/json-told.ts";
import { openLineReport } from "../json/line-report.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import { mochaSuites } from "../shared/mocha-test.ts";
import { countingSink } from "../shared/running-counts.ts";
import type { TestCase } from "../test-case.ts";

/** Mocha's `--reporter json-stream`: one `[event, data]` a line. It does not name pending tests. */
export const mochaJsonStream = {
  format: "mocha-json-stream",
  title: "Mocha JSON stream",
  sniff: ({ text }) => (/^\s{0,100}\["start",\s?\{"total":\s?\d/.test(text) ? 0.95 : 0),
  open: (sink) => openLineReport(openStream(sink)),
} as const satisfies ReportReader;

function openStream(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
  let ended = false;
  let broken = 0;
  let lastLine = 1;
  return {
    line(text: string, at: number): void {
      lastLine = at;
      if (text.trim() === "") return;
      const parsed = jsonLine(text, at)?.value;
      const [event, data] = Array.isArray(parsed) ? (parsed as readonly JsonNode[]) : [];
      if (event === undefined) {
        broken += 1;
        if (broken <= 20)
          sink.note({
            kind: "repaired",
            line: at,
            message: "a line that is no event is passed over",
          });
      } else if (event.value === "pass" || event.value === "fail") {
        emit(readTest(data, event.value, at));
      } else if (event.value === "end") {
        ended = true;
        checkTotals(sink, at, [
          {
            what: "passes",
            stated: numberAt(data, "passes"),
            read: counted.passed,
          },
          {
            what: "failures",
            stated: numberAt(data, "failures"),
            read: counted.failed,
          },
        ]);
        const pending = numberAt(data, "pending") ?? 0;
        if (pending > 0)
          sink.note({
            kind: "info",
            line: at,
            message: `pending tests, which this format does not name: ${pending}`,
          });
      }
    },
    end(): void {
      if (!ended)
        sink.note({
          kind: "repaired",
          line: lastLine,
          message: "the stream breaks off before the run ended",
        });
    },
  };
}

function readTest(data: JsonNode | undefined, event: "pass" | "fail", line: number): TestCase {
  const name = stringAt(data, "title") ?? "(no title)";
  const failure = buildFailure({
    message: toldAt(data, "err"),
    text: toldAt(data, "stack"),
    line,
    endLine: line,
  });
  return buildTest({
    suites: mochaSuites(stringAt(data, "fullTitle"), name),
    name,
    file: stringAt(data, "file") || undefined,
    outcome: event === "pass" ? "passed" : "failed",
    flaky: event === "pass" && (numberAt(data, "currentRetry") ?? 0) > 0,
    durationMs: numberAt(data, "duration"),
    failure: event === "fail" ? failure : undefined,
    line,
  });
}
