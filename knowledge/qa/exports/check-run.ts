import type { operations } from "@octokit/openapi-types/types.d.ts";
import { planPath } from "../../plan/plan-folders.ts";
import { forgeInline } from "../../text/forge-inline.ts";
import { commitOfExport } from "../commit-of-export.ts";
import type { ExportFormat } from "../export-format.ts";
import type { ExportSource } from "../export-source.ts";
import type { ExportedTest } from "../exported-test.ts";

type CheckRun = operations["checks/create"]["requestBody"]["content"]["application/json"];
type Conclusion = "success" | "failure" | "neutral" | "action_required";
type Annotation = NonNullable<NonNullable<CheckRun["output"]>["annotations"]>[number];

/** Most bytes of a summary or text, and most annotations of one call, that GitHub takes. */
const TEXT_BYTES = 65_535;
const ANNOTATIONS = 50;

/**
 * What `POST /repos/{owner}/{repo}/check-runs` of GitHub takes, to be sent by whoever may. `action_required`: nothing
 * failed, and something is not proved; `neutral`: nothing is owed, and nothing passed, or not by runs of the commit alone.
 */
export const checkRun = {
  format: "check-run",
  mediaType: "application/json",
  write(source) {
    const commit = commitOfExport(source, checkRun.format);
    if (typeof commit !== "string") return commit;
    return `${JSON.stringify(payloadOf(source, commit), null, 2)}\n`;
  },
} as const satisfies ExportFormat;

function payloadOf(source: ExportSource, head_sha: string): CheckRun {
  const { name, gate, tests, start, stop } = source;
  const owing = tests.filter(isOwing);
  const planned = owing.flatMap((test) => annotationOf(test) ?? []);
  const annotations = planned.slice(0, ANNOTATIONS);
  return {
    name: gate === null ? "assay qa" : `assay qa before ${gate.target}`,
    head_sha,
    external_id: name.replaceAll(" ", "-"),
    status: "completed",
    conclusion: conclusionOf(source),
    ...(start === 0 ? {} : { started_at: second(start), completed_at: second(stop) }),
    output: {
      title: titleOf(source),
      summary: withinBytes(summaryOf(source, planned.length - annotations.length)),
      text: withinBytes(tests.map(linesOf)),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
  };
}

function conclusionOf({ gate, tests }: ExportSource): Conclusion {
  const passed = tests.some(isEarlier) ? "neutral" : "success";
  if (gate?.word === "accepted") return passed;
  if (gate?.word === "discharged") return "neutral";
  const binding = tests.filter(({ isBlocking, isGate }) => isBlocking && !isGate);
  if (binding.some(({ state }) => state === "failed" || state === "error")) return "failure";
  if (gate !== null || binding.some(isOwing)) return "action_required";
  return tests.some(({ state }) => state === "passed") ? passed : "neutral";
}

/** Passed, and not by runs of the commit alone that the check is of. */
function isEarlier({ state, isGate, isOfCommit }: ExportedTest): boolean {
  return state === "passed" && !isGate && !isOfCommit;
}

function isOwing({ state }: ExportedTest): boolean {
  return state !== "passed" && state !== "skipped";
}

function titleOf({ gate, tests }: ExportSource): string {
  const rows = tests.filter(({ isGate }) => !isGate);
  const passed = rows.filter(({ state }) => state === "passed").length;
  const earlier = rows.filter(isEarlier).length;
  const proved = `${passed} of ${rows.length} proved${earlier === 0 ? "" : `, ${earlier} not by this commit alone`}`;
  return gate === null ? proved : `${gate.word}: ${proved}`;
}

function summaryOf({ name, title, gate, tests }: ExportSource, uncounted: number): readonly string[] {
  const rows = tests.filter(({ isGate }) => !isGate);
  const count = (state: ExportedTest["state"]) => rows.filter((test) => test.state === state).length;
  const counts = STATES.flatMap(([state, word]) => (count(state) === 0 ? [] : [`${count(state)} ${word}`]));
  const gateTest = gate === null ? undefined : tests.at(-1);
  return [
    `**${forgeInline(name)}**${title === null ? "" : ` ${forgeInline(title)}`}: ${counts.join(", ") || "nothing has to be proved"}.`,
    ...(gateTest?.message == null ? [] : [`The gate is ${gateTest.word}: ${forgeInline(gateTest.message)}`]),
    ...(uncounted === 0 ? [] : [`${uncounted} more are not annotated: one call takes ${ANNOTATIONS}.`]),
  ];
}

const STATES: readonly (readonly [ExportedTest["state"], string])[] = [
  ["passed", "passed"],
  ["failed", "failed"],
  ["error", "broke down"],
  ["undetermined", "undetermined"],
  ["pending", "started and not proved"],
  ["unmet", "not proved"],
  ["skipped", "let off"],
];

/** One test as an item of a list, with what it owes below it. */
function linesOf(test: ExportedTest): string {
  const { name, id, state, word, isBlocking, message, clauses, recover, commit } = test;
  const told =
    state === "passed"
      ? isEarlier(test)
        ? [
            `not proved by this commit alone${commit === null ? "" : `: what decides is of ${forgeInline(commit)}`}`,
          ]
        : []
      : [
          ...(message === null ? [] : [forgeInline(message)]),
          ...clauses.map(({ clause, outcome, seen }) =>
            forgeInline(`${outcome.replace("_", " ")}: ${clause}, ${seen}`),
          ),
          ...(recover === null ? [] : [forgeInline(recover)]),
        ];
  return [
    `- **${word}** ${forgeInline(name)} (${forgeInline(id)}${isBlocking ? "" : ", blocks nothing"})`,
    ...told.map((line) => `  - ${line}`),
  ].join("\n");
}

/** A place in the plan that asks for it; what no plan asks for has none. */
function annotationOf({ planCase, isBlocking, message, name, word }: ExportedTest): Annotation | null {
  if (planCase === null) return null;
  return {
    path: planPath(planCase.plan),
    start_line: 1,
    end_line: 1,
    annotation_level: isBlocking ? "failure" : "warning",
    title: `${planCase.key} is ${word}`.slice(0, 255),
    message: message ?? name,
  };
}

/** The parts, a blank line or a new line between them, as many as fit; what is left out is told. */
function withinBytes(parts: readonly string[]): string {
  const whole = parts.join("\n");
  if (Buffer.byteLength(whole) <= TEXT_BYTES) return whole;
  const room = TEXT_BYTES - Buffer.byteLength(cut(parts.length));
  const kept: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part) + 1;
    if (bytes > room) break;
    kept.push(part);
  }
  return [...kept, cut(parts.length - kept.length)].join("\n");
}

function cut(count: number): string {
  return `- ${count} more are left out: there is room for ${TEXT_BYTES} bytes`;
}

function second(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
