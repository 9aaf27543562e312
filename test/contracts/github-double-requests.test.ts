import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";

let github: Github;
afterEach(() => github?.close());

const R = "/repos/octo/app";
type Repo = ReturnType<Github["repository"]>;

async function begin(options: GithubOptions = {}, repository: Parameters<Github["repository"]>[1] = {}) {
  github = await startGithub(options);
  const repo = github.repository("octo/app", { files: { "a.txt": "1\n" }, ...repository });
  return { repo, ask: asker(github) };
}

describe("refs", () => {
  test("a ref is made at a commit, seen by git, and removed; a pull request of a branch that goes is closed", async () => {
    const { repo, ask } = await begin({}, { git: true });
    const sha = repo.tip();
    expect(await ask(`POST ${R}/git/refs`, { ref: "refs/heads/a/b", sha })).toMatchObject({
      status: 201,
      json: { ref: "refs/heads/a/b", object: { sha, type: "commit" } },
    });
    const git = (...args: string[]) =>
      execFileSync("git", ["--git-dir", repo.directory!, ...args], { encoding: "utf8" });
    expect(git("rev-parse", "a/b").trim()).toBe(sha);
    const head = repo.pushCommit("a/b", { "b.txt": "1" });
    git("pack-refs", "--all");
    const number = repo.openPull({ head: "a/b" });
    expect(await ask(`DELETE ${R}/git/refs/heads/a/b`)).toMatchObject({ status: 204, text: "" });
    expect(git("branch", "--list").trim()).toBe("* main");
    expect((await ask(`GET ${R}/pulls/${number}`)).json).toMatchObject({
      state: "closed",
      head: { sha: head },
    });
  });

  test("a branch that goes closes what would go into it, and takes it along where it is renamed", async () => {
    const { repo, ask } = await begin();
    repo.branch("next", repo.tip());
    for (const head of ["a", "b"]) repo.pushCommit(head, { [head]: "1" });
    repo.openPull({ head: "a" });
    repo.openPull({ head: "b", base: "next" });
    repo.renameBranch("main", "trunk");
    expect(repo.state.defaultBranch).toBe("trunk");
    expect((await ask(`GET ${R}/git/ref/heads/main`)).status).toBe(404);
    expect((await ask(`DELETE ${R}/git/refs/heads/next`)).status).toBe(204);
    const ends = async (number: number) => {
      const { state, base } = (await ask(`GET ${R}/pulls/${number}`)).json;
      return [state, base.ref];
    };
    expect([await ends(1), await ends(2)]).toEqual([
      ["open", "trunk"],
      ["closed", "next"],
    ]);
    repo.renameBranch("a", "c");
    expect(await ends(1)).toEqual(["closed", "trunk"]);
  });

  test.each([
    ["POST", "git/refs", { ref: "refs/heads/main", sha: "tip" }, "Reference already exists"],
    ["POST", "git/refs", { ref: "refs/heads/x", sha: "0".repeat(40) }, "Object does not exist"],
    ["POST", "git/refs", { ref: "refs/heads/x..y", sha: "tip" }, "Reference name is not valid"],
    ["POST", "git/refs", { ref: "main", sha: "tip" }, "Reference name is not valid"],
    ["DELETE", "git/refs/heads/none", undefined, "Reference does not exist"],
    ["DELETE", "git/refs/heads/main", undefined, "Cannot delete the default branch"],
  ])("%s %s with %j is 422", async (method, path, body, message) => {
    const { repo, ask } = await begin();
    const sent =
      body === undefined ? undefined : { ...body, sha: body.sha === "tip" ? repo.tip() : body.sha };
    expect(await ask(`${method} ${R}/${path}`, sent)).toMatchObject({ status: 422, json: { message } });
  });
});

describe("pull requests that are written", () => {
  const NEW = { title: "Fix", head: "fix", base: "main", body: "Why" };

  test("one is opened by the token's owner, edited, closed and opened again", async () => {
    const { repo, ask } = await begin();
    const sha = repo.pushCommit("fix", { "a.txt": "2\n" });
    const { status, json } = await ask(`POST ${R}/pulls`, NEW);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      number: 1,
      state: "open",
      user: { login: "assay[bot]" },
      head: { sha },
      commits: 1,
    });
    expect((await ask(`PATCH ${R}/pulls/1`, { body: "Better" })).json).toMatchObject({
      title: "Fix",
      body: "Better",
    });
    expect((await ask(`PATCH ${R}/pulls/1`, { state: "closed" })).json).toMatchObject({
      state: "closed",
      merged: false,
    });
    expect((await ask(`PATCH ${R}/pulls/1`, { state: "open" })).json).toMatchObject({ state: "open" });
  });

  test.each([
    ["a head that is not there", { head: "none" }, "head"],
    ["a base that is not there", { base: "none" }, "base"],
    ["an empty title", { title: " " }, "title"],
    ["no commit between the two", { head: "same" }, "No commits between main and same"],
  ])("%s is 422", async (_, change, words) => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", { "a.txt": "2\n" });
    repo.branch("same", repo.tip());
    const { status, json } = await ask(`POST ${R}/pulls`, { ...NEW, ...change });
    expect(status).toBe(422);
    expect(JSON.stringify(json.errors)).toContain(words);
    expect((await ask(`POST ${R}/pulls`, NEW)).json.number).toBe(1);
  });

  test("a second one of the same two branches is 422 until the first is closed", async () => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", { "a.txt": "2\n" });
    await ask(`POST ${R}/pulls`, NEW);
    const { status, json } = await ask(`POST ${R}/pulls`, NEW);
    expect([status, json.errors[0].message]).toEqual([422, "A pull request already exists for octo:fix."]);
    await ask(`PATCH ${R}/pulls/1`, { state: "closed" });
    expect((await ask(`POST ${R}/pulls`, NEW)).status).toBe(201);
  });

  test("one that was closed is not opened again while another of the same two branches is open", async () => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", { "a.txt": "2\n" });
    await ask(`POST ${R}/pulls`, NEW);
    await ask(`PATCH ${R}/pulls/1`, { state: "closed" });
    expect((await ask(`POST ${R}/pulls`, NEW)).json.number).toBe(2);
    const message = "state cannot be changed. There is already an open pull request from fix to main.";
    for (const what of ["pulls", "issues"])
      expect(await ask(`PATCH ${R}/${what}/1`, { state: "open" })).toMatchObject({
        status: 422,
        json: { errors: [{ field: "state", message }] },
      });
    expect(() => repo.reopenIssue(1)).toThrow(message);
    expect(repo.issue(1).state).toBe("closed");
    await ask(`PATCH ${R}/pulls/2`, { state: "closed" });
    expect((await ask(`PATCH ${R}/pulls/1`, { state: "open" })).status).toBe(200);
  });

  test.each([
    ["its branch is gone", "fix branch has been deleted", (repo: Repo) => repo.deleteBranch("fix")],
    ["its base is gone", "main branch has been deleted", (repo: Repo) => repo.deleteBranch("main")],
    [
      "its branch was made anew",
      "fix branch was force-pushed or recreated",
      (repo: Repo) => {
        repo.deleteBranch("fix");
        repo.pushCommit("fix", { "a.txt": "3\n" });
      },
    ],
  ])("one that was closed is not opened again where %s", async (_, words, happens) => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", { "a.txt": "2\n" });
    await ask(`POST ${R}/pulls`, NEW);
    repo.closeIssue(1);
    repo.pushCommit("fix", { "a.txt": "2, more\n" });
    expect(repo.mayReopen(1)).toBe(true);
    happens(repo);
    expect(repo.mayReopen(1)).toBe(false);
    const { status, json } = await ask(`PATCH ${R}/pulls/1`, { state: "open" });
    expect([status, json.errors[0].message]).toEqual([422, `state cannot be changed. The ${words}.`]);
  });

  test("it is merged at its head; another head is 409, one that cannot be merged 405, and no permission 403", async () => {
    const { repo, ask } = await begin();
    const old = repo.tip();
    const sha = repo.pushCommit("fix", { "a.txt": "2\n" });
    await ask(`POST ${R}/pulls`, NEW);
    expect(await ask(`PUT ${R}/pulls/1/merge`, { sha: old })).toMatchObject({
      status: 409,
      json: { message: "Head branch was modified. Review and try the merge again." },
    });
    const reader = asker(github, github.token({ permissions: { pull_requests: "write" } }));
    expect(await reader(`PUT ${R}/pulls/1/merge`, { sha })).toMatchObject({ status: 403 });
    const merged = await ask(`PUT ${R}/pulls/1/merge`, { sha, merge_method: "squash" });
    expect(merged).toMatchObject({ status: 200, json: { merged: true, sha: repo.tip() } });
    expect(await ask(`PUT ${R}/pulls/1/merge`, { sha })).toMatchObject({ status: 405 });
    expect(await ask(`PATCH ${R}/pulls/1`, { state: "open" })).toMatchObject({ status: 422 });
  });
});

describe("runs that are looked back at", () => {
  test("runs are found by when they were begun; a search shows a thousand and tells how many there are", async () => {
    const { repo, ask } = await begin();
    for (let index = 0; index < 1_050; index += 1)
      repo.startRun(repo.tip(), { at: Date.parse("2026-01-05T00:00:00Z") + index * 1_000, again: true });
    const runs = async (filter: string) => (await ask(`GET ${R}/actions/runs?per_page=100&${filter}`)).json;
    const total = async (filter: string) => (await runs(filter)).total_count;
    expect(await total("branch=main")).toBe(1_050);
    expect((await runs("branch=main&page=11")).workflow_runs).toEqual([]);
    expect((await runs("page=11")).workflow_runs).toHaveLength(50);
    expect(await total("created=2026-01-05T00:00:00Z..2026-01-05T00:00:09Z")).toBe(10);
    expect(await total("created=>2026-01-05T00:17:00Z")).toBe(29);
    expect(await total("created=2026-01-05")).toBe(1_050);
    expect(await total("created=<2026-01-05")).toBe(0);
    expect((await runs("branch=main")).workflow_runs[0].created_at).toBe("2026-01-05T00:17:29Z");
  });

  test("each attempt has its run and its jobs; one that never was is 404", async () => {
    const { repo, ask } = await begin();
    const { id, workflowRun } = repo.check(repo.tip(), { name: "test", job: true, conclusion: "failure" });
    repo.rerun(workflowRun!);
    const again = repo.check(repo.tip(), { name: "test", job: true, conclusion: "success" });
    const way = `GET ${R}/actions/runs/${workflowRun}/attempts`;
    expect((await ask(`${way}/1`)).json).toMatchObject({ run_attempt: 1, conclusion: "failure" });
    expect((await ask(`${way}/2`)).json).toMatchObject({ run_attempt: 2, conclusion: "success" });
    expect((await ask(`${way}/1/jobs`)).json.jobs).toMatchObject([{ id, run_attempt: 1 }]);
    expect((await ask(`${way}/2/jobs`)).json.jobs).toMatchObject([{ id: again.id, run_attempt: 2 }]);
    expect((await ask(`${way}/3/jobs`)).status).toBe(404);
  });

  test("a file is listed with its size and expires; its zip lies elsewhere for a minute", async () => {
    const { repo, ask } = await begin({ now: "2026-01-05T09:00:00Z" });
    const run = repo.startRun(repo.tip());
    const id = repo.artifact(run, { name: "evidence", zip: Buffer.from("PK"), keptFor: 120_000 });
    expect((await ask(`GET ${R}/actions/runs/${run}/artifacts`)).json).toMatchObject({
      total_count: 1,
      artifacts: [{ id, name: "evidence", size_in_bytes: 2, expired: false, workflow_run: { id: run } }],
    });
    const zip = `GET ${R}/actions/artifacts/${id}/zip`;
    const moved = await ask(zip);
    expect(moved.status).toBe(302);
    const link = moved.headers.get("location")!;
    expect(new URL(link).origin).not.toBe(github.web);
    expect((await ask(`GET ${link}`)).status).toBe(401);
    expect(await asker(github, null)(`GET ${link}`)).toMatchObject({ status: 200, text: "PK" });
    github.clock.advance(60_000);
    expect((await asker(github, null)(`GET ${link}`)).status).toBe(403);
    github.clock.advance(60_000);
    expect((await ask(zip)).status).toBe(410);
    expect((await ask(`GET ${R}/actions/artifacts/${id}`)).json).toMatchObject({ expired: true });
    expect((await asker(github, null)(zip)).status).toBe(403);
  });
});
