import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoryHistory } from "../../../knowledge/adapters/memory/history.ts";
import { checksOf } from "../../../knowledge/ci/checks-of.ts";
import type { FailedCheck } from "../../../knowledge/ci/failed-check.ts";
import { type ChecksQuestion, readFailedChecks } from "../../../knowledge/ci/read-failed-checks.ts";
import type { SecretMask } from "../../../knowledge/record/secret-mask.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { type Github, startGithub } from "../../support/github/github.ts";
import type { GithubRepository } from "../../support/github/repository-controls.ts";
import { forgeOf } from "../../support/github-forge.ts";

let github: Github;
let repo: GithubRepository;
let head: string;
beforeEach(async () => {
  github = await startGithub();
  repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  head = repo.pushCommit("fix", { "a.txt": "2\n" });
});
afterEach(() => github.close());

const jest = (received: number, name = "adds") =>
  [
    "##[group]Run npx jest",
    "##[endgroup]",
    "FAIL src/total.test.js",
    `  ● total › ${name}`,
    "",
    "    expect(received).toBe(expected) // Object.is equality",
    "",
    "    Expected: 1299",
    `    Received: ${received}`,
    "",
    "      at Object.toBe (src/total.test.js:3:20)",
    "",
    "Tests:       1 failed, 1 total",
    "##[error]Process completed with exit code 1.",
  ]
    .map((line) => `2026-01-05T10:00:00.1234567Z ${line}\n`)
    .join("");

async function read(told: Partial<ChecksQuestion> = {}, deps = {}): Promise<readonly FailedCheck[]> {
  const forge = forgeOf(github);
  const reports = await forge.reports("octo/app", head);
  github.requests.length = 0;
  const mask: SecretMask = (value) => value;
  return readFailedChecks(
    { forge, history: memoryHistory(), ...deps },
    {
      repository: "octo/app",
      commit: head,
      failed: checksOf(reports).filter(({ state }) => state === "failed"),
      reported: reports.checkRuns.length,
      baseBranch: "main",
      compareBase: "failure",
      mask,
      ...told,
    },
  );
}
const asked = () =>
  github.requests.map(({ kind, path }) => (kind === "log" ? "(storage)" : path.split("?")[0]));

describe("a job that failed", () => {
  test("is explained from its log: cause, quotes that stand where they are said to, failed tests, excerpt", async () => {
    repo.check(head, { name: "test", conclusion: "failure", log: jest(999) });
    const [failed] = await read();
    expect(failed?.result).toMatchObject({ cause: "app_bug", infrastructure: false, preExisting: false });
    const lines = jest(999).split("\n");
    for (const { line, quote } of failed?.result.evidence ?? []) expect(lines[line - 1]).toContain(quote);
    expect(failed?.result.evidence.length).toBeGreaterThan(0);
    expect(failed?.tests).toEqual(["total › adds"]);
    expect(failed?.excerpt?.errors[0]?.lines.map(({ text }) => text)).toContain("    Received: 999");
    expect(failed).toMatchObject({ noLog: null, base: { kind: "absent" } });
    expect(failed?.fingerprint).not.toBeNull();
  });

  test("has its annotations, failures first, each once, the rest counted, masked", async () => {
    const annotations = Array.from({ length: 60 }, (_, at) => ({
      path: "src/a.ts",
      start_line: 60 - at,
      end_line: 60 - at,
      annotation_level: at === 59 ? ("failure" as const) : ("warning" as const),
      message: `token-of-the-team ${at}`,
    }));
    const again = annotations.slice(0, 1);
    repo.check(head, {
      name: "lint",
      conclusion: "failure",
      log: "x",
      annotations: [...annotations, ...again],
    });
    const [failed] = await read({ mask: secretMask(["token-of-the-team"]) });
    expect(failed?.annotations).toHaveLength(50);
    expect(failed?.annotationsLeftOut).toBe(10);
    expect(failed?.annotations[0]).toEqual({
      path: "src/a.ts",
      line: 1,
      level: "failure",
      message: "*** 59",
    });
  });

  test("without a log says so, and names nothing that it did not read", async () => {
    repo.check(head, { name: "test", conclusion: "failure", job: true, log: "x", logGone: true });
    const [failed] = await read();
    expect(failed).toMatchObject({
      excerpt: null,
      noLog: expect.stringContaining("no log"),
      result: { cause: "unknown", rule: null, evidence: [] },
      tests: [],
    });
  });

  test("whose log cannot be asked for is told with the forge's words, and the others are read all the same", async () => {
    const { id } = repo.check(head, { name: "a", conclusion: "failure", log: jest(1) });
    repo.check(head, { name: "b", conclusion: "failure", log: jest(2) });
    github.fail({
      match: `GET /repos/octo/app/actions/jobs/${id}/logs`,
      times: 100,
      how: 500,
    });
    const [a, b] = await read();
    expect(a?.noLog).toMatch(/500|Server/);
    expect(b?.excerpt).not.toBeNull();
  });

  test("that timed out before it wrote a log is a timeout", async () => {
    repo.check(head, { name: "test", conclusion: "timed_out", job: true, logGone: true });
    expect((await read())[0]?.result).toMatchObject({ cause: "timeout", rule: "conclusion/timed-out" });
  });
});

test("a commit status and a check of another CI name where their log is", async () => {
  repo.status(head, {
    context: "ci/circleci: test",
    state: "error",
    description: "it broke",
    url: "https://ci.example.org/1",
  });
  repo.check(head, {
    name: "scan",
    conclusion: "failure",
    app: "scanner",
    detailsUrl: "https://scan.example.org/2",
  });
  const failed = await read();
  expect(failed.map(({ check, noLog }) => [check.name, check.says, noLog])).toEqual([
    ["ci/circleci: test", "it broke", "it is a commit status of ci.example.org, which keeps the log"],
    ["scan", "", expect.stringContaining("scanner keeps the log")],
  ]);
});

describe("the base branch", () => {
  const failing = (log: string) => repo.check(repo.tip(), { name: "test", conclusion: "failure", log });

  test("that fails the same way is said to, with the tests that fail on both", async () => {
    repo.check(head, { name: "test", conclusion: "failure", log: jest(999) });
    failing(jest(999));
    const [failed] = await read();
    expect(failed?.base).toMatchObject({ kind: "failed", same: true, tests: ["total › adds"] });
    expect(failed?.result.preExisting).toBe(true);
  });

  test("that fails another test is not the same failure", async () => {
    repo.check(head, { name: "test", conclusion: "failure", log: jest(999) });
    failing(jest(999, "subtracts"));
    const [failed] = await read();
    expect(failed?.base).toMatchObject({ kind: "failed", same: false, tests: [] });
    expect(failed?.result.preExisting).toBe(false);
  });

  test("is not compared where only its state is asked for", async () => {
    repo.check(head, { name: "test", conclusion: "failure", log: jest(999) });
    failing(jest(999));
    const [failed] = await read({ compareBase: "state" });
    expect(failed?.base).toEqual({ kind: "failed", same: null, url: expect.any(String) });
  });

  test("that passes, runs or was cancelled is told as that", async () => {
    for (const name of ["a", "b", "c"]) repo.check(head, { name, conclusion: "failure", log: "x" });
    repo.check(repo.tip(), { name: "a", conclusion: "success", log: "x" });
    repo.check(repo.tip(), { name: "b", status: "in_progress", job: true });
    repo.check(repo.tip(), { name: "c", conclusion: "cancelled", job: true });
    expect((await read()).map(({ base }) => base.kind)).toEqual(["passed", "running", "unclear"]);
  });

  test("that cannot be asked is not known", async () => {
    repo.check(head, { name: "test", conclusion: "failure", log: "x" });
    expect((await read({ baseBranch: "gone" }))[0]?.base).toEqual({
      kind: "unknown",
    });
    expect((await read({ baseBranch: null }))[0]?.base).toEqual({ kind: "unknown" });
  });
});

describe("of a name that several workflows have, the base branch", () => {
  const report = (sha: string, file: string, event: string, conclusion: string) =>
    repo.check(sha, {
      name: "build",
      conclusion,
      log: jest(999),
      workflow: { path: `.github/workflows/${file}`, event },
    });
  const told = async () => (await read()).map(({ check, base }) => [check.name, base.kind]);
  const runsAsked = () => asked().filter((path) => path?.includes("/actions/runs/"));

  test("is told by the workflow of the check, whichever event it ran for there", async () => {
    report(head, "ci.yml", "pull_request", "failure");
    report(head, "docs.yml", "pull_request", "failure");
    report(repo.tip(), "docs.yml", "push", "failure");
    report(repo.tip(), "ci.yml", "push", "success");
    expect(await told()).toEqual([
      ["build (ci.yml)", "passed"],
      ["build (docs.yml)", "failed"],
    ]);
    expect(runsAsked()).toHaveLength(2);
  });

  test("has none where only another workflow ran there", async () => {
    report(head, "ci.yml", "pull_request", "failure");
    report(head, "docs.yml", "pull_request", "failure");
    report(repo.tip(), "docs.yml", "push", "failure");
    expect(await told()).toEqual([
      ["build (ci.yml)", "absent"],
      ["build (docs.yml)", "failed"],
    ]);
  });

  test("is told by the workflow also where the head has the name once: by that of a push, not of a schedule", async () => {
    report(head, "ci.yml", "pull_request", "failure");
    report(repo.tip(), "docs.yml", "push", "failure");
    report(repo.tip(), "ci.yml", "push", "success");
    report(repo.tip(), "ci.yml", "schedule", "failure");
    expect(await told()).toEqual([["build", "passed"]]);
  });

  test("is not known where it cannot be told which of them it is", async () => {
    const { workflowRun } = report(head, "ci.yml", "pull_request", "failure");
    report(repo.tip(), "docs.yml", "push", "failure");
    report(repo.tip(), "ci.yml", "push", "failure");
    github.fail({ match: `/actions/runs/${workflowRun}`, how: 404, times: 9 });
    expect(await told()).toEqual([["build", "unknown"]]);
  });
});

test("one check that fails on the head alone costs the base branch, its annotations and its log", async () => {
  repo.check(head, {
    name: "test",
    conclusion: "failure",
    log: jest(999),
    annotations: [{ path: "a", start_line: 1, end_line: 1, annotation_level: "failure", message: "x" }],
  });
  repo.check(repo.tip(), { name: "test", conclusion: "success", log: "x" });
  await read();
  expect(asked().toSorted()).toEqual([
    "(storage)",
    expect.stringMatching(/^\/repos\/octo\/app\/actions\/jobs\/\d+\/logs$/),
    expect.stringMatching(/^\/repos\/octo\/app\/check-runs\/\d+\/annotations$/),
    expect.stringContaining("/commits/heads%2Fmain/check-runs"),
  ]);
});

test("a history that shows a test both ways at one commit makes it a flake", async () => {
  repo.check(head, { name: "test", conclusion: "failure", log: jest(999) });
  const history = memoryHistory();
  const writer = await history.write();
  writer.add({ test: "total › adds", outcome: "passed", flaky: false, durationMs: null, fingerprint: null });
  await writer.commit({ run: "r1", job: "test", commit: head, branch: "fix", at: 1 });
  const [failed] = await read({}, { history });
  expect(failed?.result).toMatchObject({ cause: "flaky", rule: "flake/history" });
});

test("checks come in the order in which they were given, however long their logs take", async () => {
  for (let at = 0; at < 9; at++)
    repo.check(head, { name: `c${at}`, conclusion: "failure", log: jest(at).repeat(at % 3 === 0 ? 500 : 1) });
  expect((await read()).map(({ check }) => check.name)).toEqual(
    Array.from({ length: 9 }, (_, at) => `c${at}`),
  );
});
