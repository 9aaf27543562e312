import type { JsonNode } from "../json/json-node.ts";
import { itemsAt, member, numberAt, stringAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import { toldAt } from "../json/json-told.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import { countingSink, type RunningCounts } from "../shared/running-counts.ts";
import { joinTold, type Told, toldOn } from "../shared/told.ts";
import type { Attempt, Failure, TestCase, TestOutcome } from "../test-case.ts";

/**
 * Playwright's JSON reporter (`JSONReport` of its test runner): file suites, nested suites, specs, one test a
 * project, one result a try. An error outside any test counts as one errored test.
 */
export const playwrightJson = {
  format: "playwright-json",
  title: "Playwright JSON",
  sniff({ json }) {
    if (json === undefined) return 0;
    if (json.paths.has("suites.*.specs")) return 0.95;
    const config = json.paths.has("config.rootDir") || json.paths.has("config.configFile");
    if (config && (json.paths.has("suites") || json.paths.has("config.projects"))) return 0.9;
    return json.paths.has("stats.unexpected") && json.paths.has("stats.flaky") ? 0.8 : 0;
  },
  open(sink) {
    return openJsonReport(sink, ["suites.*", "errors.*", "stats"], () => openDocument(sink));
  },
} as const satisfies ReportReader;

function openDocument(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
  let stats: JsonNode | undefined;
  return {
    value(path: string, node: JsonNode): void {
      if (path === "suites.*") readSuite(node, [], emit);
      else if (path === "errors.*" && node.whole) sink.test(outsideTests(node));
      else if (path === "stats") stats = node;
    },
    end(_line: number, whole: boolean): void {
      if (whole && stats !== undefined) checkStats(sink, stats, counted);
    },
  };
}

function checkStats(sink: EvidenceSink, stats: JsonNode, counted: RunningCounts): void {
  checkTotals(sink, stats.line, [
    {
      what: "expected",
      stated: numberAt(stats, "expected"),
      read: counted.passed - counted.flaky,
    },
    {
      what: "unexpected",
      stated: numberAt(stats, "unexpected"),
      read: counted.failed + counted.errored,
    },
    { what: "flaky", stated: numberAt(stats, "flaky"), read: counted.flaky },
    {
      what: "skipped",
      stated: numberAt(stats, "skipped"),
      read: counted.skipped,
    },
  ]);
}

function readSuite(node: JsonNode, above: readonly string[], emit: (test: TestCase) => void): void {
  const title = stringAt(node, "title");
  const suites = title === undefined || title === "" ? above : [...above, title];
  for (const spec of itemsAt(node, "specs")) {
    for (const test of itemsAt(spec, "tests")) if (test.whole) emit(readTest(spec, test, suites));
  }
  for (const inner of itemsAt(node, "suites")) readSuite(inner, suites, emit);
}

function readTest(spec: JsonNode, test: JsonNode, suites: readonly string[]): TestCase {
  const project = stringAt(test, "projectName");
  const expected = stringAt(test, "expectedStatus") ?? "passed";
  const results = itemsAt(test, "results").filter((result) => result.whole);
  const attempts = results.map((result) => readResult(result, expected, test));
  const outcome = outcomeOf(stringAt(test, "status"), attempts);
  const durations = results.flatMap((result) => numberAt(result, "duration") ?? []);
  const failure = outcome === "failed" || outcome === "errored" ? lastFailure(attempts) : undefined;
  return buildTest({
    suites: project === undefined || project === "" ? suites : [`[${project}]`, ...suites],
    name: stringAt(spec, "title") ?? "(no title)",
    file: stringAt(spec, "file"),
    fileLine: numberAt(spec, "line"),
    outcome,
    flaky: outcome === "passed" && attempts.some((attempt) => attempt.failure !== undefined),
    durationMs: durations.at(-1),
    failure,
    attempts: attempts.length > 1 ? attempts : undefined,
    line: test.line,
  });
}

/** The tool's word on the whole test; `unexpected` is told apart by how the last try ended. */
function outcomeOf(status: string | undefined, attempts: readonly Attempt[]): TestOutcome {
  if (status === "expected" || status === "flaky") return "passed";
  if (status === "skipped") return "skipped";
  const last = attempts.at(-1)?.outcome;
  if (status === "unexpected") return last === "failed" ? "failed" : "errored";
  return last ?? "skipped";
}

function lastFailure(attempts: readonly Attempt[]): Failure | undefined {
  return attempts.findLast((attempt) => attempt.failure !== undefined)?.failure;
}

/** A test that timed out was judged, as in Playwright's own JUnit output; an interrupted one was not. */
function readResult(result: JsonNode, expected: string, test: JsonNode): Attempt {
  const status = stringAt(result, "status") ?? "skipped";
  const durationMs = numberAt(result, "duration");
  const took = durationMs === undefined ? {} : { durationMs };
  if (status === "skipped") return { outcome: "skipped", ...took };
  if (status === expected) return { outcome: "passed", ...took };
  if (status === "passed") {
    const failure = buildFailure({
      message: `passed, but was expected to be ${expected}`,
      line: member(result, "status")?.line ?? result.line,
      endLine:
        result.line === result.endLine ? result.line : (member(test, "expectedStatus")?.line ?? result.line),
    });
    return {
      outcome: "failed",
      ...took,
      failure: { ...failure, endLine: failure.line },
    };
  }
  return {
    outcome: status === "interrupted" ? "errored" : "failed",
    ...took,
    failure: failureOf(result, status),
  };
}

function failureOf(result: JsonNode, status: string): Failure {
  const listed = itemsAt(result, "errors");
  const single = member(result, "error");
  const errors = single !== undefined && single.value instanceof Map ? [single, ...listed] : listed;
  const first = errors[0];
  const told = errors.map(textOf).filter((part) => part !== undefined);
  const parts = told.filter((part, index) => told.findIndex(({ text }) => text === part.text) === index);
  const step = failedStep(itemsAt(result, "steps"));
  if (step !== undefined) parts.push(toldOn(null, `in step: ${step}`));
  const at = member(first, "message") ?? first ?? member(result, "status") ?? result;
  return buildFailure({
    message:
      toldAt(first, "message") ?? (status === "timedOut" ? "the test timed out" : `the test was ${status}`),
    text: joinTold(parts, "\n\n"),
    line: at.line,
    endLine: first?.endLine ?? at.endLine,
  });
}

function textOf(error: JsonNode): Told | undefined {
  const message = toldAt(error, "stack") ?? toldAt(error, "message") ?? toldAt(error, "value");
  const snippet = toldAt(error, "snippet");
  return snippet !== undefined && message?.text.includes(snippet.text)
    ? message
    : joinTold([message, snippet], "\n");
}

/** Titles of the innermost step that failed, outermost first. */
function failedStep(steps: readonly JsonNode[]): string | undefined {
  const failed = steps.find((step) => member(step, "error") !== undefined);
  if (failed === undefined) return undefined;
  const inner = failedStep(itemsAt(failed, "steps"));
  return [stringAt(failed, "title") ?? "(no title)", ...(inner === undefined ? [] : [inner])].join(" › ");
}

/** An error of a global set-up, of a configuration or of a file that could not be loaded. */
function outsideTests(error: JsonNode): TestCase {
  const file = stringAt(member(error, "location"), "file");
  return buildTest({
    suites: [],
    name: file === undefined ? "error outside of tests" : `error outside of tests (${file})`,
    file,
    fileLine: numberAt(member(error, "location"), "line"),
    outcome: "errored",
    flaky: false,
    failure: buildFailure({
      message: toldAt(error, "message"),
      text: textOf(error),
      line: (member(error, "message") ?? error).line,
      endLine: error.endLine,
    }),
    line: error.line,
  });
}
