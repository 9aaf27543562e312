import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";

let github: Github;
afterEach(() => github?.close());

const R = "/repos/octo/app";

async function begin(options: GithubOptions = {}) {
  github = await startGithub(options);
  const repo = github.repository("octo/app", { files: { "a.txt": "1\n" }, people: ["octo", "builder"] });
  return { repo, ask: asker(github) };
}

describe("issues", () => {
  test("issues and pull requests share their numbers, and the list of issues has both", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "One" });
    repo.pushCommit("fix", { "b.txt": "1\n" });
    repo.openPull({ head: "fix" });
    const made = (await ask(`POST ${R}/issues`, { title: "Three" })).json;
    expect(made).toMatchObject({ number: 3, state: "open", user: { login: "assay[bot]", type: "Bot" } });
    const { json } = await ask(`GET ${R}/issues`);
    expect(
      json.map((issue: { number: number; pull_request?: unknown }) => [
        issue.number,
        issue.pull_request !== undefined,
      ]),
    ).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ]);
  });

  test("a list of issues meets all labels whatever their case, and the state", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "a", labels: ["flaky", "bug"] });
    repo.openIssue({ title: "b", labels: ["flaky"] });
    repo.closeIssue(2);
    const numbers = async (query: string) =>
      (await ask(`GET ${R}/issues?${query}`)).json.map((one: { number: number }) => one.number);
    expect(await numbers("labels=Flaky,bug")).toEqual([1]);
    expect(await numbers("labels=flaky")).toEqual([1]);
    expect(await numbers("labels=flaky&state=closed")).toEqual([2]);
    expect(await numbers("labels=flaky&state=all&direction=asc")).toEqual([1, 2]);
  });

  test("an issue is closed at a time, reopened, and tells why", async () => {
    const { repo, ask } = await begin({ now: "2026-01-05T09:00:00.900Z" });
    repo.openIssue({ title: "a" });
    repo.closeIssue(1, "2026-01-05T10:00:00Z", "not_planned");
    const { json } = await ask(`GET ${R}/issues/1`);
    expect(json).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
      closed_at: "2026-01-05T10:00:00Z",
      created_at: "2026-01-05T09:00:00Z",
    });
    const reopened = await ask(`PATCH ${R}/issues/1`, { state: "open" });
    expect(reopened.json).toMatchObject({ state: "open", state_reason: "reopened", closed_at: null });
  });

  test("a body of 65,536 characters is taken, one more is 422", async () => {
    const { repo, ask } = await begin();
    const most = "é".repeat(65_536);
    expect((await ask(`POST ${R}/issues`, { title: "a", body: most })).status).toBe(201);
    const refused = await ask(`POST ${R}/issues/1/comments`, { body: `${most}x` });
    expect(refused).toMatchObject({
      status: 422,
      json: {
        message: "Validation Failed",
        errors: [{ resource: "IssueComment", field: "body", code: "custom" }],
      },
    });
    expect(repo.commentsOf(1)).toEqual([]);
  });

  test("what is missing or of another type is 422", async () => {
    const { repo, ask } = await begin();
    expect((await ask(`POST ${R}/issues`, {})).json.message).toContain(`"title" wasn't supplied`);
    expect((await ask(`POST ${R}/issues`, { title: 7 })).status).toBe(422);
    expect((await ask(`POST ${R}/issues`, { title: "x".repeat(257) })).status).toBe(422);
    expect((await ask(`POST ${R}/issues`, { title: "a", labels: "bug" })).json.message).toContain(
      "is not an array",
    );
    expect((await ask(`POST ${R}/issues`, { title: "a", assignees: ["stranger"] })).json.errors).toEqual([
      { resource: "Issue", field: "assignees", code: "invalid", value: "stranger" },
    ]);
    expect(repo.issues()).toEqual([]);
  });

  test("an issue that was deleted is 410, one that never was 404", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "a" });
    repo.deleteIssue(1);
    expect((await ask(`GET ${R}/issues/1`)).status).toBe(410);
    expect((await ask(`POST ${R}/issues/1/comments`, { body: "a" })).status).toBe(410);
    expect((await ask(`GET ${R}/issues/2`)).status).toBe(404);
    expect((await ask(`GET ${R}/issues`)).json).toEqual([]);
  });

  test("a repository without issues answers 410, but keeps comments on its pull requests", async () => {
    const { repo, ask } = await begin();
    repo.state.issuesEnabled = false;
    repo.pushCommit("fix", { "b.txt": "1\n" });
    const number = repo.openPull({ head: "fix" });
    expect((await ask(`POST ${R}/issues`, { title: "a" })).status).toBe(410);
    expect((await ask(`POST ${R}/issues/${number}/comments`, { body: "a" })).status).toBe(201);
  });
});

describe("comments, labels, assignees", () => {
  test("comments are listed oldest first, edited and removed", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "a" });
    const first = repo.comment(1, "one", "octo");
    const second = (await ask(`POST ${R}/issues/1/comments`, { body: "two" })).json;
    expect((await ask(`GET ${R}/issues/1/comments`)).json).toMatchObject([
      { id: first, body: "one", user: { login: "octo" }, author_association: "COLLABORATOR" },
      { id: second.id, body: "two" },
    ]);
    await ask(`PATCH ${R}/issues/comments/${second.id}`, { body: "three" });
    expect((await ask(`GET ${R}/issues/comments/${second.id}`)).json.body).toBe("three");
    expect((await ask(`DELETE ${R}/issues/comments/${second.id}`)).status).toBe(204);
    expect(repo.commentsOf(1)).toHaveLength(1);
    expect((await ask(`POST ${R}/issues/1/comments`, { body: " " })).status).toBe(422);
  });

  test("nobody but those who look after the repository comments on a locked issue", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "a" });
    repo.lockIssue(1);
    expect((await ask(`POST ${R}/issues/1/comments`, { body: "a" })).status).toBe(403);
  });

  test("a label's name is unique whatever its case", async () => {
    const { repo, ask } = await begin();
    expect((await ask(`POST ${R}/labels`, { name: "Flaky", color: "ff0000" })).status).toBe(201);
    expect(await ask(`POST ${R}/labels`, { name: "flaky" })).toMatchObject({
      status: 422,
      json: { errors: [{ resource: "Label", code: "already_exists", field: "name" }] },
    });
    repo.openIssue({ title: "a" });
    const added = await ask(`POST ${R}/issues/1/labels`, { labels: ["FLAKY", "new one"] });
    expect(added.json.map((label: { name: string }) => label.name)).toEqual(["Flaky", "new one"]);
    expect((await ask(`GET ${R}/labels/fLaKy`)).json.color).toBe("ff0000");
    expect((await ask(`POST ${R}/issues/1/labels`, { labels: ["x".repeat(51)] })).status).toBe(422);
  });

  test("a label is taken off an issue; one that is not on it is 404", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "a", labels: ["bug", "flaky"] });
    expect((await ask(`DELETE ${R}/issues/1/labels/BUG`)).json).toMatchObject([{ name: "flaky" }]);
    expect((await ask(`DELETE ${R}/issues/1/labels/bug`)).status).toBe(404);
  });

  test("people who may not be assigned are left out without a word", async () => {
    const { repo, ask } = await begin();
    repo.openIssue({ title: "a" });
    const { status, json } = await ask(`POST ${R}/issues/1/assignees`, {
      assignees: ["builder", "stranger"],
    });
    expect([status, json.assignees.map((one: { login: string }) => one.login)]).toEqual([201, ["builder"]]);
    expect((await ask(`GET ${R}/assignees/builder`)).status).toBe(204);
    expect((await ask(`GET ${R}/assignees/stranger`)).status).toBe(404);
  });
});
