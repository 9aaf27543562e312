import { afterEach, describe, expect, test } from "vitest";
import { githubChangeRequests } from "../../knowledge/adapters/github/change-requests.ts";
import { type Github, startGithub } from "../support/github/github.ts";
import { changeRequestsContract } from "./change-requests.contract.ts";

const BRANCH = "assay/knowledge/1a2b3c";

const open: Github[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((github) => github.close()));
});

async function start() {
  const github = await startGithub();
  open.push(github);
  const repo = github.repository("octo/app", { files: { "README.md": "1\n" } });
  const as = (token: string) =>
    githubChangeRequests({
      host: "github.com",
      api: github.url,
      auth: { kind: "token", token },
      userAgent: "assay/test",
      log: () => {},
      waits: { second: 10, betweenWrites: 0, silence: 5_000 },
    });
  return { github, repo, as, requests: as(github.token()) };
}

changeRequestsContract({
  name: "GitHub",
  async stage() {
    const { github, repo, requests } = await start();
    return {
      requests,
      name: "octo/app",
      repo,
      fork(owner, branch) {
        github.fork(repo, owner).pushCommit(branch, { "fork.md": "1" });
      },
      protect: (message) => github.fail({ match: /^PUT .*\/merge$/, how: 405, message }),
    };
  },
});

describe("pull requests on GitHub", () => {
  const NEW = { branch: BRANCH, into: "main", title: "Learn", body: "", labels: ["assay:proposal"] };

  test("an edit whose answer is lost is not sent again, and one that is refused by a limit is", async () => {
    const { github, repo, requests } = await start();
    repo.pushCommit(BRANCH, { "a.md": "1" });
    const { number } = await requests.open("octo/app", NEW);
    const edits = () =>
      github.requests.filter(({ method, path }) => method === "PATCH" && path.includes("/pulls/"));
    github.fail({ match: "PATCH", how: "reset", after: true });
    await expect(requests.edit("octo/app", number, { title: "x", body: "" })).rejects.toMatchObject({
      code: "forge_unavailable",
    });
    expect(edits()).toHaveLength(1);
    github.fail({
      match: "PATCH",
      how: 403,
      headers: { "retry-after": "1" },
      message: "secondary rate limit",
    });
    await requests.edit("octo/app", number, { title: "y", body: "" });
    expect(repo.issue(number).title).toBe("y");
    expect(edits()).toHaveLength(3);
  });

  test("one whose opening lost its answer is found by its branch", async () => {
    const { github, repo, requests } = await start();
    repo.pushCommit(BRANCH, { "a.md": "1" });
    github.fail({ match: "POST /repos/octo/app/pulls", how: 502, after: true });
    await expect(requests.open("octo/app", NEW)).rejects.toMatchObject({ code: "forge_unavailable" });
    expect(await requests.find("octo/app", BRANCH)).toMatchObject([{ state: "open", labels: [] }]);
  });

  test("a merge that the token may not make is denied, with the permission that it takes", async () => {
    const { github, repo, requests, as } = await start();
    const head = repo.pushCommit(BRANCH, { "a.md": "1" });
    const { number } = await requests.open("octo/app", NEW);
    const reader = as(github.token({ permissions: { pull_requests: "write", contents: "read" } }));
    await expect(reader.merge("octo/app", number, head)).rejects.toMatchObject({
      code: "forge_denied",
      data: { way: expect.stringContaining("contents=write") },
    });
  });
});
