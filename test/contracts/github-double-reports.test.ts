import { afterEach, describe, expect, test } from "vitest";
import { asker } from "../support/github/ask.ts";
import { type Github, type GithubOptions, startGithub } from "../support/github/github.ts";

let github: Github;
afterEach(() => github?.close());

const R = "/repos/octo/app";

async function begin(options: GithubOptions = {}) {
  github = await startGithub(options);
  const repo = github.repository("octo/app", { files: { "a.txt": "1\n" } });
  return { repo, sha: repo.tip(), ask: asker(github) };
}

const names = (answer: { json: { check_runs: { name: string }[] } }) =>
  answer.json.check_runs.map((run) => run.name);

describe("check runs and statuses", () => {
  test("the newest run of a name in a suite is listed, all of them with filter=all", async () => {
    const { repo, sha, ask } = await begin();
    repo.check(sha, { name: "test", conclusion: "failure", job: true });
    repo.check(sha, { name: "test", conclusion: "success", job: true });
    repo.check(sha, { name: "test", conclusion: "failure", workflow: { name: "Nightly" } });
    repo.check(sha, { name: "lint", conclusion: "success", app: "linter" });
    const at = `GET ${R}/commits/${sha}/check-runs`;
    expect(names(await ask(at)).sort()).toEqual(["lint", "test", "test"]);
    expect(names(await ask(`${at}?filter=all`))).toHaveLength(4);
    expect((await ask(`${at}?check_name=test&status=completed`)).json.total_count).toBe(2);
    expect((await ask(`${at}?check_name=lint`)).json.check_runs[0].app.slug).toBe("linter");
  });

  test("a page has at most 100 check runs, and links to the others by the repository's id", async () => {
    const { repo, sha, ask } = await begin();
    for (let index = 0; index < 230; index++)
      repo.check(sha, { name: `job ${index}`, conclusion: "success" });
    const first = await ask(`GET ${R}/commits/${sha}/check-runs?per_page=500`);
    expect([first.json.total_count, first.json.check_runs.length]).toEqual([230, 100]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    expect(next).toContain(`/repositories/${repo.state.id}/`);
    expect(first.headers.get("link")).toMatch(/page=3>; rel="last"/);
    const last = await ask(`GET ${next.replace("page=2", "page=3")}`);
    expect(last.json.check_runs).toHaveLength(30);
    expect(last.headers.get("link")).not.toContain('rel="next"');
    expect((await ask(`GET ${R}/commits/${sha}/check-runs`)).json.check_runs).toHaveLength(30);
  });

  test("an app creates a check run with 50 annotations a request, and adds more by an update", async () => {
    const { sha, ask } = await begin();
    const annotation = {
      path: "a.txt",
      start_line: 1,
      end_line: 1,
      annotation_level: "failure",
      message: "no",
    };
    const output = (count: number) => ({
      title: "t",
      summary: "s",
      annotations: Array(count).fill(annotation),
    });
    const check = { name: "mine", head_sha: sha, conclusion: "failure" };
    expect((await ask(`POST ${R}/check-runs`, { ...check, output: output(51) })).status).toBe(422);
    const made = await ask(`POST ${R}/check-runs`, { ...check, output: output(50) });
    expect(made).toMatchObject({ status: 201, json: { status: "completed", app: { slug: "assay" } } });
    await ask(`PATCH ${R}/check-runs/${made.json.id}`, { output: output(20) });
    expect((await ask(`GET ${R}/check-runs/${made.json.id}`)).json.output.annotations_count).toBe(70);
    const page = await ask(`GET ${R}/check-runs/${made.json.id}/annotations?per_page=100&page=1`);
    expect(page.json).toHaveLength(70);
    expect(page.json[0]).toMatchObject({ path: "a.txt", annotation_level: "failure", title: null });
  });

  test("the combined status counts the newest of each context", async () => {
    const { repo, sha, ask } = await begin();
    const state = async () => (await ask(`GET ${R}/commits/${sha}/status`)).json;
    expect(await state()).toMatchObject({ state: "pending", total_count: 0 });
    repo.status(sha, { context: "a", state: "failure" });
    repo.status(sha, { context: "a", state: "success" });
    expect(await state()).toMatchObject({ state: "success", total_count: 1 });
    repo.status(sha, { context: "b", state: "pending" });
    expect(await state()).toMatchObject({ state: "pending", total_count: 2 });
    repo.status(sha, { context: "c", state: "error" });
    expect((await state()).state).toBe("failure");
    expect(
      (await ask(`GET ${R}/commits/${sha}/statuses`)).json.map((one: { context: string }) => one.context),
    ).toEqual(["c", "b", "a", "a"]);
  });

  test("a status is written for a commit that is there, with a word that is known", async () => {
    const { sha, ask } = await begin();
    expect(await ask(`POST ${R}/statuses/${sha}`, { state: "success", context: "x" })).toMatchObject({
      status: 201,
    });
    expect((await ask(`POST ${R}/statuses/${"0".repeat(40)}`, { state: "success" })).status).toBe(422);
    expect((await ask(`POST ${R}/statuses/${sha}`, { state: "fine" })).status).toBe(422);
    expect((await ask(`POST ${R}/statuses/${sha}`, {})).status).toBe(422);
  });
});

describe("jobs and their logs", () => {
  test("a job and its check run have one id, and the job belongs to a workflow run", async () => {
    const { repo, sha, ask } = await begin();
    const { id, workflowRun } = repo.check(sha, { name: "test", conclusion: "failure", job: true });
    repo.check(sha, { name: "lint", conclusion: "success", job: true });
    expect((await ask(`GET ${R}/actions/jobs/${id}`)).json).toMatchObject({
      id,
      run_id: workflowRun,
      name: "test",
    });
    expect((await ask(`GET ${R}/check-runs/${id}`)).json.details_url).toContain(
      `/actions/runs/${workflowRun}/job/${id}`,
    );
    expect((await ask(`GET ${R}/actions/runs/${workflowRun}`)).json).toMatchObject({
      conclusion: "failure",
      head_sha: sha,
      event: "push",
      path: ".github/workflows/ci.yml",
    });
    expect((await ask(`GET ${R}/actions/runs/${workflowRun}/jobs`)).json.total_count).toBe(2);
  });

  test("a second attempt's jobs are the ones that are listed", async () => {
    const { repo, sha, ask } = await begin();
    const first = repo.check(sha, { name: "test", conclusion: "failure", job: true });
    const again = repo.check(sha, { name: "test", status: "in_progress", workflow: { attempt: 2 } });
    expect(again.workflowRun).toBe(first.workflowRun);
    const jobs = `GET ${R}/actions/runs/${first.workflowRun}/jobs`;
    expect((await ask(jobs)).json.jobs).toMatchObject([{ id: again.id, run_attempt: 2 }]);
    expect((await ask(`${jobs}?filter=all`)).json.total_count).toBe(2);
    expect((await ask(`GET ${R}/actions/runs/${first.workflowRun}`)).json).toMatchObject({
      status: "in_progress",
      run_attempt: 2,
    });
  });

  test("each workflow and event has a run and a suite of its own, and another one when it is set off anew", async () => {
    const { repo, sha, ask } = await begin();
    const build = (workflow: object) =>
      repo.check(sha, { name: "build", conclusion: "success", workflow }).workflowRun;
    const [ci, docs] = [".github/workflows/ci.yml", ".github/workflows/docs.yml"];
    const first = build({ path: ci, event: "push" });
    const others = [
      build({ path: docs, event: "push" }),
      build({ path: ci, event: "pull_request" }),
      build({ path: ci, event: "push", again: true }),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
    expect(build({ path: ci, event: "push", attempt: 2 })).toBe(others[2]);
    const listed = (await ask(`GET ${R}/commits/${sha}/check-runs?check_name=build`)).json.check_runs;
    expect(listed).toHaveLength(4);
    expect(new Set(listed.map((run: { check_suite: { id: number } }) => run.check_suite.id)).size).toBe(4);
    const runs = (await ask(`GET ${R}/actions/runs?head_sha=${sha}`)).json.workflow_runs;
    expect(runs.map((run: { path: string; event: string }) => [run.path, run.event])).toEqual([
      [ci, "push"],
      [ci, "pull_request"],
      [docs, "push"],
      [ci, "push"],
    ]);
    expect(runs[0].workflow_id).toBe(runs[3].workflow_id);
    expect(runs[0].workflow_id).not.toBe(runs[2].workflow_id);
  });

  test("a log lies on another origin for a minute, and refuses a token", async () => {
    const { repo, sha, ask } = await begin({ now: "2026-01-05T09:00:00Z" });
    const { id } = repo.check(sha, { name: "test", conclusion: "failure", job: true, log: "one\ntwo\n" });
    const told = await ask(`GET ${R}/actions/jobs/${id}/logs`);
    const place = told.headers.get("location")!;
    expect([told.status, new URL(place).origin === github.web]).toEqual([302, false]);
    const plain = asker(github, null);
    expect(await plain(`GET ${place}`)).toMatchObject({ status: 200, text: "one\ntwo\n" });
    expect((await ask(`GET ${place}`)).status).toBe(401);
    expect((await plain(`GET ${place}x`)).status).toBe(403);
    github.clock.advance(61_000);
    const late = await plain(`GET ${place}`);
    expect([late.status, late.text]).toEqual([403, expect.stringContaining("AuthenticationFailed")]);
  });

  test("a log that is not there is 404, one that is no longer kept 410", async () => {
    const { repo, sha, ask } = await begin();
    const none = repo.check(sha, { name: "a", conclusion: "failure", job: true });
    const running = repo.check(sha, { name: "b", status: "in_progress", log: "so far\n" });
    const gone = repo.check(sha, { name: "c", conclusion: "failure", job: true, logGone: true });
    const other = repo.check(sha, { name: "d", conclusion: "failure" });
    const status = async (id: number) => (await ask(`GET ${R}/actions/jobs/${id}/logs`)).status;
    expect([
      await status(none.id),
      await status(running.id),
      await status(gone.id),
      await status(other.id),
    ]).toEqual([404, 404, 410, 404]);
  });

  test("a log of 20 MB comes out of a generator, a chunk at a time", async () => {
    const { repo, sha } = await begin();
    let made = 0;
    const line = `${"x".repeat(1_023)}\n`;
    const log = function* () {
      for (; made < 20 * 1_024; made++) yield line;
    };
    const { id } = repo.check(sha, { name: "test", conclusion: "failure", job: true, log });
    const headers = { authorization: `Bearer ${github.token()}` };
    const response = await fetch(`${github.url}${R}/actions/jobs/${id}/logs`, { headers });
    const reader = response.body!.getReader();
    let size = (await reader.read()).value!.length;
    const madeAtFirst = made;
    for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length;
    expect(size).toBe(20 * 1_024 * 1_024);
    expect(madeAtFirst).toBeLessThan(20 * 1_024);
  });
});

describe("eventual consistency", () => {
  test("what is new is found by its id at once, and in lists only after a while", async () => {
    const { repo, sha, ask } = await begin({ now: "2026-01-05T09:00:00Z", listLag: 5_000 });
    const issue = (await ask(`POST ${R}/issues`, { title: "New", labels: ["flaky"] })).json;
    const comment = (await ask(`POST ${R}/issues/${issue.number}/comments`, { body: "mark" })).json;
    const check = repo.check(sha, { name: "test", conclusion: "failure" });
    const lists = async () => [
      (await ask(`GET ${R}/issues?labels=flaky`)).json.length,
      (await ask(`GET ${R}/issues/${issue.number}/comments`)).json.length,
      (await ask(`GET ${R}/commits/${sha}/check-runs`)).json.total_count,
    ];
    expect((await ask(`GET ${R}/issues/${issue.number}`)).status).toBe(200);
    expect((await ask(`GET ${R}/issues/comments/${comment.id}`)).status).toBe(200);
    expect((await ask(`GET ${R}/check-runs/${check.id}`)).status).toBe(200);
    expect(await lists()).toEqual([0, 0, 0]);
    github.clock.advance(5_000);
    expect(await lists()).toEqual([1, 1, 1]);
  });
});
