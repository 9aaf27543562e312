import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";

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

describe("commits and contents", () => {
  test("a comparison goes from where the two parted", async () => {
    const { repo, ask } = await begin();
    const start = repo.tip();
    repo.pushCommit("fix", { "b.txt": "1\n" });
    const head = repo.pushCommit("fix", { "b.txt": "2\n" });
    repo.pushCommit("main", { "c.txt": "1\n" });
    const { json } = await ask(`GET ${R}/compare/main...fix`);
    expect(json).toMatchObject({
      status: "diverged",
      ahead_by: 2,
      behind_by: 1,
      merge_base_commit: { sha: start },
    });
    expect(json.commits.at(-1).sha).toBe(head);
    expect(json.files).toMatchObject([{ filename: "b.txt", status: "added" }]);
    expect((await ask(`GET ${R}/compare/fix...fix`)).json.status).toBe("identical");
  });

  test("commits are listed newest first from a branch, and for a path", async () => {
    const { repo, ask } = await begin({ now: "2026-01-05T09:00:00Z" });
    const one = repo.pushCommit("main", { "b.txt": "1\n" });
    const two = repo.pushCommit("main", { "a.txt": "x\n" });
    const shas = async (query: string) =>
      (await ask(`GET ${R}/commits?${query}`)).json.map((commit: { sha: string }) => commit.sha);
    expect((await shas("sha=main")).slice(0, 2)).toEqual([two, one]);
    expect(await shas("path=b.txt")).toEqual([one]);
    expect((await ask(`GET ${R}/commits?sha=none`)).status).toBe(404);
  });

  test("a file comes as base64 in lines, or raw; a folder as a list; what is not there as 404", async () => {
    const long = "0123456789".repeat(20);
    const { repo, ask } = await begin({}, { files: { "a b/c#d.txt": long } });
    const path = "a%20b/c%23d.txt";
    const { json } = await ask(`GET ${R}/contents/${path}?ref=main`);
    expect(json.content.split("\n")[0]).toHaveLength(60);
    expect(Buffer.from(json.content, "base64").toString()).toBe(long);
    const raw = await ask(`GET ${R}/contents/${path}`, undefined, {
      accept: "application/vnd.github.raw+json",
    });
    expect([raw.text, raw.headers.get("content-type")]).toEqual([
      long,
      "application/vnd.github.raw; charset=utf-8",
    ]);
    expect((await ask(`GET ${R}/contents/a%20b?ref=${repo.tip()}`)).json).toMatchObject([
      { type: "file", name: "c#d.txt" },
    ]);
    expect((await ask(`GET ${R}/contents/none`)).status).toBe(404);
    expect((await ask(`GET ${R}/contents/${path}?ref=none`)).status).toBe(404);
  });

  test("a file above a megabyte has no content but in the raw form", async () => {
    const { ask } = await begin({}, { files: { big: "x".repeat(1_100_000) } });
    expect((await ask(`GET ${R}/contents/big`)).json).toMatchObject({
      encoding: "none",
      content: "",
      size: 1_100_000,
    });
    const raw = await ask(`GET ${R}/contents/big`, undefined, { accept: "application/vnd.github.raw" });
    expect(raw.text).toHaveLength(1_100_000);
  });

  test("a tree that is too large says that it was cut", async () => {
    const { ask } = await begin({ treeLimit: 2 });
    const whole = (await ask(`GET ${R}/git/trees/main?recursive=1`)).json;
    expect([whole.truncated, whole.tree.length]).toEqual([true, 2]);
    const top = (await ask(`GET ${R}/git/trees/main`)).json;
    expect([top.truncated, top.tree.length]).toEqual([false, 2]);
    github.state.treeLimit = 3;
    const all = (await ask(`GET ${R}/git/trees/main?recursive=1`)).json;
    expect([all.truncated, all.tree.map((entry: { path: string }) => entry.path)]).toEqual([
      false,
      ["a.txt", "src", "src/x.ts"],
    ]);
  });

  test("branch names with slashes work, encoded or not", async () => {
    const { repo, ask } = await begin();
    const sha = repo.pushCommit("team/fix", { "b.txt": "1\n" });
    for (const name of ["team/fix", "team%2Ffix"]) {
      expect((await ask(`GET ${R}/branches/${name}`)).json.commit.sha).toBe(sha);
      expect((await ask(`GET ${R}/commits/${name}/check-runs`)).json.total_count).toBe(0);
    }
    expect((await ask(`GET ${R}/git/ref/heads/team/fix`)).json.object.sha).toBe(sha);
    expect((await ask(`GET ${R}/branches/none`)).status).toBe(404);
  });
});
