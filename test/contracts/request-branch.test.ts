import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { githubChangeRequests } from "../../knowledge/adapters/github/change-requests.ts";
import { githubClients } from "../../knowledge/adapters/github/github-clients.ts";
import type { GithubOptions } from "../../knowledge/adapters/github/github-options.ts";
import { githubRequestBranch } from "../../knowledge/adapters/github/request-branch.ts";
import { isomorphicRequestBranch } from "../../knowledge/adapters/isomorphic/request-branch.ts";
import { type GithubOptions as DoubleOptions, type Github, startGithub } from "../support/github/github.ts";
import { requestBranchContract } from "./request-branch.contract.ts";

const BRANCH = "assay/knowledge/1a2b3c";

const open: Github[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((github) => github.close()));
});

async function start(options: DoubleOptions = {}) {
  const github = await startGithub(options);
  open.push(github);
  return github;
}

function optionsOf(github: Github, more: Partial<GithubOptions> = {}): GithubOptions {
  return {
    host: "github.com",
    api: github.url,
    auth: { kind: "token", token: github.token() },
    userAgent: "assay/test",
    log: () => {},
    waits: { second: 10, betweenWrites: 0, silence: 20_000 },
    ...more,
  };
}

requestBranchContract({
  name: "GitHub",
  async stage(files) {
    const github = await start();
    const repo = github.repository("octo/app", { files, git: true });
    return {
      branches: githubRequestBranch(optionsOf(github)),
      name: "octo/app",
      directory: repo.directory!,
      repo,
      requests: () => github.requests.length,
      makeDefault: (branch) => {
        repo.state.defaultBranch = branch;
      },
    };
  },
});

requestBranchContract({
  name: "git over HTTP",
  async stage(files) {
    const github = await start();
    const repo = github.repository("octo/app", { files, git: true, private: true });
    return {
      branches: overHttp(github),
      name: "octo/app",
      directory: repo.directory!,
      repo,
      requests: () => github.requests.length,
      makeDefault: (branch) => writeFileSync(join(repo.directory!, "HEAD"), `ref: refs/heads/${branch}\n`),
    };
  },
});

function overHttp(github: Github, token = github.token()) {
  return isomorphicRequestBranch({
    url: (repository) => `${github.web}/${repository}.git`,
    auth: async () => ({ username: "x-access-token", password: token }),
    identity: { name: "Assay", email: "assay@example.com" },
    key: "a key of the test",
    clock: { now: () => Date.now() },
  });
}

describe("request branches by git over HTTP", () => {
  const commit = {
    branch: BRANCH,
    head: null,
    title: "Learn",
    body: "",
    files: [{ path: "a.md", text: "1" }],
  };

  test("a repository of too many files or bytes is refused, one just below is not", async () => {
    const github = await start();
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index % 50}/${index}.md`, ""]));
    const small = github.repository("octo/small", { files: many(5_000), git: true });
    const files = github.repository("octo/files", { files: many(5_001), git: true });
    const noise = randomBytes(21 * 1_024 * 1_024);
    const bytes = github.repository("octo/bytes", { files: { "a.bin": noise }, git: true });
    const branches = overHttp(github);
    expect(await branches.folders("octo/small", small.tip(), ["d7"])).toHaveLength(100);
    const refused = { code: "remote_too_large" };
    await expect(branches.folders("octo/files", files.tip(), ["d7"])).rejects.toMatchObject(refused);
    await expect(branches.folders("octo/bytes", bytes.tip(), [""])).rejects.toMatchObject(refused);
    await expect(branches.commit("octo/bytes", { ...commit, base: bytes.tip() })).rejects.toMatchObject(
      refused,
    );
  }, 90_000);

  test("a token that may not push is denied; an address that is no https one is not asked", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" }, git: true });
    const reader = overHttp(github, github.token({ permissions: { contents: "read" } }));
    await expect(reader.commit("octo/app", { ...commit, base: repo.tip() })).rejects.toMatchObject({
      code: "forge_denied",
    });
    const plain = isomorphicRequestBranch({
      url: () => "http://git.example.com/octo/app.git",
      identity: { name: "Assay", email: "assay@example.com" },
      key: "k",
      clock: { now: () => 0 },
    });
    await expect(plain.tips("octo/app", BRANCH)).rejects.toMatchObject({ code: "forge_refused" });
  });

  test("a push whose connection breaks is an error that says that it may have been done", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" }, git: true });
    const branches = overHttp(github);
    const base = repo.tip();
    const made = await branches.commit("octo/app", { ...commit, base });
    expect(made.kind).toBe("committed");
    expect((await branches.commits("octo/app", BRANCH)).map(({ own }) => own)).toEqual([true]);
    github.fail({ match: "GET /octo/app.git/info/refs", how: "reset", times: 2 });
    expect((await branches.tips("octo/app", BRANCH)).branch).toBe(repo.tip(BRANCH));
    github.fail({ match: "POST /octo/app.git/git-receive-pack", how: "reset" });
    const error = await branches
      .commit("octo/app", { ...commit, branch: "assay/other", base })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "forge_unavailable" });
    expect(Reflect.get(error as object, "hint")).toContain("may have been done");
  });

  test("a branch that moves between the look and the push is stale", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" }, git: true });
    const base = repo.tip();
    let moved = "";
    github.onRequest = ({ path }) => {
      if (path.includes("service=git-receive-pack")) moved = repo.pushCommit(BRANCH, { "b.md": "1" });
    };
    expect(await overHttp(github).commit("octo/app", { ...commit, base })).toEqual({ kind: "stale" });
    expect(repo.tip(BRANCH)).toBe(moved);
  });

  test("the mark of a commit is not carried over to another one", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" }, git: true });
    const branches = overHttp(github);
    await branches.commit("octo/app", { ...commit, base: repo.tip() });
    const log = execFileSync("git", ["--git-dir", repo.directory!, "log", "-1", "--format=%B", BRANCH]);
    repo.pushCommit(BRANCH, { "b.md": "1" }, { message: log.toString(), author: "Assay" });
    expect((await branches.commits("octo/app", BRANCH)).map(({ own }) => own)).toEqual([false, true]);
  });
});

describe("request branches on GitHub", () => {
  const commit = {
    branch: BRANCH,
    head: null,
    title: "Learn",
    body: "",
    files: [{ path: "a.md", text: "1" }],
  };

  test("texts that are known are not asked for, and a query that is too much is asked in halves", async () => {
    const github = await start({ resourceLimit: 60 });
    const files = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`k/${index % 30}/${index}.md`, `${index}\n`]),
    );
    const repo = github.repository("octo/app", { files });
    const branches = githubRequestBranch(optionsOf(github));
    const folders = Array.from({ length: 30 }, (_, index) => `k/${index}`);
    const texts = async () =>
      (await branches.folders("octo/app", repo.tip(), folders)).map(({ path, text }) => `${path} ${text}`);
    const first = await texts();
    expect(first).toHaveLength(90);
    expect(first).toContain("k/29/89.md 89\n");
    const asked = github.requests.filter(({ path }) => path === "/graphql Texts").length;
    expect(await texts()).toEqual(first);
    expect(github.requests.filter(({ path }) => path === "/graphql Texts")).toHaveLength(asked);
  });

  test("a commit has no author but the token's owner, and GitHub commits and signs it: names alone are not believed", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    const token = github.token({ login: "assay[bot]" });
    const branches = githubRequestBranch(optionsOf(github, { auth: { kind: "token", token } }));
    await branches.commit("octo/app", { ...commit, base: repo.tip() });
    expect(await branches.commits("octo/app", BRANCH)).toMatchObject([{ own: true, author: "assay[bot]" }]);
    const other = githubRequestBranch(
      optionsOf(github, { auth: { kind: "token", token: github.token({ login: "ada" }) } }),
    );
    expect(await other.commits("octo/app", BRANCH)).toMatchObject([{ own: false, author: "assay[bot]" }]);
    repo.pushCommit(BRANCH, { "b.md": "1" }, { author: "assay[bot]", committer: "web-flow" });
    expect((await branches.commits("octo/app", BRANCH)).map(({ own }) => own)).toEqual([false, true]);
  });

  test("a race that moves the branch between the look and the commit is stale", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    const base = repo.tip();
    const branches = githubRequestBranch(optionsOf(github));
    github.onRequest = ({ path }) => {
      if (path === "/graphql Commit") repo.pushCommit(BRANCH, { "b.md": "1" });
    };
    expect(await branches.commit("octo/app", { ...commit, base })).toEqual({ kind: "stale" });
    github.onRequest = ({ method, path }) => {
      if (method === "POST" && path.endsWith("/git/refs")) repo.branch("assay/x", base);
    };
    expect(await branches.commit("octo/app", { ...commit, branch: "assay/x", base })).toMatchObject({
      kind: "committed",
    });
    github.onRequest = ({ path }) => {
      if (path === "/graphql Commit") repo.deleteBranch("assay/y");
    };
    expect(await branches.commit("octo/app", { ...commit, branch: "assay/y", base })).toEqual({
      kind: "stale",
    });
  });

  test.each([
    ["a broken connection", { how: "reset" }],
    ["a fault with its status", { how: 502 }],
    [
      "a fault that is told with status 200",
      { how: "graphql", message: "Something went wrong while executing your query." },
    ],
  ] as const)(
    "a commit whose answer is lost by %s is not sent again, and the error says that it may be there",
    async (_, failure) => {
      const github = await start();
      const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
      const branches = githubRequestBranch(optionsOf(github));
      github.fail({ match: "/graphql Commit", after: true, ...failure });
      const base = repo.tip();
      const error = await branches.commit("octo/app", { ...commit, base }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "forge_unavailable" });
      expect(Reflect.get(error as object, "hint")).toContain("may have been done");
      expect(github.requests.filter(({ path }) => path === "/graphql Commit")).toHaveLength(1);
      expect(await branches.commits("octo/app", BRANCH)).toHaveLength(1);
      expect(await branches.commit("octo/app", { ...commit, base })).toEqual({ kind: "stale" });
    },
  );

  test("a branch whose making lost its answer is found where it was made", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    const branches = githubRequestBranch(optionsOf(github));
    github.fail({ match: "POST /repos/octo/app/git/refs", how: "reset", after: true });
    await expect(branches.commit("octo/app", { ...commit, base: repo.tip() })).rejects.toMatchObject({
      code: "forge_unavailable",
    });
    expect((await branches.tips("octo/app", BRANCH)).branch).toBe(repo.tip());
    expect(await branches.commit("octo/app", { ...commit, base: repo.tip() })).toMatchObject({
      kind: "committed",
    });
  });

  test("a token that may not write is denied with the commit unmade; an archived repository refuses", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    const token = github.token({ permissions: { contents: "read" } });
    const reader = githubRequestBranch(optionsOf(github, { auth: { kind: "token", token } }));
    repo.branch(BRANCH, repo.tip());
    await expect(reader.commit("octo/app", { ...commit, base: repo.tip() })).rejects.toMatchObject({
      code: "forge_denied",
    });
    repo.state.archived = true;
    const branches = githubRequestBranch(optionsOf(github));
    await expect(branches.commit("octo/app", { ...commit, base: repo.tip() })).rejects.toMatchObject({
      code: "forge_refused",
    });
    expect(repo.tip(BRANCH)).toBe(repo.tip());
  });

  test("an archived repository is told as one that nobody can write to", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
    const branches = githubRequestBranch(optionsOf(github));
    const tips = { defaultBranch: { name: "main", commit: repo.tip() }, branch: null };
    expect(await branches.tips("octo/app", BRANCH)).toStrictEqual(tips);
    repo.state.archived = true;
    expect(await branches.tips("octo/app", BRANCH)).toStrictEqual({ ...tips, archived: true });
  });

  test("a renamed repository is written to under its new name", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    github.rename("octo/app", "octo/new");
    const branches = githubRequestBranch(optionsOf(github));
    repo.branch(BRANCH, repo.tip());
    expect(await branches.commit("octo/app", { ...commit, base: repo.tip() })).toMatchObject({
      kind: "committed",
    });
  });

  test("writes of all ports that share clients keep one pace; what is read by GraphQL does not wait", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    const options = optionsOf(github, { waits: { second: 10, betweenWrites: 150, silence: 5_000 } });
    const clients = githubClients(options);
    const branches = githubRequestBranch(options, clients);
    const requests = githubChangeRequests(options, clients);
    const begun: [string, number][] = [];
    github.onRequest = ({ method, path }) => void begun.push([`${method} ${path}`, performance.now()]);
    await branches.commit("octo/app", { ...commit, base: repo.tip() });
    const number = (
      await requests.open("octo/app", { branch: BRANCH, into: "main", title: "Learn", body: "", labels: [] })
    ).number;
    await Promise.all([requests.close("octo/app", number), branches.tips("octo/app", BRANCH)]);
    const writes = begun.filter(([line]) => !line.startsWith("GET") && !line.endsWith("Tips"));
    expect(writes).toHaveLength(4);
    const pauses = writes.slice(1).map(([, at], index) => at - writes[index]![1]);
    expect(Math.min(...pauses)).toBeGreaterThan(120);
    const read = begun.findLast(([line]) => line.endsWith("Tips"))![1];
    expect(read).toBeLessThan(writes.at(-1)![1]);
  });
});
