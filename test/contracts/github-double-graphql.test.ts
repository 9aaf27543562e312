import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";

let github: Github;
afterEach(() => github?.close());

const TIP = `query Tip($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { defaultBranchRef { name target { oid } } }
}`;
const COMMIT = `mutation Commit($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid message author { name user { login } } } }
}`;

async function begin(
  options: GithubOptions = {},
  repository: Parameters<Github["repository"]>[1] = {},
  token?: Parameters<Github["token"]>[0],
) {
  github = await startGithub(options);
  const repo = github.repository("octo/app", {
    files: { "a.txt": "1\n", "k/b.txt": "2\n" },
    ...repository,
  });
  const ask = asker(github, token === undefined ? github.token() : github.token(token));
  const query = (text: string, variables: Record<string, unknown> = {}) =>
    ask(`POST ${github.web}/api/graphql`, { query: text, variables });
  return { repo, ask, query };
}

const APP = { owner: "octo", name: "app" };

describe("the query language", () => {
  test("aliases, variables, fragments and inline fragments answer what was asked, and nothing more", async () => {
    const { repo, query } = await begin();
    const { status, json } = await query(
      `query Both($n: String!) {
        one: repository(owner: "octo", name: $n) { ...Name, __typename }
        # a comment
        two: repository(owner: "octo", name: "app") { object(expression: "HEAD:k") { oid ... on Tree { entries { name type mode object { ... on Blob { text byteSize } } } } ... on Blob { text } } }
      }
      fragment Name on Repository { nameWithOwner }`,
      { n: "app" },
    );
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        one: { nameWithOwner: "octo/app", __typename: "Repository" },
        two: {
          object: {
            oid: expect.stringMatching(/^[0-9a-f]{40}$/),
            entries: [{ name: "b.txt", type: "blob", mode: 33_188, object: { text: "2\n", byteSize: 2 } }],
          },
        },
      },
    });
    expect(repo.file("k/b.txt")).toBe("2\n");
  });

  test.each([
    [
      '{ repository(owner: "octo", name: "app") { nothing } }',
      "Field 'nothing' doesn't exist on type 'Repository'",
    ],
    ['{ repository(owner: "octo") { name } }', "missing required arguments: name"],
    ['{ repository(owner: "octo", name: "app", x: 1) { name } }', "doesn't accept argument 'x'"],
    ['{ repository(owner: "octo", name: "app") }', "must have selections"],
    ["query Q($a: String!) { viewer { login } }", "declared by query Q but not used"],
    ['query Q { repository(owner: $o, name: "app") { name } }', "not declared"],
    ['query Q($o: Int!) { repository(owner: $o, name: "app") { name } }', "Type mismatch on variable $o"],
    ["{ viewer { login }", "end of file"],
    ["{ viewer { login % } }", "%"],
  ])("%s is answered with an error and no data", async (text, words) => {
    const { query } = await begin();
    const { status, json } = await query(text, { a: "x", o: 1 });
    expect([status, json.data]).toEqual([200, undefined]);
    expect(json.errors[0].message).toContain(words);
  });

  test("a variable that must be given and is not is an error", async () => {
    const { query } = await begin();
    expect((await query(TIP, { owner: "octo" })).json.errors[0].message).toContain("invalid value");
  });
});

describe("what it answers", () => {
  test("one that is missing is null with an error beside it, and the others are answered", async () => {
    const { query } = await begin();
    const { json } = await query(
      `{ a: repository(owner: "octo", name: "nothing") { name } b: repository(owner: "octo", name: "app") { name } }`,
    );
    expect(json.data).toEqual({ a: null, b: { name: "app" } });
    expect(json.errors).toEqual([
      {
        type: "NOT_FOUND",
        path: ["a"],
        locations: [{ line: 1, column: 3 }],
        message: "Could not resolve to a Repository with the name 'octo/nothing'.",
      },
    ]);
  });

  test("an expression that leads nowhere is null without an error; a long text is cut, binary has none", async () => {
    const { query } = await begin(
      {},
      { files: { "long.txt": "x".repeat(600_000), "b.bin": Buffer.from([1, 0]) } },
    );
    const { json } = await query(`{ repository(owner: "octo", name: "app") {
      none: object(expression: "HEAD:k/none") { oid }
      gone: object(oid: "${"0".repeat(40)}") { oid }
      long: object(expression: "HEAD:long.txt") { ... on Blob { byteSize isTruncated isBinary text } }
      bin: object(expression: "HEAD:b.bin") { ... on Blob { isTruncated isBinary text } }
    } }`);
    expect(json.errors).toBeUndefined();
    const { none, gone, long, bin } = json.data.repository;
    expect([none, gone]).toEqual([null, null]);
    expect(long).toMatchObject({ byteSize: 600_000, isTruncated: true, isBinary: false });
    expect(long.text).toHaveLength(512 * 1_024);
    expect(bin).toEqual({ isTruncated: false, isBinary: true, text: null });
  });

  test("a rollup is null where nothing has reported, and what has just reported may be missing for a while", async () => {
    const { repo, query } = await begin({ now: "2026-01-05T09:00:00Z", listLag: 5_000 });
    const rollup = async () => {
      const { json } = await query(
        `{ repository(owner: "octo", name: "app") { defaultBranchRef { target { ... on Commit { statusCheckRollup { state } } } } } }`,
      );
      return json.data.repository.defaultBranchRef.target.statusCheckRollup?.state ?? null;
    };
    expect(await rollup()).toBeNull();
    repo.check(repo.tip(), { name: "test", conclusion: "failure", job: true });
    expect(await rollup()).toBeNull();
    github.clock.advance(5_000);
    expect(await rollup()).toBe("FAILURE");
    repo.check(repo.tip(), { name: "test", conclusion: "success", job: true });
    github.clock.advance(5_000);
    expect(await rollup()).toBe("SUCCESS");
  });

  test("a repository without a commit has no default branch", async () => {
    const { query } = await begin();
    github.repository("octo/empty");
    expect((await query(TIP, { owner: "octo", name: "empty" })).json.data.repository).toEqual({
      defaultBranchRef: null,
    });
  });

  test("a private repository is not there for another's token, and a permission that is missing is told", async () => {
    const { query } = await begin({}, { private: true }, { repositories: ["octo/other"] });
    expect((await query(TIP, APP)).json).toMatchObject({
      data: { repository: null },
      errors: [{ type: "NOT_FOUND" }],
    });
    const few = asker(github, github.token({ permissions: { issues: "read" } }));
    const { json } = await few(`POST ${github.web}/api/graphql`, { query: TIP, variables: APP });
    expect(json).toMatchObject({
      data: { repository: { defaultBranchRef: null } },
      errors: [{ type: "FORBIDDEN", path: ["repository", "defaultBranchRef"] }],
    });
  });

  test("without a token it is 401, without JSON 400, and another way than POST 404", async () => {
    const { ask } = await begin();
    const url = `${github.web}/api/graphql`;
    const nobody = asker(github, null);
    expect(await nobody(`POST ${url}`, { query: "{ viewer { login } }" })).toMatchObject({ status: 401 });
    expect(await ask(`POST ${url}`, "{")).toMatchObject({ status: 400 });
    expect(await ask(`GET ${url}`)).toMatchObject({ status: 404 });
  });
});

describe("its limits", () => {
  test("points have a quota of their own; one that is spent is told with status 200", async () => {
    const { ask, query } = await begin({ limit: 2 });
    const first = await query("{ rateLimit { cost limit remaining used } }");
    expect(first.json.data.rateLimit).toEqual({ cost: 1, limit: 2, remaining: 1, used: 1 });
    expect(first.headers.get("x-ratelimit-resource")).toBe("graphql");
    await query("{ viewer { login } }");
    const spent = await query("{ viewer { login } }");
    expect(spent.status).toBe(200);
    expect(spent.json).toEqual({ errors: [{ type: "RATE_LIMITED", message: expect.any(String) }] });
    expect(spent.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await ask("GET /repos/octo/app")).status).toBe(200);
  });

  test("a query above its resources answers a part and says so", async () => {
    const { query } = await begin({ resourceLimit: 2 });
    const { json } = await query(
      `{ a: repository(owner: "octo", name: "app") { name } b: repository(owner: "octo", name: "app") { name } c: repository(owner: "octo", name: "app") { name } }`,
    );
    expect(json.data).toEqual({ a: { name: "app" }, b: { name: "app" }, c: null });
    expect(json.errors).toMatchObject([{ type: "RESOURCE_LIMITS_EXCEEDED" }]);
  });

  test("mutations count as creating content", async () => {
    const { repo, query } = await begin({ secondary: { contentPerMinute: 1 } });
    repo.branch("side", repo.tip());
    const input = inputOf(repo.tip());
    expect((await query(COMMIT, { input })).json.errors).toBeUndefined();
    const { status, json, headers } = await query(COMMIT, { input: inputOf(repo.tip("side")) });
    expect([status, headers.get("retry-after")]).toEqual([403, "60"]);
    expect(json.message).toContain("secondary rate limit");
    expect((await query(TIP, APP)).status).toBe(200);
  });

  test("failures meet a request by the name of its operation", async () => {
    const { query } = await begin();
    github.fail({ match: "/graphql Tip", how: "graphql", type: "INTERNAL", message: "no" });
    expect((await query("query Other { viewer { login } }")).json.errors).toBeUndefined();
    expect((await query(TIP, APP)).json).toEqual({
      data: null,
      errors: [{ type: "INTERNAL", message: "no" }],
    });
    expect(github.requests.map(({ path }) => path)).toEqual(["/graphql Other", "/graphql Tip"]);
  });
});

function inputOf(expectedHeadOid: string, fileChanges: object = { additions: [], deletions: [] }) {
  return {
    branch: { repositoryNameWithOwner: "octo/app", branchName: "side" },
    expectedHeadOid,
    message: { headline: "Say", body: "more" },
    fileChanges,
  };
}

describe("createCommitOnBranch", () => {
  const add = (path: string, text: string) => ({ path, contents: Buffer.from(text).toString("base64") });

  test("a commit is by the token's owner, and git and the API see it at once", async () => {
    const { repo, ask, query } = await begin({}, { git: true }, { login: "ada" });
    repo.branch("side", repo.tip());
    const changes = {
      additions: [add("new/c.txt", "3\n"), add("a.txt", "4\n")],
      deletions: [{ path: "k/b.txt" }],
    };
    const { json } = await query(COMMIT, { input: inputOf(repo.tip(), changes) });
    const { oid } = json.data.createCommitOnBranch.commit;
    expect(json.data.createCommitOnBranch.commit).toMatchObject({
      message: "Say\n\nmore",
      author: { name: "ada", user: { login: "ada" } },
    });
    const clone = execFileSync("git", ["--git-dir", repo.directory!, "ls-tree", "-r", "--name-only", "side"]);
    expect(clone.toString()).toBe("a.txt\nnew/c.txt\n");
    expect((await ask("GET /repos/octo/app/git/ref/heads/side")).json.object.sha).toBe(oid);
    expect((await ask(`GET /repos/octo/app/commits/${oid}`)).json).toMatchObject({
      author: { login: "ada" },
      committer: { login: "web-flow" },
      commit: { verification: { verified: true } },
    });
    execFileSync("git", ["--git-dir", repo.directory!, "fsck", "--strict"], { stdio: "pipe" });
  });

  test("a head that is not the branch's is STALE_DATA, and nothing is written", async () => {
    const { repo, query } = await begin();
    const base = repo.tip();
    const tip = repo.pushCommit("side", { "x.txt": "1" });
    const { status, json } = await query(COMMIT, { input: inputOf(base) });
    expect(status).toBe(200);
    expect(json).toEqual({
      data: { createCommitOnBranch: null },
      errors: [
        {
          type: "STALE_DATA",
          path: ["createCommitOnBranch"],
          locations: [{ line: 2, column: 3 }],
          message: `Expected branch to point to "${base}" but it did not.  Pull and try again.`,
        },
      ],
    });
    expect(repo.tip("side")).toBe(tip);
  });

  test("a branch that is not there, a path that is not, contents that are no base64 and no permission are errors", async () => {
    const { repo, query } = await begin();
    const type = async (input: object) => (await query(COMMIT, { input })).json.errors[0].type;
    expect(await type(inputOf(repo.tip()))).toBe("NOT_FOUND");
    repo.branch("side", repo.tip());
    expect(await type(inputOf(repo.tip(), { deletions: [{ path: "none.txt" }] }))).toBe("UNPROCESSABLE");
    expect(await type(inputOf(repo.tip(), { additions: [{ path: "a", contents: "*" }] }))).toBe(
      "UNPROCESSABLE",
    );
    expect(await type(inputOf(repo.tip(), { additions: [add("../a", "1")] }))).toBe("UNPROCESSABLE");
    const reader = asker(github, github.token({ permissions: { contents: "read" } }));
    const { json } = await reader(`POST ${github.web}/api/graphql`, {
      query: COMMIT,
      variables: { input: inputOf(repo.tip()) },
    });
    expect(json.errors[0].type).toBe("FORBIDDEN");
    expect(repo.tip("side")).toBe(repo.tip());
  });
});
