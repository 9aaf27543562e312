import { describe, expect, test } from "vitest";
import type { CiFeed } from "../../knowledge/ports/ci-feed.ts";
import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";
import { zip } from "../support/zip.ts";

type Staged = Pick<
  GithubRepository,
  | "pushCommit"
  | "tip"
  | "branch"
  | "deleteBranch"
  | "openPull"
  | "check"
  | "status"
  | "startRun"
  | "rerun"
  | "artifact"
>;

/** A forge of the test's own with one repository, which has a first commit of `README.md`, and the adapter to ask. */
export interface CiFeedStage {
  readonly feed: CiFeed;
  readonly name: RepositoryName;
  readonly repo: Staged;
  /** Another repository; `empty`: without a commit. */
  add(name: RepositoryName, how?: { readonly private?: boolean; readonly empty?: boolean }): Staged;
  rename(name: RepositoryName, to: RepositoryName): void;
  archive(name: RepositoryName): void;
  /** A fork whose branch `main` has one commit more, which is told. */
  fork(owner: string): { readonly commit: string; remove(): void };
  /** Lets time go by. */
  pass(milliseconds: number): void;
}

export interface CiFeedAdapter {
  readonly name: string;
  stage(): Promise<CiFeedStage>;
}

const NOBODY = "0".repeat(40);
const DAY = 24 * 60 * 60 * 1_000;

async function bytesOf(file: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  if (file === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of file) parts.push(part);
  return Buffer.concat(parts);
}

/** What every adapter of the CI feed answers. */
export function ciFeedContract(adapter: CiFeedAdapter): void {
  describe(`tips on ${adapter.name}`, () => {
    test("a tip has its branch, its commit with its time, and what all checks say together", async () => {
      const { feed, name, repo } = await adapter.stage();
      const commit = repo.pushCommit("main", { "a.ts": "1" }, { at: "2026-01-05T08:00:00Z" });
      repo.pushCommit("feature", { "a.ts": "2" });
      expect(await feed.heads([name])).toEqual([
        {
          kind: "branch",
          asked: name,
          repository: name,
          branch: "main",
          commit,
          committedAt: "2026-01-05T08:00:00Z",
          rollup: null,
          isPublic: true,
          archived: false,
        },
      ]);
    });

    test.each([
      [[], [], null],
      [["success"], [], "success"],
      [["success", "failure"], [], "failure"],
      [["success", null], [], "pending"],
      [["skipped", "neutral"], ["success"], "success"],
      [["success"], ["pending"], "pending"],
      [["success"], ["failure"], "failure"],
    ] as const)("check runs %j and statuses %j are together %s", async (runs, statuses, rollup) => {
      const { feed, name, repo } = await adapter.stage();
      runs.forEach((conclusion, index) => void repo.check(repo.tip(), { name: `c${index}`, conclusion }));
      statuses.forEach((state, index) => void repo.status(repo.tip(), { context: `s${index}`, state }));
      expect(await feed.heads([name])).toMatchObject([{ rollup }]);
    });

    test("many are answered in the order asked, those that are missing, empty, private and archived among them", async () => {
      const { feed, name, add, archive } = await adapter.stage();
      add("octo/hidden", { private: true });
      add("octo/empty", { empty: true });
      add("octo/old");
      archive("octo/old");
      const many = Array.from({ length: 120 }, (_, index): RepositoryName => `octo/r${index}`);
      for (const one of many) add(one);
      const asked: RepositoryName[] = [
        "octo/nothing",
        ...many,
        "octo/empty",
        "octo/old",
        "octo/hidden",
        name,
        name,
      ];
      const heads = await feed.heads(asked);
      expect(heads.map((head) => head.asked)).toEqual(asked);
      const [first, ...rest] = heads;
      expect(first).toEqual({ kind: "missing", asked: "octo/nothing" });
      expect(rest.slice(0, 120).every(({ kind }) => kind === "branch")).toBe(true);
      expect(rest.slice(120)).toMatchObject([
        { kind: "empty", repository: "octo/empty" },
        { kind: "branch", archived: true },
        { kind: "branch", isPublic: false },
        { kind: "branch", repository: name },
        { kind: "branch", repository: name },
      ]);
      expect(await feed.heads([])).toEqual([]);
    });

    test("a repository that was renamed answers under its old name, and tells the new one", async () => {
      const { feed, name, rename, repo } = await adapter.stage();
      const commit = repo.tip();
      rename(name, "octo/new");
      expect(await feed.heads([name])).toMatchObject([{ asked: name, repository: "octo/new", commit }]);
    });

    test("a name that could mean something in a query is only a name", async () => {
      const { feed } = await adapter.stage();
      const asked: RepositoryName = "octo/__typename";
      expect(await feed.heads([asked])).toEqual([{ kind: "missing", asked }]);
      await expect(feed.heads(['octo/x") { id } y: repository(owner: "a'])).rejects.toMatchObject({
        code: "forge_refused",
      });
    });
  });

  describe(`relations on ${adapter.name}`, () => {
    test("commits are the same, ahead, behind, diverged, or unknown where one is not there", async () => {
      const { feed, name, repo } = await adapter.stage();
      const first = repo.tip();
      const second = repo.pushCommit("main", { "a.ts": "1" });
      const other = repo.pushCommit("side", { "b.ts": "1" }, { from: first });
      expect(await feed.relation(name, second, second)).toBe("same");
      expect(await feed.relation(name, first, second)).toBe("ahead");
      expect(await feed.relation(name, second, first)).toBe("behind");
      expect(await feed.relation(name, second, other)).toBe("diverged");
      expect(await feed.relation(name, NOBODY, second)).toBe("unknown");
      expect(await feed.relation(name, second, NOBODY)).toBe("unknown");
    });
  });

  describe(`runs on ${adapter.name}`, () => {
    test("runs of the branch in the range come newest first; its beginning counts, its end does not", async () => {
      const { feed, name, repo } = await adapter.stage();
      const at = (time: string, name = time) => repo.startRun(repo.tip(), { name, at: time, again: true });
      at("2026-01-04T23:59:59Z");
      const first = at("2026-01-05T00:00:00Z", "First");
      const second = at("2026-01-06T12:00:00Z", "Second");
      at("2026-01-12T00:00:00Z");
      const side = repo.pushCommit("side", { "s.ts": "1" });
      repo.startRun(side, { at: "2026-01-06T12:00:00Z" });
      repo.check(repo.tip(), {
        name: "test",
        conclusion: "failure",
        workflow: { name: "Second", path: undefined },
      });
      const range = { branch: "main", since: "2026-01-05T00:00:00Z", until: "2026-01-12T00:00:00Z" };
      const runs = await feed.workflowRuns(name, range);
      expect(runs.map(({ id }) => id)).toEqual([second, first]);
      expect(runs[0]).toEqual({
        id: second,
        name: "Second",
        path: ".github/workflows/second.yml",
        event: "push",
        commit: repo.tip(),
        attempt: 1,
        conclusion: "failure",
        url: expect.stringContaining(`/${second}`),
        createdAt: "2026-01-06T12:00:00Z",
      });
      expect(await feed.workflowRuns(name, { ...range, until: range.since })).toEqual([]);
    });

    test("a run of a fork's branch of the same name is left out, one whose fork is gone too", async () => {
      const { feed, name, repo, fork } = await adapter.stage();
      const own = repo.startRun(repo.tip(), { at: "2026-01-06T12:00:00Z" });
      const { commit, remove } = fork("guest");
      repo.openPull({ head: "guest:main", title: "From outside" });
      repo.startRun(commit, { at: "2026-01-06T13:00:00Z" });
      const range = { branch: "main", since: "2026-01-05T00:00:00Z", until: "2026-01-12T00:00:00Z" };
      const ids = async () => (await feed.workflowRuns(name, range)).map(({ id }) => id);
      expect(await ids()).toEqual([own]);
      remove();
      expect(await ids()).toEqual([own]);
    });

    test("more runs than one search tells are all found, each once", async () => {
      const { feed, name, repo } = await adapter.stage();
      const begin = Date.parse("2026-01-05T00:00:00Z");
      const ids = new Set<number>();
      for (let index = 0; index < 1_300; index += 1)
        ids.add(repo.startRun(repo.tip(), { at: begin + index * 60_000, again: true }));
      const runs = await feed.workflowRuns(name, {
        branch: "main",
        since: "2026-01-05T00:00:00Z",
        until: "2026-01-12T00:00:00Z",
      });
      expect(runs).toHaveLength(1_300);
      expect(new Set(runs.map(({ id }) => id))).toEqual(ids);
    });

    test("the jobs of an attempt have the times of their steps; each attempt has its own", async () => {
      const { feed, name, repo } = await adapter.stage();
      const time = (text: string) => Date.parse(`2026-01-05T${text}Z`);
      const { id, workflowRun } = repo.check(repo.tip(), {
        name: "test",
        job: true,
        conclusion: "failure",
        startedAt: time("08:00:00"),
        completedAt: time("08:10:00"),
        steps: [
          {
            name: "Set up",
            conclusion: "success",
            startedAt: time("08:00:01"),
            completedAt: time("08:00:09"),
          },
          {
            name: "Run tests",
            conclusion: "failure",
            startedAt: time("08:00:09"),
            completedAt: time("08:09:59"),
          },
        ],
      });
      expect(repo.rerun(workflowRun!)).toBe(2);
      const waiting = repo.check(repo.tip(), { name: "test", job: true });
      expect(await feed.timedJobs(name, workflowRun!, 1)).toEqual([
        {
          id,
          name: "test",
          conclusion: "failure",
          url: expect.stringContaining(String(id)),
          startedAt: "2026-01-05T08:00:00Z",
          completedAt: "2026-01-05T08:10:00Z",
          steps: [
            {
              name: "Set up",
              number: 1,
              conclusion: "success",
              startedAt: "2026-01-05T08:00:01Z",
              completedAt: "2026-01-05T08:00:09Z",
            },
            {
              name: "Run tests",
              number: 2,
              conclusion: "failure",
              startedAt: "2026-01-05T08:00:09Z",
              completedAt: "2026-01-05T08:09:59Z",
            },
          ],
        },
      ]);
      expect(await feed.timedJobs(name, workflowRun!, 2)).toMatchObject([
        { id: waiting.id, conclusion: null, startedAt: null, completedAt: null, steps: [] },
      ]);
      await expect(feed.timedJobs(name, workflowRun!, 3)).rejects.toMatchObject({ code: "forge_missing" });
    });

    test("files that a run left are listed, all pages, and come as they are until they expire", async () => {
      const { feed, name, repo, pass } = await adapter.stage();
      const run = repo.startRun(repo.tip());
      const other = repo.startRun(repo.tip(), { again: true });
      const evidence = zip([{ name: "report.xml", data: "<testsuites/>" }]);
      const id = repo.artifact(run, { name: "evidence", zip: evidence, keptFor: DAY });
      repo.artifact(other, { name: "evidence", zip: evidence });
      for (let index = 0; index < 110; index += 1)
        repo.artifact(run, { name: `part-${index}`, zip: evidence });
      const listed = await feed.runArtifacts(name, run);
      expect(listed).toHaveLength(111);
      expect(listed).toContainEqual({ id, name: "evidence", bytes: evidence.byteLength, expired: false });
      expect(await bytesOf(await feed.runArtifact(name, id))).toEqual(Buffer.from(evidence));
      pass(DAY);
      expect(await feed.runArtifacts(name, run)).toContainEqual(
        expect.objectContaining({ id, expired: true }),
      );
      expect(await feed.runArtifact(name, id)).toBeNull();
      expect(await feed.runArtifact(name, 1)).toBeNull();
    });
  });
}
