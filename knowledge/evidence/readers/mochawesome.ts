import type { JsonNode } from "../json/json-node.ts";
import { isTrue, itemsAt, numberAt, stringAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import { mochaFailure } from "../shared/mocha-test.ts";
import { countingSink } from "../shared/running-counts.ts";
import type { TestCase, TestOutcome } from "../test-case.ts";

/** The JSON of mochawesome (Mocha, Cypress): nested suites with their tests and hooks. A failed hook is one errored test. */
export const mochawesome = {
  format: "mochawesome",
  title: "mochawesome JSON",
  sniff({ json }) {
    if (json === undefined || !json.paths.has("stats.passes")) return 0;
    return json.paths.has("results") || json.paths.has("stats.testsRegistered") ? 0.95 : 0;
  },
  open(sink) {
    return openJsonReport(sink, ["results.*", "stats"], () => openDocument(sink));
  },
} as const satisfies ReportReader;

function openDocument(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
  let stats: JsonNode | undefined;
  return {
    value(path: string, node: JsonNode): void {
      if (path === "stats") stats = node;
      else if (path === "results.*") readSuite(node, [], undefined, emit);
    },
    end(_line: number, whole: boolean): void {
      if (!whole || stats === undefined) return;
      const pending = numberAt(stats, "pending");
      // Some versions count a skipped test among the pending ones, too.
      const skipped = pending === counted.skipped ? 0 : (numberAt(stats, "skipped") ?? 0);
      checkTotals(sink, stats.line, [
        {
          what: "passes",
          stated: numberAt(stats, "passes"),
          read: counted.passed,
        },
        {
          what: "failures",
          stated: numberAt(stats, "failures"),
          read: counted.failed + counted.errored,
        },
        {
          what: "pending or skipped",
          stated: pending === undefined ? undefined : pending + skipped,
          read: counted.skipped,
        },
      ]);
    },
  };
}

function readSuite(
  node: JsonNode,
  above: readonly string[],
  fileAbove: string | undefined,
  emit: (test: TestCase) => void,
): void {
  const title = stringAt(node, "title") ?? "";
  const suites = title === "" ? above : [...above, title];
  const file = stringAt(node, "fullFile") || stringAt(node, "file") || fileAbove;
  const hooks = [...itemsAt(node, "beforeHooks"), ...itemsAt(node, "afterHooks")];
  for (const hook of hooks) {
    if (hook.whole && stringAt(hook, "state") === "failed") emit(readTest(hook, "errored", suites, file));
  }
  for (const test of itemsAt(node, "tests"))
    if (test.whole) emit(readTest(test, outcomeOf(test), suites, file));
  for (const suite of itemsAt(node, "suites")) readSuite(suite, suites, file, emit);
}

function outcomeOf(node: JsonNode): TestOutcome {
  if (isTrue(node, "fail") || stringAt(node, "state") === "failed") return "failed";
  if (isTrue(node, "pass") || stringAt(node, "state") === "passed") return "passed";
  return "skipped";
}

function readTest(
  node: JsonNode,
  outcome: TestOutcome,
  suites: readonly string[],
  file: string | undefined,
): TestCase {
  const failure =
    mochaFailure(node) ??
    buildFailure({
      message: "failed, and the report does not say why",
      line: node.line,
      endLine: node.line,
    });
  return buildTest({
    suites,
    name: stringAt(node, "title") ?? "(no title)",
    file,
    outcome,
    flaky: false,
    durationMs: numberAt(node, "duration"),
    failure: outcome === "failed" || outcome === "errored" ? failure : undefined,
    line: node.line,
  });
}
