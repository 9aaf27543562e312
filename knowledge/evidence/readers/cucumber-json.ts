import type { JsonNode } from "../json/json-node.ts";
import { itemsAt, member, numberAt, stringAt } from "../json/json-node.ts";
import { openJsonReport } from "../json/json-report.ts";
import { toldAt } from "../json/json-told.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { beforeStack, buildFailure, buildTest } from "../shared/build-test.ts";
import { joinTold, toldOn } from "../shared/told.ts";
import type { Failure, TestCase, TestOutcome } from "../test-case.ts";

/** Cucumber's JSON formatter: features, their scenarios, steps and hooks; durations in nanoseconds. A scenario is a test. */
export const cucumberJson = {
  format: "cucumber",
  title: "Cucumber JSON",
  sniff({ json }) {
    if (json?.root !== "array" || !json.paths.has("*.elements")) return 0;
    return json.paths.has("*.keyword") || json.paths.has("*.uri") || json.paths.has("*.elements.*.steps")
      ? 0.95
      : 0;
  },
  open(sink) {
    return openJsonReport(sink, ["*"], () => openDocument(sink));
  },
} as const satisfies ReportReader;

function openDocument(sink: EvidenceSink) {
  return {
    value(path: string, feature: JsonNode): void {
      if (path !== "*") return;
      let background: readonly JsonNode[] = [];
      for (const element of itemsAt(feature, "elements")) {
        if (stringAt(element, "type") === "background") background = partsOf(element);
        else if (element.whole) {
          sink.test(readScenario(feature, element, [...background, ...partsOf(element)]));
          background = [];
        }
      }
    },
    end(): void {},
  };
}

/** Hooks before, steps with the hooks around each, hooks after: whatever has a result. */
function partsOf(element: JsonNode): readonly JsonNode[] {
  const steps = itemsAt(element, "steps").flatMap((step) => [
    ...itemsAt(step, "before"),
    step,
    ...itemsAt(step, "after"),
  ]);
  return [...itemsAt(element, "before"), ...steps, ...itemsAt(element, "after")];
}

const statusOf = (part: JsonNode): string =>
  (stringAt(member(part, "result"), "status") ?? "unknown").toLowerCase();

const isStep = (part: JsonNode): boolean => member(part, "keyword") !== undefined;

/** A failed step fails the scenario; a failed hook, an undefined or an ambiguous step keep it from being carried out. */
function outcomeOf(parts: readonly JsonNode[]): {
  outcome: TestOutcome;
  part?: JsonNode;
} {
  const failed = parts.find((part) => statusOf(part) === "failed");
  if (failed !== undefined)
    return {
      outcome: isStep(failed) && member(failed, "hidden") === undefined ? "failed" : "errored",
      part: failed,
    };
  const broken = parts.find((part) => ["undefined", "ambiguous", "unknown"].includes(statusOf(part)));
  if (broken !== undefined && member(broken, "result") !== undefined)
    return { outcome: "errored", part: broken };
  const all = parts.filter((part) => member(part, "result") !== undefined);
  return {
    outcome: all.length > 0 && all.every((part) => statusOf(part) === "passed") ? "passed" : "skipped",
  };
}

function readScenario(feature: JsonNode, scenario: JsonNode, parts: readonly JsonNode[]): TestCase {
  const { outcome, part } = outcomeOf(parts);
  const nanoseconds = parts.reduce(
    (sum, step) => sum + (numberAt(member(step, "result"), "duration") ?? 0),
    0,
  );
  const featureName = stringAt(feature, "name") ?? "";
  return buildTest({
    suites: featureName === "" ? [] : [featureName],
    name: stringAt(scenario, "name") || stringAt(scenario, "id") || "(no name)",
    file: stringAt(feature, "uri"),
    fileLine: numberAt(scenario, "line"),
    outcome,
    flaky: false,
    durationMs: nanoseconds / 1e6,
    failure: part === undefined ? undefined : failureOf(part),
    line: scenario.line,
  });
}

function failureOf(part: JsonNode): Failure {
  const result = member(part, "result");
  const error = member(result, "error_message");
  const step = isStep(part) ? `${stringAt(part, "keyword") ?? ""}${stringAt(part, "name") ?? ""}` : "hook";
  const at = error ?? member(result, "status") ?? part;
  const told = toldAt(result, "error_message");
  return buildFailure({
    message: told === undefined ? `${step}: ${statusOf(part)}` : { ...told, text: beforeStack(told.text) },
    text: told && joinTold([told, toldOn(null, `in step: ${step}`)], "\n\n"),
    line: at.line,
    endLine: at.endLine,
  });
}
