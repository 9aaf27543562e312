import type { JsonNode } from "../json/json-node.ts";
import { numberAt, stringAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildTest } from "../shared/build-test.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import { mochaFailure, mochaSuites } from "../shared/mocha-test.ts";
import { countingSink } from "../shared/running-counts.ts";
import type { TestCase, TestOutcome } from "../test-case.ts";

/**
 * Mocha's `--reporter json`: `tests` holds every test, and `pending`, `failures` and `passes` say what each
 * did; failed hooks stand in `failures` only. A document cut off before those lists is read from `tests`.
 */
export const mochaJson = {
  format: "mocha",
  title: "Mocha JSON",
  sniff({ json }) {
    if (json === undefined || !json.paths.has("stats.passes")) return 0;
    if (json.paths.has("tests") && json.paths.has("stats.pending")) return 0.9;
    return json.paths.has("failures") && json.paths.has("passes") ? 0.9 : 0;
  },
  open(sink) {
    return openJsonReport(sink, ["tests.*", "pending.*", "failures.*", "passes.*", "stats"], () =>
      openDocument(sink),
    );
  },
} as const satisfies ReportReader;

const LISTS: Readonly<Record<string, TestOutcome>> = {
  "pending.*": "skipped",
  "failures.*": "failed",
  "passes.*": "passed",
};

function openDocument(sink: EvidenceSink) {
  const { counted, test: emit } = countingSink(sink);
  /** Tests of `tests` that no other list has told of yet. */
  const untold = new Map<string, TestCase[]>();
  let stats: JsonNode | undefined;
  let hooks = 0;
  return {
    value(path: string, node: JsonNode): void {
      if (path === "stats") stats = node;
      if (!node.whole || !(node.value instanceof Map)) return;
      const key = `${stringAt(node, "file") ?? ""}\n${stringAt(node, "fullTitle") ?? stringAt(node, "title") ?? ""}`;
      if (path === "tests.*") {
        untold.set(key, [...(untold.get(key) ?? []), readTest(node, guessed(node))]);
        return;
      }
      const outcome = LISTS[path];
      if (outcome === undefined) return;
      const hook = isHook(node);
      if (hook) hooks += 1;
      untold.get(key)?.pop();
      emit(readTest(node, hook ? "errored" : outcome));
    },
    end(_line: number, whole: boolean): void {
      const left = [...untold.values()].flat();
      for (const test of left) emit(test);
      if (!whole || stats === undefined) return;
      checkTotals(sink, stats.line, [
        {
          what: "tests",
          stated: numberAt(stats, "tests"),
          read: counted.total - hooks,
        },
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
          what: "pending",
          stated: numberAt(stats, "pending"),
          read: counted.skipped,
        },
      ]);
    },
  };
}

/** Mocha titles a hook `"before each" hook for "…"`. */
function isHook(node: JsonNode): boolean {
  return /^"(?:before|after) (?:all|each)" hook\b/.test(stringAt(node, "title") ?? "");
}

function guessed(node: JsonNode): TestOutcome {
  if (mochaFailure(node) !== undefined) return "failed";
  return stringAt(node, "speed") !== undefined || numberAt(node, "duration") !== undefined
    ? "passed"
    : "skipped";
}

function readTest(node: JsonNode, outcome: TestOutcome): TestCase {
  const name = stringAt(node, "title") ?? "(no title)";
  return buildTest({
    suites: mochaSuites(stringAt(node, "fullTitle"), name),
    name,
    file: stringAt(node, "file") || undefined,
    outcome,
    flaky: outcome === "passed" && (numberAt(node, "currentRetry") ?? 0) > 0,
    durationMs: numberAt(node, "duration"),
    failure: outcome === "failed" || outcome === "errored" ? mochaFailure(node) : undefined,
    line: node.line,
  });
}
