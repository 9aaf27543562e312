import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Github, startGithub } from "../support/github/github.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";
import { assay, shell } from "../support/run-assay.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let github: Github;
let repo: GithubRepository;
let head: string;
let number: number;
let clone: string;
let env: Record<string, string>;

beforeEach(async () => {
  github = await startGithub();
  repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  head = repo.pushCommit("fix-total", { "a.txt": "2\n" });
  number = repo.openPull({ head: "fix-total", title: "Charge the right total" });
  clone = temporaryFolder();
  env = { ASSAY_GITHUB_API: github.url, ASSAY_GITHUB_TOKEN: github.token() };
  const host = new URL(github.web).host;
  mkdirSync(join(clone, ".assay"));
  writeFileSync(
    join(clone, ".assay/config.yaml"),
    `version: 1\nforge:\n  host: "${host}"\n  api: ${github.url}\n`,
  );
  await shell(`git init -q -b fix-total && git remote add origin ${repo.cloneUrl}`, { cwd: clone });
});
afterEach(() => github.close());

const ci = (...args: readonly string[]) => assay(["ci", ...args], { cwd: clone, env });
async function json(...args: readonly string[]) {
  const done = await ci(...args, "--json");
  return { ...done, document: JSON.parse(done.stdout) };
}

const jest = (received: number) =>
  [
    "##[group]Run npx jest",
    "##[endgroup]",
    ...Array.from({ length: 100 }, (_, at) => `collected module ${at} of the shop`),
    "FAIL src/total.test.js",
    "  ● total › adds the tax",
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

describe("assay ci status", () => {
  test("C-029 reads both check runs and commit statuses of the head commit, and one name must pass in both", async () => {
    repo.check(head, { name: "test", conclusion: "success", log: "x" });
    repo.check(head, { name: "lint", conclusion: "success", log: "x" });
    repo.status(head, {
      context: "lint",
      state: "failure",
      description: "two warnings",
      url: "https://lint.example.org/1",
    });
    repo.status(head, { context: "ci/other", state: "success" });
    repo.check(repo.tip(), { name: "old", conclusion: "failure", log: "x" });
    const { document, status, stderr } = await json("status");
    expect(document).toMatchObject({
      schemaVersion: 1,
      kind: "ci-status",
      outcome: "failed",
      target: { repository: "octo/app", commit: head, change: { number, title: "Charge the right total" } },
    });
    expect(
      document.checks.map((check: Record<string, string>) => [check.name, check.kind, check.state]),
    ).toEqual([
      ["lint", "both", "failed"],
      ["ci/other", "status", "passed"],
      ["test", "check-run", "passed"],
    ]);
    expect([status, stderr]).toEqual([1, ""]);
    const text = await ci("status", `octo/app#${number}`);
    expect(text.stdout).toContain(
      "✗ failed   lint · github-actions · two warnings\n  https://lint.example.org/1\n",
    );
    expect(text.stdout).toContain("failed: 1 failed, 2 passed");
  });

  test("C-103 a cancelled or stale check is no pass", async () => {
    repo.check(head, { name: "test", conclusion: "success", log: "x" });
    repo.check(head, { name: "build", conclusion: "cancelled", job: true });
    repo.check(head, { name: "old", conclusion: "stale", app: "scanner" });
    const done = await ci("status");
    expect(done.status).toBe(1);
    expect(done.stdout).toContain("? unclear  build · cancelled");
    expect(done.stdout).toContain("unclear: 2 unclear, 1 passed");
  });

  test("C-029 C-103 a red job is told although another workflow's job of its name, or its own of another event, is green", async () => {
    const report = (file: string, event: string, conclusion: string, again = false) =>
      repo.check(head, {
        name: "build",
        conclusion,
        log: jest(999),
        workflow: { path: `.github/workflows/${file}`, event, again },
      });
    report("ci.yml", "push", "failure");
    report("docs.yml", "pull_request", "success");
    const other = await ci("status");
    expect(other.status).toBe(1);
    expect(other.stdout).toContain("✗ failed   build (ci.yml)");
    expect(other.stdout).toContain("✓ passed   build (docs.yml)");
    expect(other.stdout).toContain("failed: 1 failed, 1 passed");
    report("ci.yml", "pull_request", "success");
    const { document, status } = await json("status");
    expect([status, document.outcome]).toEqual([1, "failed"]);
    expect(document.checks.map((check: Record<string, string>) => [check.name, check.state])).toEqual([
      ["build (ci.yml, push)", "failed"],
      ["build (ci.yml, pull_request)", "passed"],
      ["build (docs.yml)", "passed"],
    ]);
    for (const name of ["build", "build (ci.yml, push)"]) {
      const explained = await json("explain", "--check", name);
      expect(explained.document.failed).toMatchObject([
        { check: { name: "build (ci.yml, push)" }, tests: ["total › adds the tax"] },
      ]);
    }
    report("ci.yml", "push", "success", true);
    expect(await ci("status")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("passed: 3 passed"),
    });
  });

  test("ends with 0 when all passed, 3 while nothing failed and it is not over, 1 once something failed", async () => {
    expect(await ci("status")).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("nothing has reported yet"),
    });
    const { id } = repo.check(head, { name: "test", status: "in_progress", job: true });
    expect(await ci("status")).toMatchObject({
      status: 3,
      stdout: expect.stringContaining("● running  test"),
    });
    repo.updateCheck(id, { conclusion: "success" });
    expect(await ci("status")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("passed: 1 passed"),
    });
    repo.check(head, { name: "slow", status: "queued", job: true });
    repo.status(head, { context: "ci/other", state: "error" });
    expect(await ci("status")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("not over yet: 1 failed, 1 running"),
    });
  });

  test("takes the address of a job and tells of it alone", async () => {
    const { id, workflowRun } = repo.check(head, { name: "test", conclusion: "failure", log: "x" });
    repo.check(head, { name: "lint", conclusion: "success", log: "x" });
    const { document } = await json(
      "status",
      `${github.web}/octo/app/actions/runs/${workflowRun}/job/${id}?pr=${number}`,
    );
    expect(document.checks).toMatchObject([{ name: "test", job: id }]);
  });

  test("says what it cannot do and the way out: no change, another host, no such change, no forge", async () => {
    await shell("git checkout -q -b elsewhere", { cwd: clone });
    const none = await ci("status");
    expect(none).toMatchObject({ status: 2, stdout: "" });
    expect(none.stderr).toContain("no open change has the branch elsewhere as its head (asked: octo/app)");
    expect((await ci("status", "https://gitlab.com/octo/app/pull/1")).stderr).toContain(
      "gitlab.com is another host",
    );
    expect((await ci("status", "#4711")).status).toBe(2);
    github.fail({ match: /./, times: 1_000, how: 401 });
    expect((await ci("status", `#${number}`)).status).toBe(2);
  });

  test("shows nothing of a title or name that would act on a terminal", async () => {
    const evil = repo.openPull({
      head: "fix-total",
      title: "\u001b]0;owned\u0007\u001b[2Jred\u202e",
      base: "main",
    } as never);
    repo.check(head, {
      name: "\u001b[31mtest\u001b[0m\u2028x",
      conclusion: "failure",
      log: "x",
      title: "\u001b]8;;http://evil\u0007",
    });
    for (const args of [["status"], ["explain"], ["explain", "--log"]]) {
      const { stdout } = await ci(...args, `octo/app#${evil}`);
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]/);
    }
  });
});

describe("assay ci explain", () => {
  test("C-034 C-035 C-036 tells of each failed check its name, conclusion, link, annotations and log", async () => {
    const { id, workflowRun } = repo.check(head, {
      name: "test (20)",
      conclusion: "failure",
      log: jest(999),
      annotations: [
        {
          path: "src/total.js",
          start_line: 7,
          end_line: 7,
          annotation_level: "failure",
          message: "wrong total",
        },
      ],
    });
    repo.check(head, { name: "build", conclusion: "timed_out", job: true });
    repo.check(head, { name: "lint", conclusion: "success", log: "x" });
    const { document, status } = await json("explain");
    expect([status, document.kind, document.outcome, document.passed]).toEqual([
      0,
      "ci-explanation",
      "failed",
      1,
    ]);
    expect(document.failed).toMatchObject([
      { check: { name: "build", conclusion: "timed_out" }, result: { cause: "timeout" }, excerpt: null },
      {
        check: {
          name: "test (20)",
          conclusion: "failure",
          url: expect.stringContaining(`/octo/app/actions/runs/${workflowRun}/job/${id}`),
        },
        annotations: [{ path: "src/total.js", line: 7, level: "failure", message: "wrong total" }],
        tests: ["total › adds the tax"],
        result: { cause: "app_bug" },
      },
    ]);
    const { errors, tail } = document.failed[1].excerpt;
    const lines = jest(999).split("\n");
    for (const part of [...errors, tail].filter(Boolean))
      for (const { line, text } of part.lines)
        expect(lines[line - 1]).toBe(`2026-01-05T10:00:00.1234567Z ${text}`);
    const all = [...errors, tail].filter(Boolean).flatMap((part) => part.lines);
    expect(all.map(({ text }: { text: string }) => text)).toContain("    Received: 999");
    expect(Math.max(...all.map(({ line }: { line: number }) => line))).toBe(lines.length - 1);

    const { stdout } = await ci("explain", "--check", "test (20)");
    expect(stdout).toContain("✗ failed   test (20)");
    expect(stdout).toMatch(/cause {2}a bug in the code under test/);
    expect(stdout).toContain("src/total.js:7: wrong total");
    expect(stdout).toContain("✗ total › adds the tax");
    expect(stdout).toMatch(/│ {5}Received: 999/);
    expect(stdout).toMatch(/^next /m);
    const log = await ci("explain", "--check", "test (20)", "--log");
    expect(log.stdout).toMatch(/▸ 10\d │ /);
    expect(log.stdout).toContain("112 lines in all");
  });

  test("C-037 says whether the base branch fails the same check, and the same way", async () => {
    repo.check(head, { name: "a", conclusion: "failure", log: jest(999) });
    repo.check(head, { name: "b", conclusion: "failure", log: jest(999) });
    repo.check(head, { name: "c", conclusion: "failure", log: jest(999) });
    repo.check(repo.tip(), { name: "a", conclusion: "failure", log: jest(999) });
    repo.check(repo.tip(), { name: "b", conclusion: "success", log: "x" });
    const { document } = await json("explain");
    expect(document.failed.map(({ base }: { base: unknown }) => base)).toEqual([
      { kind: "failed", same: true, url: expect.any(String), tests: ["total › adds the tax"] },
      { kind: "passed" },
      { kind: "absent" },
    ]);
    const { stdout } = await ci("explain", "--check", "a");
    expect(stdout).toContain("it fails there too, the same way");
    expect((await ci("explain", "--check", "a", "--base", "state")).stdout).toContain("was not compared");
  });

  test("C-002 C-007 asks only for what there is, in six requests for one failed check, and starts nothing", async () => {
    repo.check(head, {
      name: "test",
      conclusion: "failure",
      log: jest(999),
      annotations: [
        {
          path: "src/total.js",
          start_line: 7,
          end_line: 7,
          annotation_level: "failure",
          message: "wrong total",
        },
      ],
    });
    repo.check(repo.tip(), { name: "test", conclusion: "success", log: "x" });
    expect((await ci("explain", `octo/app#${number}`)).status).toBe(0);
    const asked = github.requests.filter(({ kind }) => kind === "api");
    expect(new Set(github.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(asked.map(({ path }) => path)).toHaveLength(6);
  });

  test("masks the secrets of the secrets files in all that it tells", async () => {
    mkdirSync(join(clone, ".assay/local"), { recursive: true });
    writeFileSync(join(clone, ".assay/local/secrets"), "TOKEN=token-of-the-team\n");
    repo.check(head, {
      name: "test",
      conclusion: "failure",
      log: "2026-01-05T10:00:00.1234567Z Error: login with token-of-the-team failed\n",
      title: "used token-of-the-team",
      annotations: [
        { path: "a", start_line: 1, end_line: 1, annotation_level: "failure", message: "token-of-the-team" },
      ],
    });
    for (const args of [["explain"], ["explain", "--log"], ["explain", "--json"]]) {
      const { stdout } = await ci(...args);
      expect(stdout).toContain("***");
      expect(stdout).not.toContain("token-of-the-team");
    }
  });

  test("names the checks that there are where one is asked for that is none, and says that none failed", async () => {
    repo.check(head, { name: "test", conclusion: "success", log: "x" });
    const done = await ci("explain", "--check", "tset");
    expect(done).toMatchObject({ status: 2, stdout: "" });
    expect(done.stderr).toContain("no check is named tset; there are test");
    expect(await ci("explain")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("no check failed: 0 failed, 1 passed"),
    });
  });
});

describe("assay ci wait", () => {
  test("C-030 waits while checks run and shows which, and ends with how they ended", async () => {
    const { id } = repo.check(head, { name: "test", status: "in_progress", job: true });
    github.onRequest = () => {
      if (github.requests.filter(({ path }) => path.includes("/check-runs")).length === 3)
        repo.updateCheck(id, { conclusion: "failure" });
    };
    const done = await ci("wait", "--interval", "1");
    expect(done.stderr).toContain("ci: 1 of 1 check runs: test");
    expect(done.stdout).toContain("✗ failed   test");
    expect(done.status).toBe(1);
  });

  test("says that there is no CI when nothing has reported in time", async () => {
    const host = new URL(github.web).host;
    const settings = `version: 1\nforge:\n  host: "${host}"\n  api: ${github.url}\nci:\n  no_ci_after_seconds: 10\n`;
    writeFileSync(join(clone, ".assay/config.yaml"), settings);
    const done = await ci("wait", "--interval", "1");
    expect(done).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("this repository has no CI for changes"),
      stderr: expect.stringContaining("ci: nothing has reported yet"),
    });
  });
});
