import { describe, expect, test } from "vitest";
import { formatCiExplanation } from "../../../cli/format/ci-explanation.ts";
import { formatCiLogs } from "../../../cli/format/ci-log.ts";
import { formatCiStatus } from "../../../cli/format/ci-status.ts";
import { formatCiWaited } from "../../../cli/format/ci-waited.ts";
import { createStyle } from "../../../cli/terminal/style.ts";
import { displayWidth } from "../../../cli/terminal/width.ts";
import type { CiExplanation, CiStatus } from "../../../knowledge/index.ts";

type Check = CiStatus["checks"][number];
type Failed = CiExplanation["failed"][number];

const check = (told: Partial<Check>): Check => ({
  key: `github-actions/${told.name ?? "test"}`,
  name: "test",
  app: "github-actions",
  kind: "check-run",
  state: "passed",
  conclusion: "success",
  url: "https://github.com/octo/app/actions/runs/7/job/9",
  checkRun: 9,
  job: 9,
  workflowRun: 7,
  annotations: 0,
  says: "",
  startedAt: "2026-01-05T10:00:00Z",
  completedAt: "2026-01-05T10:01:00Z",
  ...told,
});

const target: CiStatus["target"] = {
  repository: "octo/app",
  change: {
    number: 12,
    url: "https://github.com/octo/app/pull/12",
    title: "Charge the right total, with the tax of the country that the shop sends to",
    author: "ada",
    state: "open",
    headBranch: "fix-total",
    baseBranch: "main",
  },
  commit: "0123456789abcdef0123456789abcdef01234567",
  branch: "fix-total",
  note: null,
};

const red = check({ name: "test (ubuntu, 20)", state: "failed", conclusion: "failure" });
const status: CiStatus = {
  target,
  outcome: "running",
  until: null,
  checks: [
    red,
    check({
      name: "ci/other: deploy",
      app: "status",
      kind: "status",
      state: "failed",
      conclusion: "error",
      url: "https://ci.example.org/octo/app/4711",
      says: "The machine went away while it was asked for the state of the deployment",
    }),
    check({ name: "build", state: "running", conclusion: null, url: null }),
    check({ name: "lint", state: "unclear", conclusion: "cancelled" }),
    check({ name: "format" }),
  ],
};

const lines = (first: number, texts: readonly string[], errors: readonly number[]) =>
  texts.map((text, at) => ({ line: first + at, text, isError: errors.includes(first + at) }));
const around = lines(
  90,
  [
    ...Array.from({ length: 12 }, (_, at) => `collected module ${at}`),
    "AssertionError: expected 999 to be 1299",
    "    at total.test.js:31:19",
    ...Array.from({ length: 12 }, (_, at) => `closed module ${at}`),
  ],
  [102],
);

const explained: Failed = {
  check: red,
  annotations: [
    { path: "src/total.js", line: 7, level: "failure", message: "wrong total\nof the cart" },
    ...Array.from({ length: 6 }, (_, at) => ({
      path: "src/cart.js",
      line: at + 1,
      level: "warning" as const,
      message: "unused variable",
    })),
  ],
  annotationsLeftOut: 3,
  result: {
    cause: "app_bug",
    infrastructure: false,
    preExisting: false,
    confidence: 0.86,
    rule: "assertion",
    evidence: [{ line: 102, endLine: 102, quote: "AssertionError: expected 999 to be 1299" }],
    nextAction: "Read the first failed assertion, and compare what it expects with what the change does.",
  },
  tests: Array.from({ length: 12 }, (_, at) => `total › case ${at}`),
  fingerprint: "1:ab",
  excerpt: {
    errors: [{ line: 90, endLine: 115, lines: around }],
    tail: {
      line: 400,
      endLine: 401,
      lines: lines(400, ["bye", "##[error]Process completed with exit code 1."], []),
    },
    lines: 401,
    cut: true,
  },
  noLog: null,
  base: { kind: "failed", same: false, url: null, tests: ["total › case 1"] },
};

const explanation: CiExplanation = {
  target: { ...target, note: "what is told is of the run's last attempt, whichever the address names" },
  outcome: "running",
  failed: [
    explained,
    {
      ...explained,
      check: status.checks[1] as Check,
      annotations: [],
      annotationsLeftOut: 0,
      result: {
        ...explained.result,
        cause: "unknown",
        confidence: 0.1,
        rule: null,
        evidence: [],
        nextAction:
          "Read what it says, and open its page for the log: there is none here to read the cause from.",
      },
      tests: [],
      fingerprint: null,
      excerpt: null,
      noLog: "it is a commit status of ci.example.org, which keeps the log",
      base: { kind: "passed" },
    },
  ],
  unclear: [status.checks[3] as Check],
  running: [status.checks[2] as Check],
  passed: 1,
};

describe.each([40, 80])("at %i columns", (columns) => {
  const view = { columns, style: createStyle(false) };
  const fits = (text: string) =>
    text.split("\n").every((line) => displayWidth(line) <= columns || /https:/.test(line));

  test("ci status, and ci wait when the time was over", async () => {
    const text = formatCiStatus(status, view);
    await expect(text).toMatchFileSnapshot(`snapshots/ci-status-${columns}.txt`);
    expect(fits(text)).toBe(true);
    const waited = formatCiWaited({ ...status, timedOut: true, waitedSeconds: 1_805 }, view);
    expect(waited).toBe(`${text}timeout: CI has not ended after 30 min 5 s\n`);
  });

  test("ci explain, and the excerpts of its logs", async () => {
    const text = formatCiExplanation(explanation, view);
    await expect(text).toMatchFileSnapshot(`snapshots/ci-explanation-${columns}.txt`);
    expect(fits(text)).toBe(true);
    await expect(formatCiLogs(explanation, view)).toMatchFileSnapshot(`snapshots/ci-log-${columns}.txt`);
  });
});

test("what CI as a whole says is a sentence for every outcome", () => {
  const view = { columns: 120, style: createStyle(false) };
  const last = (outcome: CiStatus["outcome"], checks: Check[], until: string | null = null) =>
    formatCiStatus({ target, outcome, checks, until }, view).trimEnd().split("\n").at(-1);
  expect([
    last("passed", [check({})]),
    last("failed", [red, check({})]),
    last("unclear", [check({ state: "unclear", conclusion: "stale" })]),
    last("silent", [], "2026-01-05T10:02:00.000Z"),
    last("none", []),
  ]).toEqual([
    "passed: 1 passed",
    "failed: 1 failed, 1 passed; `assay ci explain` says why",
    "unclear: 1 unclear; what was cancelled or is stale is no pass",
    "nothing has reported yet; if nothing does by 10:02:00 UTC, this commit has no CI (`assay ci wait` waits for it)",
    "nothing has reported in time: this repository has no CI for changes, or none for this one",
  ]);
});
