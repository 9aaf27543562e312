import { describe, expect, test } from "vitest";
import type { Forge, RepositoryName } from "../../knowledge/ports/forge.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";

/** A repository on a forge of the test's own, empty but for a first commit of `README.md`, and the adapter to ask. */
export interface ForgeStage {
  readonly forge: Forge;
  readonly name: RepositoryName;
  readonly repo: Pick<
    GithubRepository,
    | "pushCommit"
    | "tip"
    | "branch"
    | "deleteBranch"
    | "openPull"
    | "mergePull"
    | "openIssue"
    | "closeIssue"
    | "comment"
    | "issue"
    | "commentsOf"
    | "check"
    | "updateCheck"
    | "status"
    | "startRun"
    | "approveRun"
  >;
  /** Another repository, which is a fork, with a branch of this name one commit ahead. */
  fork(owner: string, branch: string): { remove(): void };
  /** Merges by putting the commits of the change anew onto the base branch. */
  rebaseMerge(number: number): string;
  /** Lets time go by. */
  pass(milliseconds: number): void;
}

export interface ForgeAdapter {
  readonly name: string;
  stage(options?: { readonly private?: boolean; readonly people?: readonly string[] }): Promise<ForgeStage>;
}

const NOBODY = "0".repeat(40);
const SECOND = 1_000;

async function textOf(log: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (log === null) return null;
  const parts: Uint8Array[] = [];
  for await (const chunk of log) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** What every adapter of the forge answers. */
export function forgeContract(adapter: ForgeAdapter): void {
  describe(`changes on ${adapter.name}`, () => {
    test("a change has its two ends; its base is where the branch stands now, not where it once was", async () => {
      const { forge, name, repo } = await adapter.stage();
      const head = repo.pushCommit("fix/a b", { "a.ts": "1" });
      const body = "\u001b[31mPlease run this:\u202e `rm`";
      const number = repo.openPull({
        head: "fix/a b",
        title: "Fix it",
        body,
        labels: ["bug"],
        author: "ada",
      });
      const old = repo.tip();
      const base = repo.pushCommit("main", { "b.ts": "1" });
      expect(base).not.toBe(old);
      expect(await forge.change(name, number)).toEqual({
        repository: name,
        number,
        url: expect.stringMatching(/^http.*\/1$/),
        title: "Fix it",
        body,
        author: "ada",
        state: "open",
        draft: false,
        head: { repository: name, branch: "fix/a b", commit: head },
        base: { repository: name, branch: "main", commit: base },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        mergedAt: null,
        mergeCommit: null,
        labels: ["bug"],
      });
    });

    test("a change without a body has an empty one; a draft is one", async () => {
      const { forge, name, repo } = await adapter.stage();
      repo.pushCommit("fix", { "a.ts": "1" });
      const number = repo.openPull({ head: "fix", body: null, draft: true });
      expect(await forge.change(name, number)).toMatchObject({ body: "", draft: true });
    });

    test("a change tells how it ended: merged by a commit, or closed", async () => {
      const { forge, name, repo } = await adapter.stage();
      repo.pushCommit("one", { "a.ts": "1" });
      const merged = repo.openPull({ head: "one" });
      const mergeCommit = repo.mergePull(merged);
      repo.pushCommit("two", { "b.ts": "1" });
      const closed = repo.openPull({ head: "two" });
      repo.closeIssue(closed);
      const time = expect.stringMatching(/Z$/);
      expect(await forge.change(name, merged)).toMatchObject({
        state: "merged",
        mergedAt: time,
        mergeCommit,
      });
      expect(await forge.change(name, closed)).toMatchObject({
        state: "closed",
        mergedAt: null,
        mergeCommit: null,
      });
    });

    test("a base branch that is gone leaves the commit that the change last had", async () => {
      const { forge, name, repo } = await adapter.stage();
      const base = repo.pushCommit("next", { "n.ts": "1" });
      repo.pushCommit("one", { "a.ts": "1" }, { from: "next" });
      const number = repo.openPull({ head: "one", base: "next" });
      repo.deleteBranch("next");
      expect((await forge.change(name, number)).base).toMatchObject({ branch: "next", commit: base });
    });

    test("the head of a fork's change is the fork's, and nobody's once the fork is gone", async () => {
      const { forge, name, repo, fork } = await adapter.stage();
      const other = fork("someone", "patch");
      const number = repo.openPull({ head: "someone:patch" });
      const { head, base } = await forge.change(name, number);
      expect(head.repository).toBe(`someone/${name.split("/")[1]}`);
      expect(base.repository).toBe(name);
      other.remove();
      expect((await forge.change(name, number)).head).toEqual({ ...head, repository: null });
    });

    test("the changes of a branch are the open ones from here, or from the fork that is named, newest first", async () => {
      const { forge, name, repo, fork, pass } = await adapter.stage();
      repo.pushCommit("fix", { "a.ts": "1" });
      repo.pushCommit("fix-2", { "a.ts": "1" });
      repo.branch("next", repo.tip());
      const first = repo.openPull({ head: "fix" });
      pass(SECOND);
      const second = repo.openPull({ head: "fix", base: "next" });
      repo.closeIssue(repo.openPull({ head: "fix" }));
      repo.openPull({ head: "fix-2" });
      fork("someone", "fix");
      const theirs = repo.openPull({ head: "someone:fix" });
      expect((await forge.changesOf(name, "fix")).map(({ number }) => number)).toEqual([second, first]);
      expect(await forge.changesOf(name, "nothing")).toEqual([]);
      const from: RepositoryName = `someone/${name.slice(name.indexOf("/") + 1)}`;
      expect((await forge.changesOf(name, "fix", from)).map(({ number }) => number)).toEqual([theirs]);
      expect(await forge.changesOf(name, "fix-2", from)).toEqual([]);
    });

    test("merged, squashed and rebased changes are found between two commits, newest first", async () => {
      const { forge, name, repo, rebaseMerge, pass } = await adapter.stage();
      const merge = (branch: string, how: (number: number) => string): number => {
        pass(60 * SECOND);
        for (const part of [1, 2]) repo.pushCommit(branch, { [`${branch}.ts`]: `${part}` });
        const number = repo.openPull({ head: branch });
        how(number);
        return number;
      };
      merge("before", (number) => repo.mergePull(number));
      const after = repo.tip();
      const merged = merge("merged", (number) => repo.mergePull(number));
      const squashed = merge("squashed", (number) => repo.mergePull(number, { method: "squash" }));
      repo.pushCommit("main", { "direct.ts": "1" });
      const rebased = merge("rebased", rebaseMerge);
      const until = repo.tip();
      const later = merge("later", (number) => repo.mergePull(number));
      repo.pushCommit("open", { "open.ts": "1" });
      repo.openPull({ head: "open" });
      const found = await forge.mergedSince(name, { after, until });
      expect(found.map(({ number }) => number)).toEqual([rebased, squashed, merged]);
      expect(found.every(({ state, mergeCommit }) => state === "merged" && mergeCommit !== null)).toBe(true);
      const all = await forge.mergedSince(name, { after, until: repo.tip() });
      expect(all.map(({ number }) => number)).toEqual([later, rebased, squashed, merged]);
      expect(await forge.mergedSince(name, { after: until, until })).toEqual([]);
    });

    test("of more than a hundred merged changes the newest hundred are told", async () => {
      const { forge, name, repo, pass } = await adapter.stage();
      const after = repo.tip();
      const numbers = Array.from({ length: 120 }, (_, index) => {
        pass(60 * SECOND);
        repo.pushCommit(`b${index}`, { [`f${index}.ts`]: "1" }, { from: "main" });
        const number = repo.openPull({ head: `b${index}` });
        repo.mergePull(number);
        return number;
      });
      const found = await forge.mergedSince(name, { after, until: repo.tip() });
      expect(found.map(({ number }) => number)).toEqual(numbers.toReversed().slice(0, 100));
    });

    test("the files of a change are listed on all pages, with what became of each", async () => {
      const { forge, name, repo } = await adapter.stage();
      const text = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
      repo.pushCommit("main", {
        "old.ts": text,
        "gone.ts": "unlike\n",
        "same.ts": "1\n",
        "edited.ts": "1\n",
      });
      const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`many/${index}.ts`, "1\n"]));
      repo.pushCommit("fix", {
        ...many,
        "old.ts": null,
        "new.ts": text,
        "gone.ts": null,
        "edited.ts": "2\n",
      });
      const files = await forge.changedFiles(name, repo.openPull({ head: "fix" }));
      const of = (path: string) => files.find((file) => file.path === path);
      expect(files.filter(({ path, change }) => path.startsWith("many/") && change === "added")).toHaveLength(
        130,
      );
      expect(files).toHaveLength(133);
      expect(of("new.ts")).toMatchObject({ change: "renamed", from: "old.ts" });
      expect(of("gone.ts")).toMatchObject({ change: "removed", from: null });
      expect(of("edited.ts")).toMatchObject({ change: "modified", from: null });
      expect(of("edited.ts")?.patch).toMatch(/^@@ .*\n-1\n\+2/);
    });
  });

  describe(`a file on ${adapter.name}`, () => {
    const odd = ["a/b c.txt", "q?x=1#f.txt", "100%25.txt", "über/合計.txt", "{owner}.txt", "a:b.txt"];

    test.each(odd)("named %s is read as it stood at the commit", async (path) => {
      const { forge, name, repo } = await adapter.stage();
      const before = repo.tip();
      const commit = repo.pushCommit("main", { [path]: "größer\n" });
      repo.pushCommit("main", { [path]: "later\n" });
      expect(await forge.file(name, path, commit)).toBe("größer\n");
      expect(await forge.file(name, path, before)).toBeNull();
    });

    test("keeps every character, and has U+FFFD where it is not UTF-8", async () => {
      const { forge, name, repo } = await adapter.stage();
      const commit = repo.pushCommit("main", {
        bom: "\ufeffa\r\n",
        empty: "",
        latin: Uint8Array.of(0x61, 0xe9, 0x62),
        "data.json": '{"a":1}',
      });
      expect(await forge.file(name, "bom", commit)).toBe("\ufeffa\r\n");
      expect(await forge.file(name, "empty", commit)).toBe("");
      expect(await forge.file(name, "latin", commit)).toBe("a\ufffdb");
      expect(await forge.file(name, "data.json", commit)).toBe('{"a":1}');
    });

    test("is none where there is a folder or nothing, and no way leads out of the repository", async () => {
      const { forge, name, repo } = await adapter.stage();
      const commit = repo.pushCommit("main", { "a/b.ts": "1" });
      for (const path of ["a", "", "a/b.ts/c", "../..", "..", "a/../README.md", "./README.md", "/README.md"])
        expect(await forge.file(name, path, commit), path).toBeNull();
    });

    test("of a commit or a repository that is not there is an error", async () => {
      const { forge, name } = await adapter.stage();
      const missing = { code: "forge_missing" };
      await expect(forge.file(name, "README.md", NOBODY)).rejects.toMatchObject(missing);
      await expect(forge.file("no/where", "README.md", NOBODY)).rejects.toMatchObject(missing);
    });
  });

  describe(`reports on ${adapter.name}`, () => {
    test("nothing has reported yet: that is an answer", async () => {
      const { forge, name, repo } = await adapter.stage();
      expect(await forge.reports(name, repo.tip())).toEqual({
        commit: repo.tip(),
        checkRuns: [],
        statuses: [],
      });
    });

    test.each([99, 101, 300])("%i check runs and as many statuses are all there", async (count) => {
      const { forge, name, repo } = await adapter.stage();
      const commit = repo.tip();
      for (let index = 0; index < count; index += 1) {
        repo.check(commit, { name: `check ${index}`, conclusion: index === 0 ? "failure" : "success" });
        repo.status(commit, { context: `status ${index}`, state: index === 0 ? "failure" : "success" });
      }
      const { checkRuns, statuses } = await forge.reports(name, commit);
      expect(new Set(checkRuns.map((run) => run.name)).size).toBe(count);
      expect(new Set(statuses.map((status) => status.context)).size).toBe(count);
      expect(checkRuns.filter(({ conclusion }) => conclusion === "failure")).toHaveLength(1);
      expect(statuses.filter(({ state }) => state === "failure")).toHaveLength(1);
    });

    test("a check run and a status of one name are both told", async () => {
      const { forge, name, repo } = await adapter.stage();
      repo.check(repo.tip(), { name: "build", conclusion: "success" });
      repo.status(repo.tip(), {
        context: "build",
        state: "error",
        description: "broken",
        url: "https://x.example",
      });
      const { checkRuns, statuses } = await forge.reports(name, repo.tip());
      expect(checkRuns).toMatchObject([{ name: "build", conclusion: "success" }]);
      expect(statuses).toEqual([
        {
          context: "build",
          state: "error",
          description: "broken",
          url: "https://x.example",
          at: expect.stringMatching(/Z$/),
        },
      ]);
    });

    test("of a check that ran again and of a status that was set again the newest counts", async () => {
      const { forge, name, repo, pass } = await adapter.stage();
      for (const [conclusion, state] of [
        ["failure", "failure"],
        ["success", "success"],
      ] as const) {
        repo.check(repo.tip(), { name: "test", conclusion, workflow: { again: true } });
        repo.status(repo.tip(), { context: "other", state });
        pass(SECOND);
      }
      const { checkRuns, statuses } = await forge.reports(name, repo.tip());
      expect(checkRuns).toMatchObject([{ name: "test", conclusion: "success", workflow: null }]);
      expect(statuses).toMatchObject([{ context: "other", state: "success" }]);
    });

    test("a job that ran again in its workflow run counts as it ended then", async () => {
      const { forge, name, repo, pass } = await adapter.stage();
      repo.check(repo.tip(), { name: "test", conclusion: "failure", job: true });
      pass(SECOND);
      repo.check(repo.tip(), { name: "test", conclusion: "success", workflow: { attempt: 2 } });
      const { checkRuns } = await forge.reports(name, repo.tip());
      expect(checkRuns).toMatchObject([{ name: "test", conclusion: "success", workflow: null }]);
    });

    test("two workflows, and two events of one, that have a job of one name are told one by one, with which they are", async () => {
      const { forge, name, repo, pass } = await adapter.stage();
      const [ci, docs] = [".github/workflows/ci.yml", ".github/workflows/docs.yml"];
      const report = (path: string, event: string, conclusion: string, again = false) => {
        repo.check(repo.tip(), { name: "build", conclusion, workflow: { path, event, again } });
        pass(SECOND);
      };
      report(ci, "push", "failure");
      report(docs, "push", "failure");
      report(ci, "pull_request", "success");
      report(docs, "push", "success", true);
      repo.check(repo.tip(), {
        name: "lint",
        conclusion: "success",
        workflow: { path: docs, event: "push" },
      });
      const brief = ({ checkRuns }: Awaited<ReturnType<Forge["reports"]>>) =>
        checkRuns
          .map((run) => [run.name, run.workflow?.path, run.workflow?.event, run.conclusion])
          .sort((a, b) => String(a).localeCompare(String(b)));
      const builds = [
        ["build", ci, "pull_request", "success"],
        ["build", ci, "push", "failure"],
        ["build", docs, "push", "success"],
      ];
      expect(brief(await forge.reports(name, repo.tip()))).toEqual([
        ...builds,
        ["lint", undefined, undefined, "success"],
      ]);
      const only = { checkRuns: ["build"], statuses: false };
      expect(brief(await forge.reports(name, repo.tip(), only))).toEqual(builds);
    });

    test("of another app the newest check run of a name counts, and stands for no job of the name", async () => {
      const { forge, name, repo, pass } = await adapter.stage();
      const commit = repo.tip();
      repo.check(commit, { name: "scan", app: "scanner", conclusion: "failure" });
      repo.check(commit, { name: "build", conclusion: "failure", job: true });
      pass(SECOND);
      repo.check(commit, { name: "scan", app: "scanner", conclusion: "success" });
      repo.check(commit, { name: "build", app: "scanner", conclusion: "success" });
      const { checkRuns } = await forge.reports(name, commit);
      expect(checkRuns.map((run) => [run.app, run.name, run.conclusion].join(" ")).sort()).toEqual([
        "github-actions build failure",
        "scanner build success",
        "scanner scan success",
      ]);
    });

    test("two apps that use one name are two checks", async () => {
      const { forge, name, repo } = await adapter.stage();
      repo.check(repo.tip(), { name: "lint", app: "one", conclusion: "failure" });
      repo.check(repo.tip(), { name: "lint", app: "two", conclusion: "success" });
      const { checkRuns } = await forge.reports(name, repo.tip());
      expect(checkRuns.map(({ app, conclusion }) => [app, conclusion]).sort()).toEqual([
        ["one", "failure"],
        ["two", "success"],
      ]);
    });

    test("what runs has no conclusion; what is of the forge's own CI has its job and run, what is not has none", async () => {
      const { forge, name, repo } = await adapter.stage();
      const commit = repo.tip();
      const job = repo.check(commit, {
        name: "test",
        job: true,
        status: "in_progress",
        title: "T",
        summary: "S",
      });
      const detailsUrl = "https://ci.example/o/r/actions/runs/7/job/8";
      repo.check(commit, { name: "other", app: "elsewhere", conclusion: "timed_out", detailsUrl });
      const { checkRuns } = await forge.reports(name, commit);
      expect(checkRuns.find((run) => run.name === "test")).toMatchObject({
        id: job.id,
        job: job.id,
        workflowRun: job.workflowRun,
        status: "in_progress",
        conclusion: null,
        completedAt: null,
        title: "T",
        summary: "S",
        annotations: 0,
      });
      expect(checkRuns.find((run) => run.name === "other")).toMatchObject({
        app: "elsewhere",
        job: null,
        workflowRun: null,
        conclusion: "timed_out",
        title: "",
        summary: "",
      });
      repo.updateCheck(job.id, { conclusion: "failure" });
      const later = await forge.reports(name, commit);
      expect(later.checkRuns.find((run) => run.name === "test")).toMatchObject({
        status: "completed",
        conclusion: "failure",
        completedAt: expect.stringMatching(/Z$/),
      });
    });

    test("only what is asked for is told: check runs of some names, and statuses or not", async () => {
      const { forge, name, repo } = await adapter.stage();
      const commit = repo.tip();
      for (const check of ["a", "b (1, x)", "c"]) repo.check(commit, { name: check, conclusion: "failure" });
      repo.status(commit, { context: "a", state: "success" });
      const some = await forge.reports(name, commit, {
        checkRuns: ["a", "b (1, x)", "none", "a"],
        statuses: false,
      });
      expect(some.checkRuns.map((run) => run.name).sort()).toEqual(["a", "b (1, x)"]);
      expect(some.statuses).toEqual([]);
      const statuses = await forge.reports(name, commit, { checkRuns: [], statuses: true });
      expect(statuses).toMatchObject({ checkRuns: [], statuses: [{ context: "a" }] });
    });

    test("reports of a commit that is not there are an error, not silence", async () => {
      const { forge, name } = await adapter.stage();
      await expect(forge.reports(name, NOBODY)).rejects.toMatchObject({ code: "forge_missing" });
    });

    test("annotations come from all pages, with their place and words", async () => {
      const { forge, name, repo } = await adapter.stage();
      const annotations = Array.from({ length: 120 }, (_, index) => ({
        path: `src/${index}.ts`,
        start_line: index + 1,
        end_line: index + 2,
        annotation_level: "failure" as const,
        title: index === 0 ? null : "Title",
        message: `message ${index}`,
      }));
      const { id } = repo.check(repo.tip(), { name: "lint", conclusion: "failure", annotations });
      const found = await forge.annotations(name, id);
      expect(found).toHaveLength(120);
      expect(found[0]).toEqual({
        path: "src/0.ts",
        line: 1,
        endLine: 2,
        level: "failure",
        title: "",
        message: "message 0",
      });
      expect((await forge.reports(name, repo.tip())).checkRuns[0]?.annotations).toBe(120);
    });

    test("the log of a job comes as it was written; without one there is none", async () => {
      const { forge, name, repo } = await adapter.stage();
      const log = "\ufeff2026-01-05T10:00:00Z \u001b[31mrot\u001b[0m größer\r\n";
      const check = (options: Parameters<typeof repo.check>[1]) => repo.check(repo.tip(), options).id;
      const written = check({ name: "a", conclusion: "failure", log });
      const running = check({ name: "b", status: "in_progress", job: true });
      const expired = check({ name: "c", conclusion: "failure", log, logGone: true });
      const empty = check({ name: "d", conclusion: "failure", log: "" });
      const foreign = check({ name: "e", conclusion: "failure", app: "elsewhere" });
      expect(await textOf(await forge.jobLog(name, written))).toBe(log);
      for (const job of [running, expired, empty, foreign, 1])
        expect(await forge.jobLog(name, job)).toBeNull();
    });

    test("a workflow run tells its file and commit, its jobs their steps", async () => {
      const { forge, name, repo } = await adapter.stage();
      const workflow = { name: "CI", path: ".github/workflows/ci.yml", event: "push" };
      const steps = [
        { name: "Set up job", conclusion: "success" },
        { name: "Run npm test", conclusion: "failure" },
      ];
      const many = Array.from({ length: 105 }, (_, index) =>
        repo.check(repo.tip(), { name: `test ${index}`, conclusion: "failure", workflow, steps }),
      );
      const id = many[0]?.workflowRun ?? 0;
      expect(await forge.workflowRun(name, id)).toMatchObject({
        id,
        name: "CI",
        commit: repo.tip(),
        branch: "main",
        event: "push",
        path: ".github/workflows/ci.yml",
        changes: [],
      });
      const jobs = await forge.jobs(name, id);
      expect(jobs.map((job) => job.id).sort()).toEqual(many.map((check) => check.id).sort());
      expect(jobs[0]).toMatchObject({ conclusion: "failure", steps });
    });

    test("a workflow run that a person has to approve is told as held until they do, those that run are not", async () => {
      const { forge, name, repo } = await adapter.stage();
      const sha = repo.pushCommit("fix", { "a.ts": "1" });
      repo.check(sha, { name: "lint", conclusion: "success", workflow: { name: "Lint" } });
      const path = ".github/workflows/ci.yml";
      const id = repo.startRun(sha, { name: "CI", path, event: "pull_request", held: true });
      const held = await forge.heldRuns(name, sha);
      expect(held).toEqual([
        { id, name: "CI", path, event: "pull_request", url: expect.stringMatching(/^http/) },
      ]);
      expect(await forge.heldRuns(name, repo.tip())).toEqual([]);
      repo.approveRun(id);
      expect(await forge.heldRuns(name, sha)).toEqual([]);
    });
  });

  describe(`issues on ${adapter.name}`, () => {
    test("issues with all of the labels come from all pages, newest first, without changes among them", async () => {
      const { forge, name, repo, pass } = await adapter.stage();
      const numbers = Array.from({ length: 130 }, (_, index) => {
        pass(SECOND);
        return repo.openIssue({ title: `issue ${index}`, labels: ["qa", "ci"] });
      });
      repo.openIssue({ title: "other", labels: ["qa"] });
      repo.pushCommit("fix", { "a.ts": "1" });
      repo.openPull({ head: "fix", labels: ["qa", "ci"] });
      repo.closeIssue(numbers[0] ?? 0, undefined);
      const numbersOf = async (state: "open" | "closed" | "all", labels = ["QA", "ci"]) =>
        (await forge.issues(name, { labels, state })).map(({ number }) => number);
      expect(await numbersOf("all")).toEqual(numbers.toReversed());
      expect(await numbersOf("open")).toEqual(numbers.slice(1).toReversed());
      expect(await numbersOf("closed")).toEqual(numbers.slice(0, 1));
      expect(await numbersOf("all", ["qa", "never"])).toEqual([]);
    });

    test("an issue is opened with labels that are made for it, is read back, closed and opened again", async () => {
      const { forge, name, repo } = await adapter.stage();
      const body = "<!-- assay:key --> @everyone `x`";
      const opened = await forge.openIssue(name, {
        title: "Flaky",
        body,
        labels: ["flaky", "assay:needs-person"],
      });
      expect(opened).toMatchObject({ title: "Flaky", body, state: "open", closedAt: null });
      expect([...opened.labels].sort()).toEqual(["assay:needs-person", "flaky"]);
      repo.closeIssue(opened.number, "2026-01-05T10:00:00Z");
      expect(await forge.issue(name, opened.number)).toEqual({
        ...opened,
        state: "closed",
        closedAt: "2026-01-05T10:00:00Z",
      });
      await forge.reopenIssue(name, opened.number);
      expect(await forge.issue(name, opened.number)).toEqual(opened);
    });

    test("comments on an issue and on a change come from all pages, oldest first", async () => {
      const { forge, name, repo } = await adapter.stage();
      repo.pushCommit("fix", { "a.ts": "1" });
      const change = repo.openPull({ head: "fix" });
      for (let index = 0; index < 130; index += 1) repo.comment(change, `comment ${index}`, "ada");
      const written = await forge.comment(name, change, "<!-- assay:key -->\nsaid");
      const comments = await forge.comments(name, change);
      expect(comments.map(({ body }) => body)).toEqual([
        ...Array.from({ length: 130 }, (_, index) => `comment ${index}`),
        "<!-- assay:key -->\nsaid",
      ]);
      expect(comments[0]).toMatchObject({ author: "ada", at: expect.stringMatching(/Z$/) });
      expect(comments.at(-1)).toEqual(written);
      expect(await forge.comments(name, repo.openIssue({ title: "quiet" }))).toEqual([]);
    });

    test("who wrote something is told: whoever asks, the team or an app of it, or an outsider", async () => {
      const { forge, name, repo } = await adapter.stage({ people: ["ada"] });
      const number = repo.openIssue({ title: "a", author: "mallory" });
      for (const author of ["ada", "linter[bot]", "mallory"]) repo.comment(number, "said", author);
      const { author } = await forge.comment(name, number, "ours");
      expect(author).toBe(await forge.asker(name));
      expect((await forge.comments(name, number)).slice(0, 3)).toMatchObject([
        { author: "ada", byInsider: true },
        { author: "linter[bot]", byInsider: true },
        { author: "mallory", byInsider: false },
      ]);
      expect(await forge.issue(name, number)).toMatchObject({ byTeam: false, byInsider: false });
    });

    test("labels are added to what is there; a missing one is made, one that differs by case is not", async () => {
      const { forge, name, repo } = await adapter.stage();
      const number = repo.openIssue({ title: "a", labels: ["bug"] });
      await forge.label(name, number, ["Flaky", "BUG", "needs a person/now"]);
      expect([...(await forge.issue(name, number)).labels].sort()).toEqual([
        "Flaky",
        "bug",
        "needs a person/now",
      ]);
      await forge.label(name, number, []);
      await forge.label(name, number, ["flaky"]);
      expect((await forge.issue(name, number)).labels).toHaveLength(3);
    });

    test("people are assigned; who the forge does not take comes back", async () => {
      const { forge, name, repo } = await adapter.stage({ people: ["ada", "bob"] });
      const number = repo.openIssue({ title: "a" });
      expect(await forge.assign(name, number, ["ada", "nobody", "org/team"])).toEqual(["nobody", "org/team"]);
      expect(repo.issue(number).assignees).toEqual(["ada"]);
      expect(await forge.assign(name, number, ["org/team"])).toEqual(["org/team"]);
      expect(await forge.assign(name, number, ["bob"])).toEqual([]);
    });

    test("a body that is too long is refused in the forge's words, and nothing is written", async () => {
      const { forge, name, repo } = await adapter.stage();
      const number = repo.openIssue({ title: "a" });
      await expect(forge.comment(name, number, "x".repeat(1_100_000))).rejects.toMatchObject({
        code: "forge_refused",
        message: expect.stringMatching(/too long/i),
      });
      expect(repo.commentsOf(number)).toEqual([]);
    });
  });

  describe(`a repository on ${adapter.name}`, () => {
    test("is public or not", async () => {
      const open = await adapter.stage();
      expect(await open.forge.isPublic(open.name)).toBe(true);
      const closed = await adapter.stage({ private: true });
      expect(await closed.forge.isPublic(closed.name)).toBe(false);
    });

    test("that is not there is missing to whatever is asked, and a name that is none is refused", async () => {
      const { forge } = await adapter.stage();
      const at = "no/where";
      const asked: readonly (() => Promise<unknown>)[] = [
        () => forge.isPublic(at),
        () => forge.change(at, 1),
        () => forge.changesOf(at, "main"),
        () => forge.mergedSince(at, { after: NOBODY, until: NOBODY }),
        () => forge.changedFiles(at, 1),
        () => forge.reports(at, NOBODY),
        () => forge.annotations(at, 1),
        () => forge.jobs(at, 1),
        () => forge.workflowRun(at, 1),
        () => forge.heldRuns(at, NOBODY),
        () => forge.issue(at, 1),
        () => forge.issues(at, { labels: [], state: "all" }),
        () => forge.comments(at, 1),
        () => forge.comment(at, 1, "a"),
        () => forge.reopenIssue(at, 1),
        () => forge.assign(at, 1, ["ada"]),
      ];
      for (const ask of asked)
        await expect(ask(), String(ask)).rejects.toMatchObject({ code: "forge_missing" });
      for (const name of ["../user", "a/..", "a/b/c", "a b/c"] as const)
        await expect(forge.isPublic(name as RepositoryName)).rejects.toMatchObject({ code: "forge_refused" });
    });

    test("has changes, issues and runs by number: one that is not there is missing", async () => {
      const { forge, name, repo } = await adapter.stage();
      const number = repo.openIssue({ title: "no change" });
      const missing = { code: "forge_missing" };
      await expect(forge.change(name, number)).rejects.toMatchObject(missing);
      await expect(forge.issue(name, 77)).rejects.toMatchObject(missing);
      await expect(forge.workflowRun(name, 77)).rejects.toMatchObject(missing);
      await expect(forge.mergedSince(name, { after: NOBODY, until: repo.tip() })).rejects.toMatchObject(
        missing,
      );
    });
  });
}
