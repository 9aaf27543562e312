import type { ExportFormat } from "../export-format.ts";
import type { ExportSource } from "../export-source.ts";
import type { ExportedAttempt, ExportedTest } from "../exported-test.ts";

/**
 * JUnit XML as CI systems read it. What is not proved is an error, never a pass, and no `skipped` either; runs that count
 * and failed are told as Surefire tells tries (`flakyFailure`, `rerunFailure`), every run in `system-out`. The commit of a
 * suite is what runs are asked for; that of a case proved it, and `of_commit` says whether runs of the former do by themselves.
 */
export const junit = {
  format: "junit",
  mediaType: "application/xml",
  write: (source) => `${['<?xml version="1.0" encoding="UTF-8"?>', ...reportOf(source)].join("\n")}\n`,
} as const satisfies ExportFormat;

type Attributes = Readonly<Record<string, string | number | null>>;

function reportOf({ name, title, commit, tests, start, stop }: ExportSource): readonly string[] {
  const suites = Map.groupBy(tests, ({ suites: path }) => path.join(" > "));
  return [
    open("testsuites", {
      name: title === null ? name : `${name} ${title}`,
      ...countsOf(tests, stop - start),
    }),
    ...[...suites].flatMap(([suite, own]) => suiteOf(suite, own, commit)),
    "</testsuites>",
  ];
}

function suiteOf(suite: string, tests: readonly ExportedTest[], commit: string | null): readonly string[] {
  const starts = tests.flatMap(({ start }) => start ?? []);
  const total = tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const timestamp = starts.length === 0 ? null : new Date(Math.min(...starts)).toISOString().slice(0, 19);
  return [
    `  ${open("testsuite", { name: suite, ...countsOf(tests, total), timestamp })}`,
    ...(commit === null ? [] : properties([["commit", commit]], "    ")),
    ...tests.flatMap((test) => caseOf(test, suite, commit)),
    "  </testsuite>",
  ];
}

function countsOf(tests: readonly ExportedTest[], ms: number): Attributes {
  const is = (element: Ending) => tests.filter((test) => endingOf(test) === element).length;
  return {
    tests: tests.length,
    failures: is("failure"),
    errors: is("error"),
    skipped: is("skipped"),
    time: seconds(ms),
  };
}

type Ending = "failure" | "error" | "skipped" | null;

function endingOf({ state }: ExportedTest): Ending {
  if (state === "passed") return null;
  if (state === "skipped") return "skipped";
  return state === "failed" ? "failure" : "error";
}

function caseOf(test: ExportedTest, suite: string, commit: string | null): readonly string[] {
  const { name, state, planCase, method, attempts } = test;
  const known: readonly (readonly [string, string | null])[] = [
    ["requirement", test.id],
    ["standing", test.word],
    ["blocking", String(test.isBlocking)],
    ["kind", test.kind],
    ["method", method],
    ["plan", planCase?.plan ?? null],
    ["case", planCase?.key ?? null],
    ["commit", test.commit],
    ["of_commit", commit === null || state !== "passed" ? null : String(test.isOfCommit)],
  ];
  return [
    `    ${open("testcase", { name, classname: suite, time: seconds(test.durationMs) })}`,
    ...properties(
      known.flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
      "      ",
    ),
    ...ending(test).map((line) => `      ${line}`),
    ...triesOf(test).map((one) => `      ${tryOf(one, state === "passed" ? "flaky" : "rerun")}`),
    ...(attempts.length === 0
      ? []
      : [`      <system-out>${attempts.map((one) => escaped(lineOf(one))).join("\n")}</system-out>`]),
    "    </testcase>",
  ];
}

function ending(test: ExportedTest): readonly string[] {
  const element = endingOf(test);
  if (element === null) return [];
  const message = test.message ?? test.word;
  if (element === "skipped") return [`<skipped message="${escaped(message)}"/>`];
  const details = [
    message,
    ...test.clauses.map(({ clause, outcome, seen }) => `${OUTCOME_WORDS[outcome]}: ${clause}, ${seen}`),
    ...(test.recover === null ? [] : [`way out: ${test.recover}`]),
  ];
  const type = test.state === "error" ? "error" : test.word;
  return [`${open(element, { message, type })}${escaped(details.join("\n"))}</${element}>`];
}

const OUTCOME_WORDS = { passed: "passed", failed: "failed", not_evaluated: "not evaluated" } as const;

/** Runs that count and did not pass, beside the one that ends the test. */
function triesOf({ state, attempts }: ExportedTest): readonly ExportedAttempt[] {
  const bad = attempts.filter(
    ({ uncounted, verdict }) => uncounted === null && (verdict === "fail" || verdict === "error"),
  );
  if (state === "passed") return bad;
  return state === "failed" || state === "error" ? bad.slice(0, -1) : [];
}

function tryOf(one: ExportedAttempt, role: "flaky" | "rerun"): string {
  const element = `${role}${one.verdict === "error" ? "Error" : "Failure"}`;
  const message = one.reason ?? `${one.run} did not pass`;
  const time = one.durationMs === null ? null : seconds(one.durationMs);
  return `${open(element, { message, type: one.verdict, time })}${escaped(lineOf(one))}</${element}>`;
}

/** `SHOP-12/run-… fail at 2026-03-01T10:00:00.000Z by code, of commit …, not counted: other_commit; cart.png` */
function lineOf(one: ExportedAttempt): string {
  const words = [
    `${one.run} ${one.verdict ?? "no verdict yet"}`,
    one.stop === null
      ? ` since ${new Date(one.start).toISOString()}`
      : ` at ${new Date(one.stop).toISOString()}`,
    one.decidedBy === null ? "" : ` by ${one.decidedBy}`,
    one.commit === null ? "" : `, of commit ${one.commit}`,
    one.uncounted === null ? "" : `, not counted: ${one.uncounted}`,
    one.reason === null ? "" : `: ${one.reason}`,
    ...one.attachments.map(({ path }) => `; ${path}`),
  ];
  return words.join("");
}

function properties(all: readonly (readonly [string, string])[], indent: string): readonly string[] {
  return [
    `${indent}<properties>`,
    ...all.map(([name, value]) => `${indent}  <property name="${escaped(name)}" value="${escaped(value)}"/>`),
    `${indent}</properties>`,
  ];
}

function open(element: string, attributes: Attributes): string {
  const words = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${escaped(String(value))}"`],
  );
  return `<${element}${words.join("")}>`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML 1.0 has no place for, not even escaped. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replace(NO_CHARACTER, "").replace(/[&<>"']/g, (char) => ENTITIES[char] ?? "");
}
