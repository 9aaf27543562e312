import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";
import { documentedRoute } from "../support/github/http/documented-routes.ts";
import { routes } from "../support/github/routes/index.ts";

let github: Github;
afterEach(() => github?.close());

const R = "/repos/octo/app";

async function begin(options: GithubOptions = {}, repository: Parameters<Github["repository"]>[1] = {}) {
  github = await startGithub(options);
  const repo = github.repository("octo/app", {
    files: { "a.txt": "1\n2\n3\n", "src/x.ts": "let a;\n" },
    ...repository,
  });
  return { repo, ask: asker(github) };
}

describe("routes", () => {
  test("every route of the double is one that GitHub documents", async () => {
    const wrong = routes.filter(({ method, path }) => {
      const filled = path.replaceAll(/\{(\w+)\+?\}/g, "x");
      return documentedRoute(method, filled) === null && path !== "/repos/{owner}/{repo}/contents";
    });
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test("a documented route that the double does not serve answers 501 with its name, another one 404", async () => {
    const { ask } = await begin();
    expect(await ask(`GET ${R}/hooks`)).toMatchObject({
      status: 501,
      json: { message: "The double does not serve GET /repos/{owner}/{repo}/hooks" },
    });
    expect(await ask(`GET ${R}/nothing-of-the-kind`)).toMatchObject({ status: 404 });
    expect(await ask(`GET ${R}/issues/`)).toMatchObject({ status: 404 });
  });

  test("answers carry a request id, a media type and JSON's content type", async () => {
    const { ask } = await begin();
    const { headers } = await ask(`GET ${R}`);
    expect(headers.get("x-github-request-id")).toMatch(/^[0-9A-F]{24}$/);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("x-github-media-type")).toContain("github.v3");
  });

  test("JSON that cannot be read and a body that is no object are 400", async () => {
    const { ask } = await begin();
    expect(await ask(`POST ${R}/issues`, "{")).toMatchObject({
      status: 400,
      json: { message: "Problems parsing JSON" },
    });
    expect(await ask(`POST ${R}/issues`, "7")).toMatchObject({ status: 400 });
  });

  test("an API version that does not exist is 400", async () => {
    const { ask } = await begin();
    expect(await ask(`GET ${R}`, undefined, { "x-github-api-version": "1999-01-01" })).toMatchObject({
      status: 400,
    });
  });

  test("a repository that was renamed answers with a redirect to its id, which answers", async () => {
    const { ask } = await begin();
    github.rename("octo/app", "octo/new");
    const moved = await ask(`GET ${R}/branches`);
    expect(moved.status).toBe(301);
    expect(await ask(`GET ${moved.headers.get("location")}`)).toMatchObject({
      status: 200,
      json: [{ name: "main" }],
    });
  });
});

describe("pull requests", () => {
  test("a pull request follows its branches until it is merged", async () => {
    const { repo, ask } = await begin();
    const first = repo.pushCommit("fix", { "a.txt": "1\n2\n4\n" });
    const number = repo.openPull({ head: "fix", title: "Fix", draft: true, labels: ["bug"] });
    const base = repo.tip();
    expect((await ask(`GET ${R}/pulls/${number}`)).json).toMatchObject({
      state: "open",
      draft: true,
      merged: false,
      mergeable: true,
      head: { sha: first, ref: "fix", label: "octo:fix", repo: { full_name: "octo/app" } },
      base: { sha: base, ref: "main" },
      labels: [{ name: "bug" }],
      commits: 1,
      changed_files: 1,
    });
    const second = repo.pushCommit("fix", { "b.txt": "new\n" });
    const merge = repo.mergePull(number);
    repo.pushCommit("fix", { "c.txt": "late\n" });
    repo.pushCommit("main", { "d.txt": "later\n" });
    expect((await ask(`GET ${R}/pulls/${number}`)).json).toMatchObject({
      state: "closed",
      merged: true,
      merge_commit_sha: merge,
      head: { sha: second },
      base: { sha: base },
    });
    expect(repo.file("b.txt")).toBe("new\n");
  });

  test("a rebase puts each commit anew on top of the base, and the last one counts as the merge", async () => {
    const { repo, ask } = await begin();
    const first = repo.pushCommit("fix", { "b.txt": "1\n" }, { message: "First", author: "guest" });
    repo.pushCommit("fix", { "b.txt": "2\n" }, { message: "Second" });
    const number = repo.openPull({ head: "fix" });
    repo.pushCommit("main", { "c.txt": "1\n" }, { message: "Meanwhile" });
    const merge = repo.mergePull(number, { method: "rebase" });
    const { json } = await ask(`GET ${R}/commits`);
    const messages = json.map((one: { commit: { message: string } }) => one.commit.message);
    expect([json[0].sha, messages]).toEqual([merge, ["Second", "First", "Meanwhile", "Begin"]]);
    expect(json[1]).toMatchObject({ commit: { author: { name: "guest" }, committer: { name: "builder" } } });
    expect(json[1].sha).not.toBe(first);
    expect((await ask(`GET ${R}/commits/${merge}/pulls`)).json).toMatchObject([
      { number, merged_at: expect.any(String) },
    ]);
  });

  test("an open pull request's merge commit is a test merge, made when it is asked for alone", async () => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", { "a.txt": "1\n2\n4\n" });
    const number = repo.openPull({ head: "fix" });
    expect((await ask(`GET ${R}/pulls`)).json[0].merge_commit_sha).toBeNull();
    const { json } = await ask(`GET ${R}/pulls/${number}`);
    const tried = (await ask(`GET ${R}/git/commits/${json.merge_commit_sha}`)).json;
    expect(tried.parents.map((parent: { sha: string }) => parent.sha)).toEqual([repo.tip(), repo.tip("fix")]);
    expect(repo.tip()).not.toBe(json.merge_commit_sha);
  });

  test("two ends that changed one file are not mergeable", async () => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", { "a.txt": "theirs\n" });
    repo.pushCommit("main", { "a.txt": "ours\n" });
    const number = repo.openPull({ head: "fix" });
    expect((await ask(`GET ${R}/pulls/${number}`)).json).toMatchObject({
      mergeable: false,
      mergeable_state: "dirty",
    });
    expect(() => repo.mergePull(number)).toThrow("conflicts");
  });

  test("the base's hash can lag behind its branch", async () => {
    const { repo, ask } = await begin({ baseShaLags: true });
    repo.pushCommit("fix", { "b.txt": "1\n" });
    const number = repo.openPull({ head: "fix" });
    const then = repo.tip();
    repo.pushCommit("main", { "c.txt": "1\n" });
    expect((await ask(`GET ${R}/pulls/${number}`)).json.base.sha).toBe(then);
    repo.pushCommit("fix", { "b.txt": "2\n" });
    expect((await ask(`GET ${R}/pulls/${number}`)).json.base.sha).toBe(repo.tip());
  });

  test("a fork's head names the fork, and null once it is gone", async () => {
    const { repo, ask } = await begin();
    const fork = github.fork(repo, "guest");
    const sha = fork.pushCommit("fix", { "b.txt": "1\n" });
    const number = repo.openPull({ head: "guest:fix" });
    expect((await ask(`GET ${R}/pulls/${number}`)).json.head).toMatchObject({
      sha,
      label: "guest:fix",
      repo: { full_name: "guest/app" },
    });
    expect((await ask(`GET ${R}/commits/${sha}`)).json.files).toMatchObject([{ filename: "b.txt" }]);
    github.removeRepository("guest/app");
    expect((await ask(`GET ${R}/pulls/${number}`)).json.head).toMatchObject({ sha, repo: null });
  });

  test("a list by head needs the owner; without it the filter is none", async () => {
    const { repo, ask } = await begin();
    for (const name of ["one", "two"]) {
      repo.pushCommit(name, { [name]: "1\n" });
      repo.openPull({ head: name });
    }
    expect(
      (await ask(`GET ${R}/pulls?head=octo:one`)).json.map((one: { number: number }) => one.number),
    ).toEqual([1]);
    expect((await ask(`GET ${R}/pulls?head=one`)).json.map((one: { number: number }) => one.number)).toEqual([
      2, 1,
    ]);
  });

  test("files come with their patch, a renaming with its old path, a binary one without a patch", async () => {
    const { repo, ask } = await begin();
    repo.pushCommit("fix", {
      "a.txt": "1\n2\n4",
      "src/x.ts": null,
      "src/y.ts": "let a;\n",
      "bin.dat": new Uint8Array([0, 1, 2]),
    });
    const number = repo.openPull({ head: "fix" });
    const { json } = await ask(`GET ${R}/pulls/${number}/files`);
    expect(json[0]).toMatchObject({ filename: "a.txt", status: "modified", additions: 1, deletions: 1 });
    expect(json[0].patch).toBe("@@ -1,3 +1,3 @@\n 1\n 2\n-3\n+4\n\\ No newline at end of file");
    expect(json[1]).toMatchObject({ filename: "bin.dat", status: "added" });
    expect(json[1].patch).toBeUndefined();
    expect(json[2]).toMatchObject({
      filename: "src/y.ts",
      status: "renamed",
      previous_filename: "src/x.ts",
      changes: 0,
    });
  });

  test("a commit tells the pull request that merged it, or the open ones that bring it", async () => {
    const { repo, ask } = await begin();
    const head = repo.pushCommit("fix", { "b.txt": "1\n" });
    const number = repo.openPull({ head: "fix" });
    expect((await ask(`GET ${R}/commits/${head}/pulls`)).json).toMatchObject([{ number, state: "open" }]);
    const merge = repo.mergePull(number, { method: "squash" });
    expect((await ask(`GET ${R}/commits/${merge}/pulls`)).json).toMatchObject([
      { number, merge_commit_sha: merge },
    ]);
    expect((await ask(`GET ${R}/commits/${"0".repeat(40)}/pulls`)).status).toBe(422);
  });
});
