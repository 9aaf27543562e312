import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, startGithub } from "../support/github/github.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let github: Github;
afterEach(() => github?.close());

const R = "/repos/octo/app";
const run = promisify(execFile);

const environment = {
  PATH: process.env.PATH,
  GIT_TERMINAL_PROMPT: "0",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "builder",
  GIT_AUTHOR_EMAIL: "builder@example.com",
  GIT_COMMITTER_NAME: "builder",
  GIT_COMMITTER_EMAIL: "builder@example.com",
};

async function git(cwd: string, ...words: string[]): Promise<string> {
  return (await run("git", words, { cwd, env: environment })).stdout.trim();
}

async function begin(isPrivate = true) {
  github = await startGithub();
  const repo = github.repository("octo/app", {
    files: { "a.txt": "1\n", "src/x.ts": "let a;\n" },
    git: true,
    private: isPrivate,
  });
  const address = (token: string, clone = repo.cloneUrl) => clone.replace("//", `//x-access-token:${token}@`);
  return { repo, ask: asker(github), address, folder: temporaryFolder() };
}

describe("git over HTTP", () => {
  test("git reads what the controls committed, and finds nothing wrong with it", async () => {
    const { repo, address, folder } = await begin();
    repo.pushCommit("fix", { "a.txt": "2\n", "src/x.ts": null, "deep/er/y.ts": "y\n" });
    await git(folder, "clone", "--quiet", "--branch=fix", address(github.token()), "clone");
    const clone = join(folder, "clone");
    expect(await git(clone, "rev-parse", "HEAD")).toBe(repo.tip("fix"));
    expect(await git(clone, "ls-files")).toBe("a.txt\ndeep/er/y.ts");
    expect(await git(repo.directory!, "fsck", "--strict", "--no-dangling")).toBe("");
  });

  test("a push moves the pull request's head, and its files are what git says", async () => {
    const { repo, ask, address, folder } = await begin();
    repo.pushCommit("fix", { "b.txt": "1\n" });
    const number = repo.openPull({ head: "fix" });
    await git(folder, "clone", "--quiet", "--branch=fix", address(github.token()), "clone");
    const clone = join(folder, "clone");
    writeFileSync(join(clone, "a.txt"), "1\nfrom git\n");
    await git(clone, "commit", "--quiet", "--all", "--message=Second");
    await git(clone, "push", "--quiet", "origin", "HEAD:fix");
    const head = await git(clone, "rev-parse", "HEAD");
    expect((await ask(`GET ${R}/pulls/${number}`)).json).toMatchObject({ head: { sha: head }, commits: 2 });
    const { json } = await ask(`GET ${R}/pulls/${number}/files`);
    const patch = await git(clone, "diff", "origin/main...HEAD", "--", "a.txt");
    expect(patch).toContain(json[0].patch);
    expect(repo.file("a.txt", "fix")).toBe("1\nfrom git\n");
    expect((await ask(`GET ${R}/commits/${head}`)).json.commit).toMatchObject({
      message: "Second\n",
      author: { name: "builder" },
    });
  });

  test("a pull request's head and test merge are fetched by their hidden refs", async () => {
    const { repo, ask, address, folder } = await begin();
    const head = repo.pushCommit("fix", { "b.txt": "1\n" });
    const number = repo.openPull({ head: "fix" });
    const merge = (await ask(`GET ${R}/pulls/${number}`)).json.merge_commit_sha;
    const refs = await git(folder, "ls-remote", address(github.token()), `refs/pull/${number}/*`);
    expect(refs.split("\n").map((line) => line.split("\t")[0])).toEqual([head, merge]);
  });

  test("a push needs a token that may write contents", async () => {
    const { address, folder, repo } = await begin(false);
    await git(folder, "clone", "--quiet", repo.cloneUrl, "clone");
    const clone = join(folder, "clone");
    await git(clone, "commit", "--quiet", "--allow-empty", "--message=x");
    const before = repo.tip();
    await expect(git(clone, "push", repo.cloneUrl, "HEAD:main")).rejects.toThrow(
      /could not read Username|Authentication/,
    );
    const reader = github.token({ permissions: { contents: "read" } });
    await expect(git(clone, "push", address(reader), "HEAD:main")).rejects.toThrow(/403/);
    await expect(git(clone, "push", address("ghs_none"), "HEAD:main")).rejects.toThrow(
      /Authentication failed/,
    );
    expect(repo.tip()).toBe(before);
  });

  test("a private repository is not there for whoever may not see it", async () => {
    const { address, folder, repo } = await begin();
    await expect(git(folder, "ls-remote", repo.cloneUrl)).rejects.toThrow(/could not read Username/);
    const other = github.token({ repositories: ["octo/other"] });
    await expect(git(folder, "ls-remote", address(other))).rejects.toThrow(/not found/i);
  });

  test("a fork is pushed to, and its commits are seen from its parent", async () => {
    const { repo, ask, address, folder } = await begin();
    const fork = github.fork(repo, "guest");
    await git(folder, "clone", "--quiet", address(github.token(), fork.cloneUrl), "clone");
    const clone = join(folder, "clone");
    writeFileSync(join(clone, "b.txt"), "guest\n");
    await git(clone, "add", ".");
    await git(clone, "commit", "--quiet", "--message=Guest");
    await git(clone, "push", "--quiet", "origin", "HEAD:idea");
    const number = repo.openPull({ head: "guest:idea" });
    const head = await git(clone, "rev-parse", "HEAD");
    expect((await ask(`GET ${R}/pulls/${number}`)).json.head).toMatchObject({
      sha: head,
      label: "guest:idea",
    });
    await git(clone, "fetch", "--quiet", address(github.token()), `refs/pull/${number}/head`);
    expect(repo.mergePull(number)).toBe(repo.tip());
    expect((await ask(`GET ${R}/contents/b.txt`)).status).toBe(200);
  });

  test("a repository can begin as a copy of another, packed ones too", async () => {
    const { repo, folder } = await begin();
    await git(repo.directory!, "gc", "--quiet");
    const copy = github.repository("octo/copy", { git: { from: repo.directory! } });
    expect(copy.tip()).toBe(repo.tip());
    expect((await asker(github)("GET /repos/octo/copy/contents/a.txt")).status).toBe(200);
    await git(folder, "clone", "--quiet", copy.cloneUrl, "clone");
    expect(readFileSync(join(folder, "clone", "src", "x.ts"), "utf8")).toBe("let a;\n");
  });

  test("closing removes what it made", async () => {
    const { repo } = await begin();
    expect(existsSync(repo.directory!)).toBe(true);
    await github.close();
    expect(existsSync(repo.directory!)).toBe(false);
    github = await startGithub();
  });
});
