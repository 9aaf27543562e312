import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findTarget } from "../../../knowledge/ci/find-target.ts";
import type { Repository } from "../../../knowledge/ports/repository.ts";
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

interface Clone {
  readonly branch?: string | null;
  readonly commit?: string;
  readonly remotes?: Readonly<Record<string, string>>;
}

function find(address: string | null, { branch = "fix", commit = head, remotes }: Clone = {}) {
  const all = remotes ?? { origin: `${github.web}/octo/app.git` };
  const repository = {
    head: async () => ({ branch, commit }),
    remotes: async () => Object.entries(all).map(([name, url]) => ({ name, urls: [url] })),
  } as Pick<Repository, "head" | "remotes"> as Repository;
  const host = new URL(github.web).host;
  return findTarget({ forge: forgeOf(github), repository }, address, { host });
}

describe("without an address", () => {
  test("it is the open change of the current branch", async () => {
    const number = repo.openPull({ head: "fix", title: "Fix" });
    expect(await find(null)).toMatchObject({
      repository: "octo/app",
      change: { number },
      commit: head,
      branch: "fix",
    });
  });

  test("a clone of a fork asks the repository that it came from first", async () => {
    const fork = github.fork(repo, "ada");
    const commit = fork.pushCommit("mine", { "a.txt": "3\n" });
    const number = repo.openPull({ head: "ada:mine", title: "Mine" });
    const remotes = { origin: fork.cloneUrl, upstream: repo.cloneUrl };
    expect(await find(null, { branch: "mine", commit, remotes })).toMatchObject({
      repository: "octo/app",
      change: { number },
      commit,
    });
  });

  test("a change of another fork with the same branch name is not taken for it", async () => {
    const fork = github.fork(repo, "bob");
    fork.pushCommit("fix", { "a.txt": "4\n" });
    repo.openPull({ head: "bob:fix", title: "Of somebody else" });
    await expect(find(null)).rejects.toMatchObject({ code: "change_missing" });
  });

  test("no change, no branch and no remote of the host are said, with a way out", async () => {
    await expect(find(null)).rejects.toMatchObject({
      code: "change_missing",
      message: "no open change has the branch fix as its head (asked: octo/app)",
    });
    await expect(find(null, { branch: null })).rejects.toMatchObject({ code: "address_unclear" });
    await expect(find(null, { remotes: { origin: "git@elsewhere.org:octo/app.git" } })).rejects.toMatchObject(
      {
        code: "change_missing",
        message: expect.stringContaining("no remote is at 127.0.0.1"),
      },
    );
  });
});

describe("an address", () => {
  test("of a number is of the clone's repository", async () => {
    const number = repo.openPull({ head: "fix", title: "Fix" });
    expect(await find(`#${number}`)).toMatchObject({ repository: "octo/app", change: { number } });
    await expect(find("#1", { remotes: {} })).rejects.toMatchObject({ code: "address_unclear" });
  });

  test("of a job is of its run's commit and change, and only of that job", async () => {
    const number = repo.openPull({ head: "fix", title: "Fix" });
    const { id, workflowRun } = repo.check(head, { name: "test", conclusion: "failure", log: "x" });
    const target = await find(`${github.web}/octo/app/actions/runs/${workflowRun}/attempts/1/job/${id}`);
    expect(target).toMatchObject({
      commit: head,
      change: { number },
      only: { workflowRun, job: id },
      note: expect.stringContaining("last attempt"),
    });
  });

  test("of a run of an earlier push is of that commit and no more of the change", async () => {
    repo.openPull({ head: "fix", title: "Fix" });
    const { workflowRun } = repo.check(head, { name: "test", conclusion: "failure", log: "x" });
    repo.pushCommit("fix", { "a.txt": "3\n" });
    expect(await find(`${github.web}/octo/app/actions/runs/${workflowRun}`)).toMatchObject({
      commit: head,
      change: null,
    });
  });

  test("that is none is refused", async () => {
    await expect(find("the red one")).rejects.toMatchObject({ code: "address_unclear", kind: "usage" });
    await expect(find("octo/app#99")).rejects.toMatchObject({ code: "forge_missing" });
  });
});
