import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CaseGiven, RunnerPorts } from "../../../knowledge/execute/runner.ts";
import { ciRun } from "../../../knowledge/execute/runners/ci-run.ts";
import { commandCi } from "../../../knowledge/plan/methods/command-ci.ts";
import type { Repository } from "../../../knowledge/ports/repository.ts";
import { type Github, startGithub } from "../../support/github/github.ts";
import type { GithubRepository } from "../../support/github/repository-controls.ts";
import { forgeOf } from "../../support/github-forge.ts";

const WORKFLOW = { name: "E2E", path: ".github/workflows/e2e.yml" } as const;

let github: Github;
let repo: GithubRepository;
let sha: string;
beforeEach(async () => {
  github = await startGithub();
  repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  sha = repo.pushCommit("fix", { "a.txt": "2\n" });
});
afterEach(() => github.close());

async function prepare(given: { readonly sha?: string | null; readonly remote?: string } = {}) {
  const { host } = new URL(github.web);
  const url = given.remote ?? `${github.web}/octo/app.git`;
  const repository = {
    remotes: async () => [{ name: "origin", urls: [url] }],
  } as Pick<Repository, "remotes"> as Repository;
  const ports = {
    forge: forgeOf(github),
    repository,
    configFile: {
      read: async () => ({ text: `version: 1\nforge:\n  host: ${host}\n`, path: "config.yaml" }),
    },
  };
  return ciRun.prepare(ports as unknown as RunnerPorts, {
    row: { id: "SHOP-1/req-7k3f9x2m0a" } as CaseGiven["row"],
    method: commandCi,
    config: { ci_workflow: "e2e.yml", timeout_seconds: 60 },
    baseUrl: null,
    sha: given.sha === undefined ? sha : given.sha,
  });
}

async function verdict(conclusion: string) {
  repo.check(sha, { name: "test", status: "completed", conclusion, job: true, workflow: WORKFLOW });
  const prepared = await prepare();
  if (prepared.kind !== "ready") return prepared.kind;
  const { verdict: word, reason, values } = await prepared.carryOut();
  expect(values).toMatchObject({ sha, conclusion, workflow: WORKFLOW.path });
  return [word, reason];
}

describe("what CI said of the exact commit", () => {
  test.each([
    ["success", ["pass", null]],
    ["failure", ["fail", "test_failure"]],
    ["cancelled", ["error", "infrastructure_transient: cancelled"]],
    ["timed_out", ["error", "infrastructure_transient: timed_out"]],
  ])("%s", async (conclusion, said) => {
    expect(await verdict(conclusion)).toEqual(said);
  });

  test("what has not run, or still runs, is waited for, and nothing is started", async () => {
    expect(await prepare()).toMatchObject({ kind: "waiting" });
    repo.check(sha, { name: "test", status: "in_progress", job: true, workflow: WORKFLOW });
    expect(await prepare()).toMatchObject({ kind: "waiting", why: expect.stringContaining("has not ended") });
    expect(github.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("another workflow and another commit say nothing", async () => {
    const other = { name: "Lint", path: ".github/workflows/lint.yml" };
    repo.check(sha, { name: "lint", status: "completed", conclusion: "success", job: true, workflow: other });
    const later = repo.pushCommit("fix", { "a.txt": "3\n" });
    repo.check(later, {
      name: "test",
      status: "completed",
      conclusion: "success",
      job: true,
      workflow: WORKFLOW,
    });
    expect(await prepare()).toMatchObject({ kind: "waiting" });
  });

  test("without a commit, or a remote where CI runs, it is blocked", async () => {
    expect(await prepare({ sha: null })).toMatchObject({ kind: "blocked" });
    expect(await prepare({ remote: "https://elsewhere.example.org/octo/app.git" })).toMatchObject({
      kind: "blocked",
    });
  });
});
