import { afterAll, afterEach, describe, expect, test } from "vitest";
import { githubCiFeed } from "../../knowledge/adapters/github/ci-feed.ts";
import type { GithubOptions } from "../../knowledge/adapters/github/github-options.ts";
import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import { type GithubOptions as DoubleOptions, type Github, startGithub } from "../support/github/github.ts";
import { ciFeedContract } from "./ci-feed.contract.ts";

const open: Github[] = [];
const closeAll = async () => {
  await Promise.all(open.splice(0).map((github) => github.close()));
};
afterAll(closeAll);

function feedOf(github: Github, more: Partial<GithubOptions> = {}) {
  return githubCiFeed({
    host: "github.com",
    api: github.url,
    auth: { kind: "token", token: github.token() },
    userAgent: "assay/test",
    log: () => {},
    waits: { second: 10, betweenWrites: 0, silence: 5_000 },
    ...more,
  });
}

async function start(options: DoubleOptions = {}) {
  const github = await startGithub(options);
  open.push(github);
  return github;
}

ciFeedContract({
  name: "GitHub",
  async stage() {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    return {
      feed: feedOf(github),
      name: "octo/app",
      repo,
      add: (name, { empty = false, ...how } = {}) =>
        github.repository(name, { ...how, ...(empty ? {} : { files: { "README.md": "1\n" } }) }),
      rename: (name, to) => github.rename(name, to),
      archive: (name) => {
        github.state.repositories.get(name)!.archived = true;
      },
      fork(owner) {
        const fork = github.fork(repo, owner);
        const commit = fork.pushCommit("main", { "fork.ts": "1" });
        return { commit, remove: () => github.removeRepository(fork.fullName) };
      },
      pass: (milliseconds) => github.clock.advance(milliseconds),
    };
  },
});

describe("tips on GitHub, asked for by GraphQL", () => {
  afterEach(closeAll);

  const names = (count: number) =>
    Array.from({ length: count }, (_, index): RepositoryName => `octo/r${index}`);
  const fill = (github: Github, all: readonly RepositoryName[]) => {
    for (const name of all) github.repository(name, { files: { "README.md": "1\n" } });
  };
  const asked = (github: Github) => github.requests.filter(({ path }) => path === "/graphql Heads");

  test("two hundred repositories are four requests that cost a point each, and no pace of writes holds them up", async () => {
    const github = await start();
    const all = names(200);
    fill(github, all);
    const token = github.token({ limit: 4 });
    const feed = feedOf(github, {
      auth: { kind: "token", token },
      waits: { second: 10, betweenWrites: 60_000, silence: 5_000 },
    });
    expect((await feed.heads(all)).every(({ kind }) => kind === "branch")).toBe(true);
    expect(github.requests).toHaveLength(4);
    expect(asked(github)).toHaveLength(4);
  });

  test("a query that is too much for GitHub is asked in halves", async () => {
    const github = await start({ resourceLimit: 40 });
    const all = names(50);
    fill(github, all);
    const heads = await feedOf(github).heads([...all, "octo/nothing"]);
    expect(heads.map(({ kind }) => kind)).toEqual([...all.map(() => "branch"), "missing"]);
    expect(asked(github).length).toBeGreaterThan(4);
  });

  test.each([
    ["a page instead of an answer", { how: "html", times: 2 }],
    ["a connection that breaks", { how: "reset", times: 2 }],
    ["half an answer", { how: "truncate" }],
    [
      "a fault that is told with status 200",
      { how: "graphql", message: "Something went wrong while executing your query." },
    ],
  ] as const)("%s is asked again", async (_, failure) => {
    const github = await start();
    fill(github, names(1));
    github.fail({ match: "POST /graphql", ...failure });
    expect(await feedOf(github).heads(names(1))).toMatchObject([{ kind: "branch" }]);
  });

  test("a fault that stays is an error without a word of a write", async () => {
    const github = await start();
    github.fail({ match: "POST /graphql", how: 502, times: 20 });
    const error = await feedOf(github)
      .heads(names(1))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "forge_unavailable", data: { asked: "POST /api/graphql" } });
    expect(String(Reflect.get(error as object, "hint"))).not.toContain("may have been done");
  });

  test("a quota that is spent is an error that names the time, though the status is 200", async () => {
    const github = await start();
    fill(github, names(1));
    const feed = feedOf(github, { auth: { kind: "token", token: github.token({ limit: 1 }) } });
    await feed.heads(names(1));
    await expect(feed.heads(names(1))).rejects.toMatchObject({
      code: "forge_unavailable",
      data: { when: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  test("a secondary limit is waited for", async () => {
    const github = await start();
    fill(github, names(1));
    const message = "You have exceeded a secondary rate limit.";
    github.fail({ match: "POST /graphql", how: 403, message, headers: { "retry-after": "1" } });
    const told: string[] = [];
    const feed = feedOf(github, { log: (text) => void told.push(text) });
    expect(await feed.heads(names(1))).toMatchObject([{ kind: "branch" }]);
    expect(told).toEqual(["github.com limits how often it may be asked; going on in 1 s"]);
  });

  test("a token that may not see checks is denied, and is not told that nothing has reported", async () => {
    const github = await start();
    github.repository("octo/hidden", { files: { "README.md": "1\n" }, private: true });
    const token = github.token({ permissions: { contents: "read" } });
    const feed = feedOf(github, { auth: { kind: "token", token } });
    await expect(feed.heads(["octo/hidden"])).rejects.toMatchObject({ code: "forge_denied" });
  });

  test("nobody, who may not ask by GraphQL, is told to bring a token", async () => {
    const github = await start();
    const error = await feedOf(github, { auth: { kind: "none" } })
      .heads(names(1))
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "forge_denied" });
    expect(Reflect.get(error as object, "hint")).toContain("ASSAY_GITHUB_TOKEN");
  });

  test("an App sees what it is installed on; the rest is missing and keeps nothing else from being answered", async () => {
    const github = await start({ app: { repositories: ["octo/r0"] } });
    fill(github, names(2));
    const feed = feedOf(github, {
      auth: { kind: "app", id: String(github.app.id), key: github.app.privateKey },
    });
    expect((await feed.heads(names(2))).map(({ kind }) => kind)).toEqual(["branch", "missing"]);
  });

  test("whoever is asked for tokens gives one for the repositories of each owner; one that is none is refused", async () => {
    const github = await start();
    fill(github, names(3));
    github.repository("acme/x", { files: { "README.md": "1\n" } });
    const asked: (readonly string[])[] = [];
    let token = github.token();
    const ask = async (repositories: readonly string[]) => {
      asked.push(repositories);
      return token;
    };
    const feed = feedOf(github, { auth: { kind: "asked", ask } });
    const heads = await feed.heads(["octo/r2", "acme/x", "octo/r0", "octo/r1"]);
    expect(heads.map((head) => head.kind)).toEqual(["branch", "branch", "branch", "branch"]);
    expect(asked).toEqual([["octo/r0", "octo/r1", "octo/r2"], ["acme/x"]]);
    await feed.relation("octo/r1", "main", "main");
    expect(asked.at(-1)).toEqual(["octo/r1"]);
    token = "a b";
    const error = await feed.heads(names(1)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "forge_denied" });
    expect(String(error)).not.toContain("a b");
  });
});

describe("runs on GitHub", () => {
  afterEach(closeAll);

  test("a week that one search tells in full is one search", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    for (let index = 0; index < 250; index += 1)
      repo.startRun(repo.tip(), { at: Date.parse("2026-01-05T00:00:00Z") + index, again: true });
    const range = { branch: "main", since: "2026-01-05T00:00:00Z", until: "2026-01-12T00:00:00Z" };
    expect(await feedOf(github).workflowRuns("octo/app", range)).toHaveLength(250);
    expect(github.requests).toHaveLength(3);
  });

  test("a file that a run left is fetched from its storage without the token; a link that failed is asked for anew", async () => {
    const github = await start();
    const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
    const run = repo.startRun(repo.tip());
    const id = repo.artifact(run, { name: "evidence", zip: Buffer.from("PK") });
    github.fail({ match: "/actions-results/", how: 503 });
    const parts: Uint8Array[] = [];
    for await (const part of (await feedOf(github).runArtifact("octo/app", id))!) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe("PK");
    const stored = github.requests.filter(({ kind }) => kind === "log");
    expect(stored.map(({ login, status }) => [login, status])).toEqual([
      ["", 503],
      ["", 200],
    ]);
  });
});
