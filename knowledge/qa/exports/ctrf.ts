import { createHash } from "node:crypto";
import type { ExportFormat } from "../export-format.ts";
import type { ExportSource } from "../export-source.ts";
import type { ExportedAttempt, ExportedState, ExportedTest } from "../exported-test.ts";
import type { QaVerdict } from "../qa-run.ts";
import type { Clause } from "../success-policy.ts";

type Status = "passed" | "failed" | "skipped" | "pending" | "other";

/** Common Test Report Format, schema 0.0.x: https://ctrf.io. Runs are its attempts, clauses its steps. */
export const ctrf = {
  format: "ctrf",
  mediaType: "application/json",
  write: (source) => `${JSON.stringify(reportOf(source), null, 2)}\n`,
} as const satisfies ExportFormat;

const STATUS = {
  passed: "passed",
  failed: "failed",
  error: "other",
  undetermined: "other",
  pending: "pending",
  unmet: "pending",
  skipped: "skipped",
} as const satisfies Record<ExportedState, Status>;

const ATTEMPT_STATUS = {
  pass: "passed",
  fail: "failed",
  undetermined: "other",
  error: "other",
} as const satisfies Record<QaVerdict, Status>;

const STEP_STATUS = {
  passed: "passed",
  failed: "failed",
  not_evaluated: "pending",
} as const satisfies Record<Clause["outcome"], Status>;

function reportOf({ name, title, commit, gate, tests, start, stop }: ExportSource) {
  const count = (status: Status) => tests.filter(({ state }) => STATUS[state] === status).length;
  const flaky = tests.filter(isFlaky).length;
  return {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    generatedBy: "assay",
    results: {
      tool: { name: "assay" },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: count("pending"),
        other: count("other"),
        flaky,
        start,
        stop,
        duration: stop - start,
      },
      tests: tests.map((test) => testOf(test, commit)),
      environment: {
        reportName: title === null ? name : `${name} ${title}`,
        ...(commit === null ? {} : { commit }),
        extra: { subject: name, ...(gate === null ? {} : { gate: gate.target, gate_word: gate.word }) },
      },
    },
  };
}

function testOf(test: ExportedTest, commit: string | null) {
  const { attempts, clauses, message, planCase, recover } = test;
  const attachments = attempts.flatMap((one) => one.attachments);
  return {
    id: uuidOf(test.id),
    name: test.name,
    status: STATUS[test.state],
    duration: test.durationMs,
    ...(test.start === null || test.stop === null ? {} : { start: test.start, stop: test.stop }),
    suite: test.suites,
    ...(message === null ? {} : { message }),
    rawStatus: test.state === "error" ? "error" : test.word,
    type: test.kind,
    ...(attempts.length === 0
      ? {}
      : { retries: attempts.length - 1, retryAttempts: attempts.map(attemptOf), flaky: isFlaky(test) }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(clauses.length === 0
      ? {}
      : {
          steps: clauses.map(({ clause, outcome, seen }) => ({
            name: seen === "" ? clause : `${clause}: ${seen}`,
            status: STEP_STATUS[outcome],
          })),
        }),
    extra: {
      id: test.id,
      blocking: test.isBlocking,
      ...(test.method === null ? {} : { method: test.method }),
      ...(planCase === null ? {} : { plan: planCase.plan, case: planCase.key }),
      ...(recover === null ? {} : { recover }),
      ...(test.commit === null ? {} : { commit: test.commit }),
      ...(commit === null || test.state !== "passed" ? {} : { of_commit: test.isOfCommit }),
    },
  };
}

function attemptOf(one: ExportedAttempt, index: number) {
  const { attachments, reason, stop, durationMs } = one;
  return {
    attempt: index + 1,
    status: one.verdict === null ? ("pending" as const) : ATTEMPT_STATUS[one.verdict],
    ...(durationMs === null ? {} : { duration: durationMs }),
    ...(reason === null ? {} : { message: reason }),
    start: one.start,
    ...(stop === null ? {} : { stop }),
    ...(attachments.length === 0 ? {} : { attachments }),
    extra: {
      run: one.run,
      verdict: one.verdict,
      decided_by: one.decidedBy,
      commit: one.commit,
      counts: one.uncounted === null,
      ...(one.uncounted === null ? {} : { why_not: one.uncounted }),
    },
  };
}

/** Passed on a commit on which it had failed before; a failure that another commit mended is none. */
function isFlaky({ state, attempts }: ExportedTest): boolean {
  if (state !== "passed") return false;
  const counting = attempts.filter(({ uncounted }) => uncounted === null);
  return counting.some(
    ({ verdict, commit }, index) =>
      (verdict === "fail" || verdict === "error") &&
      counting.slice(index + 1).some((later) => later.verdict === "pass" && later.commit === commit),
  );
}

/** The same UUID (version 8, RFC 9562) for the same id. */
function uuidOf(id: string): string {
  const hex = createHash("sha256").update(id).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
