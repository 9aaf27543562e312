import { describe, expect, test } from "vitest";
import type { ChangeRequests } from "../../knowledge/ports/change-requests.ts";
import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";

export interface ChangeRequestsStage {
  readonly requests: ChangeRequests;
  readonly name: RepositoryName;
  readonly repo: Pick<
    GithubRepository,
    "pushCommit" | "tip" | "openPull" | "closeIssue" | "mergePull" | "issue" | "file"
  >;
  /** A fork with a branch of this name. */
  fork(owner: string, branch: string): void;
  /** Makes the forge refuse the next merge in these words. */
  protect(words: string): void;
}

export interface ChangeRequestsAdapter {
  readonly name: string;
  stage(): Promise<ChangeRequestsStage>;
}

const BRANCH = "assay/knowledge/1a2b3c";
const NEW = {
  branch: BRANCH,
  into: "main",
  title: "Learn 2 records",
  body: "Why.",
  labels: ["assay:proposal"],
};

/** What every adapter of change requests answers. */
export function changeRequestsContract(adapter: ChangeRequestsAdapter): void {
  describe(`change requests on ${adapter.name}`, () => {
    test("one is opened with its labels, which are made where they are missing, and found again", async () => {
      const { requests, name, repo } = await adapter.stage();
      expect(await requests.find(name, BRANCH)).toEqual([]);
      const head = repo.pushCommit(BRANCH, { "a.md": "1" });
      const opened = await requests.open(name, NEW);
      expect(opened).toMatchObject({
        repository: name,
        title: "Learn 2 records",
        body: "Why.",
        state: "open",
        draft: false,
        head: { repository: name, branch: BRANCH, commit: head },
        base: { repository: name, branch: "main", commit: repo.tip() },
        mergeCommit: null,
        labels: ["assay:proposal"],
      });
      expect(await requests.find(name, BRANCH)).toEqual([opened]);
    });

    test("those that were closed and merged are found too, newest first; those of forks and other branches are not", async () => {
      const { requests, name, repo, fork } = await adapter.stage();
      repo.pushCommit(BRANCH, { "a.md": "1" });
      const closed = await requests.open(name, NEW);
      await requests.close(name, closed.number);
      const merged = await requests.open(name, NEW);
      repo.mergePull(merged.number);
      repo.pushCommit(BRANCH, { "b.md": "1" });
      const opened = await requests.open(name, { ...NEW, labels: [] });
      repo.pushCommit("assay/knowledge/other", { "c.md": "1" });
      await requests.open(name, { ...NEW, branch: "assay/knowledge/other" });
      fork("guest", BRANCH);
      repo.openPull({ head: `guest:${BRANCH}` });
      const found = await requests.find(name, BRANCH);
      expect(found.map(({ number, state }) => [number, state])).toEqual([
        [opened.number, "open"],
        [merged.number, "merged"],
        [closed.number, "closed"],
      ]);
    });

    test("a second one for the same branch, one without a commit and one without a branch are refused", async () => {
      const { requests, name, repo } = await adapter.stage();
      const refused = { code: "forge_refused" };
      await expect(requests.open(name, NEW)).rejects.toMatchObject(refused);
      repo.pushCommit(BRANCH, { "a.md": "1" });
      await requests.open(name, NEW);
      await expect(requests.open(name, NEW)).rejects.toMatchObject({
        ...refused,
        data: { reason: expect.stringContaining("already exists") },
      });
      await expect(requests.open(name, { ...NEW, into: "nothing" })).rejects.toMatchObject(refused);
      await expect(requests.open(name, { ...NEW, branch: "main" })).rejects.toMatchObject(refused);
      expect(await requests.find(name, BRANCH)).toHaveLength(1);
    });

    test("its text is changed, and nothing else of it; closing one that is closed changes nothing", async () => {
      const { requests, name, repo } = await adapter.stage();
      repo.pushCommit(BRANCH, { "a.md": "1" });
      const opened = await requests.open(name, NEW);
      await requests.edit(name, opened.number, { title: "Learn 3 records", body: "" });
      expect(await requests.find(name, BRANCH)).toEqual([{ ...opened, title: "Learn 3 records", body: "" }]);
      await requests.close(name, opened.number);
      await requests.close(name, opened.number);
      expect(await requests.find(name, BRANCH)).toMatchObject([
        { state: "closed", title: "Learn 3 records" },
      ]);
      await expect(requests.edit(name, 999, { title: "x", body: "" })).rejects.toMatchObject({
        code: "forge_missing",
      });
    });

    test("it is merged at the head that was looked at, and not at another", async () => {
      const { requests, name, repo } = await adapter.stage();
      const seen = repo.pushCommit(BRANCH, { "a.md": "1" });
      const { number } = await requests.open(name, NEW);
      const head = repo.pushCommit(BRANCH, { "a.md": "2" });
      expect(await requests.merge(name, number, seen)).toEqual({
        kind: "refused",
        why: expect.stringMatching(/modified/i),
      });
      const merged = await requests.merge(name, number, head);
      expect(merged).toEqual({ kind: "merged", commit: repo.tip() });
      expect(repo.file("a.md")).toBe("2");
      expect(await requests.find(name, BRANCH)).toMatchObject([{ state: "merged", mergeCommit: repo.tip() }]);
      expect(await requests.merge(name, number, head)).toMatchObject({ kind: "refused" });
    });

    test("a conflict and a rule of the repository refuse a merge in the forge's words", async () => {
      const { requests, name, repo, protect } = await adapter.stage();
      const head = repo.pushCommit(BRANCH, { "README.md": "ours\n" });
      const { number } = await requests.open(name, NEW);
      protect("At least 1 approving review is required by reviewers with write access.");
      expect(await requests.merge(name, number, head)).toEqual({
        kind: "refused",
        why: "At least 1 approving review is required by reviewers with write access.",
      });
      repo.pushCommit("main", { "README.md": "theirs\n" });
      const tip = repo.tip();
      expect(await requests.merge(name, number, head)).toMatchObject({ kind: "refused" });
      expect(repo.tip()).toBe(tip);
      await expect(requests.merge(name, 999, head)).rejects.toMatchObject({ code: "forge_missing" });
    });
  });
}
