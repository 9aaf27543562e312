import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { RepositoryName } from "../../knowledge/ports/forge.ts";
import type { RequestBranch } from "../../knowledge/ports/request-branch.ts";
import type { GithubRepository } from "../support/github/repository-controls.ts";

/** A bare repository that git knows too, with a first commit of `files` on `main`, and the adapter to ask. */
export interface RequestBranchStage {
  readonly branches: RequestBranch;
  readonly name: RepositoryName;
  readonly directory: string;
  readonly repo: Pick<GithubRepository, "pushCommit" | "tip" | "branch" | "deleteBranch" | "file">;
  /** Requests that were made so far. */
  requests(): number;
  /** Makes another branch the default one. */
  makeDefault(branch: string): void;
}

export interface RequestBranchAdapter {
  readonly name: string;
  stage(files: Readonly<Record<string, string | Uint8Array>>): Promise<RequestBranchStage>;
}

const NOBODY = "0".repeat(40);
const BRANCH = "assay/knowledge/1a2b3c";

/** What every adapter of request branches answers. */
export function requestBranchContract(adapter: RequestBranchAdapter): void {
  const first = { branch: BRANCH, head: null, title: "Learn 1 record", body: "Why.\n\nMore." };

  describe(`reading on ${adapter.name}`, () => {
    test("tips are where the default branch and this one are, null where there is none", async () => {
      const { branches, name, repo } = await adapter.stage({ "README.md": "1\n" });
      const defaultBranch = { name: "main", commit: repo.tip() };
      expect(await branches.tips(name, BRANCH)).toEqual({ defaultBranch, branch: null });
      const branch = repo.pushCommit(BRANCH, { "a.md": "1" });
      expect(await branches.tips(name, BRANCH)).toEqual({ defaultBranch, branch });
      await expect(branches.tips("octo/nothing", BRANCH)).rejects.toMatchObject({ code: "forge_missing" });
    });

    test("folders have their own files, not those below; one that is not there has none", async () => {
      const { branches, name, repo } = await adapter.stage({
        "README.md": "top\n",
        "k/a.md": "a\n",
        "k/ä b.md": "\u{1f600}\r\n",
        "k/deep/c.md": "c\n",
        "k/copy.md": "a\n",
        "k/empty.md": "",
        "k/image.png": Buffer.from([137, 80, 0, 1]),
        "other/d.md": "d\n",
      });
      const files = await branches.folders(name, repo.tip(), ["k/deep", "k", "nothing", "k/a.md", "../k"]);
      expect(files.map(({ path, text }) => [path, text])).toEqual([
        ["k/deep/c.md", "c\n"],
        ["k/a.md", "a\n"],
        ["k/copy.md", "a\n"],
        ["k/empty.md", ""],
        ["k/image.png", null],
        ["k/ä b.md", "\u{1f600}\r\n"],
      ]);
      const oids = new Map(files.map(({ path, oid }) => [path, oid]));
      expect(oids.get("k/copy.md")).toBe(oids.get("k/a.md"));
      expect(oids.get("k/a.md")).toBe("78981922613b2afb6025042ff6bd878ac1994e85");
      expect((await branches.folders(name, repo.tip(), [""])).map(({ path }) => path)).toEqual(["README.md"]);
      expect(await branches.folders(name, repo.tip(), [])).toEqual([]);
    });

    test("the folders below one are named, and those below them are not", async () => {
      const { branches, name, repo } = await adapter.stage({
        "README.md": "top\n",
        "k/a.md": "a\n",
        "k/zeta/a.md": "a\n",
        "k/deep/er/c.md": "c\n",
      });
      expect(await branches.subfolders(name, repo.tip(), "k")).toEqual(["deep", "zeta"]);
      expect(await branches.subfolders(name, repo.tip(), "k/deep/")).toEqual(["er"]);
      for (const none of ["nothing", "k/a.md", "k/zeta"])
        expect(await branches.subfolders(name, repo.tip(), none)).toEqual([]);
      expect(await branches.subfolders(name, repo.tip(), "")).toEqual(["k"]);
      await expect(branches.subfolders(name, NOBODY, "k")).rejects.toMatchObject({ code: "forge_missing" });
    });

    test("files are read as they were at the commit, and a commit that is not there is missing, not empty", async () => {
      const { branches, name, repo } = await adapter.stage({ "k/a.md": "1\n" });
      const before = repo.tip();
      repo.pushCommit("main", { "k/a.md": "2\n", "k/b.md": "3\n" });
      const texts = async (commit: string) =>
        (await branches.folders(name, commit, ["k"])).map(({ text }) => text);
      expect(await texts(before)).toEqual(["1\n"]);
      expect(await texts(repo.tip())).toEqual(["2\n", "3\n"]);
      await expect(branches.folders(name, NOBODY, ["k"])).rejects.toMatchObject({ code: "forge_missing" });
    });

    test("a long text comes whole, and what has not changed is not read twice", async () => {
      const long = `${"0123456789abcde\n".repeat(40_000)}end\n`;
      const { branches, name, repo, requests } = await adapter.stage({ "k/long.md": long, "k/a.md": "1\n" });
      const [a, file] = await branches.folders(name, repo.tip(), ["k"]);
      expect([a?.text, file?.text === long]).toEqual(["1\n", true]);
      const before = requests();
      await branches.folders(name, repo.tip(), ["k"]);
      expect(requests() - before).toBeLessThanOrEqual(1);
    });

    test("the commits of the branch alone come newest first, at most a hundred; whose they are is told", async () => {
      const { branches, name, repo } = await adapter.stage({ "README.md": "1\n" });
      expect(await branches.commits(name, BRANCH)).toEqual([]);
      const own = await branches.commit(name, {
        ...first,
        base: repo.tip(),
        files: [{ path: "a.md", text: "1" }],
      });
      if (own.kind !== "committed") throw new Error("it is stale");
      const other = repo.pushCommit(BRANCH, { "b.md": "1" }, { message: "Edit\n\nbody", author: "ada" });
      expect(await branches.commits(name, BRANCH)).toEqual([
        { commit: other, message: "Edit\n\nbody", own: false, author: "ada" },
        {
          commit: own.commit,
          message: "Learn 1 record\n\nWhy.\n\nMore.",
          own: true,
          author: expect.any(String),
        },
      ]);
      repo.pushCommit("main", { "m.md": "1" }, { message: "Meanwhile" });
      expect(await branches.commits(name, BRANCH)).toHaveLength(2);
      for (let index = 0; index < 105; index += 1)
        repo.pushCommit(
          BRANCH,
          { "b.md": `${index}` },
          { message: `${index}`, at: Date.now() + index * 1_000 },
        );
      const many = await branches.commits(name, BRANCH);
      expect(many.map(({ message }) => message)).toEqual(
        Array.from({ length: 100 }, (_, index) => `${104 - index}`),
      );
    });

    test("a commit that only says it is by the same author is not our own", async () => {
      const { branches, name, repo } = await adapter.stage({ "README.md": "1\n" });
      await branches.commit(name, { ...first, base: repo.tip(), files: [{ path: "a.md", text: "1" }] });
      const [{ author } = { author: "" }] = await branches.commits(name, BRANCH);
      repo.pushCommit(BRANCH, { "b.md": "1" }, { author });
      expect((await branches.commits(name, BRANCH)).map(({ own }) => own)).toEqual([false, true]);
    });
  });

  describe(`writing on ${adapter.name}`, () => {
    test("a commit makes the branch at its base, writes, removes, and git sees it; the next stands on the head", async () => {
      const { branches, name, repo, directory } = await adapter.stage({
        "k/old.md": "1\n",
        "k/stays.md": "1\n",
      });
      const base = repo.tip();
      repo.pushCommit("main", { "later.md": "1" });
      const files = [
        { path: "k/old.md", text: null },
        { path: "k/ä b.md", text: "\u{1f600}\n" },
      ];
      const made = await branches.commit(name, { ...first, base, files });
      if (made.kind !== "committed") throw new Error("it is stale");
      expect(repo.tip(BRANCH)).toBe(made.commit);
      const git = (...args: string[]) =>
        execFileSync("git", ["--git-dir", directory, ...args], { encoding: "utf8" });
      expect(git("log", "--format=%H %s", BRANCH).trim().split("\n")).toEqual([
        `${made.commit} Learn 1 record`,
        expect.stringContaining(base),
      ]);
      expect(git("-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", BRANCH)).toBe(
        "k/stays.md\nk/ä b.md\n",
      );
      expect(git("show", `${BRANCH}:k/ä b.md`)).toBe("\u{1f600}\n");
      const next = { ...first, head: made.commit, base, files: [{ path: "k/c.md", text: "c\n" }] };
      const second = await branches.commit(name, next);
      expect(second.kind).toBe("committed");
      expect(git("rev-parse", `${BRANCH}^`).trim()).toBe(made.commit);
    });

    test("what git pushed is seen, and a commit on the head before it is stale and changes nothing", async () => {
      const { branches, name, repo } = await adapter.stage({ "README.md": "1\n" });
      const base = repo.tip();
      const files = [{ path: "a.md", text: "1" }];
      const made = await branches.commit(name, { ...first, base, files });
      const head = made.kind === "committed" ? made.commit : null;
      const other = repo.pushCommit(BRANCH, { "b.md": "1" });
      expect((await branches.tips(name, BRANCH)).branch).toBe(other);
      expect(await branches.commit(name, { ...first, head, base, files })).toEqual({ kind: "stale" });
      expect(await branches.commit(name, { ...first, head: null, base, files })).toEqual({ kind: "stale" });
      expect(repo.tip(BRANCH)).toBe(other);
      repo.deleteBranch(BRANCH);
      expect(await branches.commit(name, { ...first, head, base, files })).toEqual({ kind: "stale" });
      expect((await branches.tips(name, BRANCH)).branch).toBeNull();
    });

    test("a branch that was made and got no commit is taken up", async () => {
      const { branches, name, repo } = await adapter.stage({ "README.md": "1\n" });
      const base = repo.tip();
      repo.branch(BRANCH, base);
      const made = await branches.commit(name, { ...first, base, files: [{ path: "a.md", text: "1" }] });
      expect(made.kind).toBe("committed");
    });

    test.each([
      "main",
      "feature/x",
      "assay",
      "assay/",
      "assay/../main",
      "refs/heads/assay/x",
      "Assay/x",
      "assay/x y",
      "assay/x.lock",
      "assay//x",
    ])("the branch %j is none of ours: it is refused before anything is asked", async (branch) => {
      const { branches, name, repo, requests } = await adapter.stage({ "README.md": "1\n" });
      const base = repo.tip();
      const before = requests();
      const refused = { code: "branch_refused" };
      const files = [{ path: "a.md", text: "1" }];
      await expect(branches.commit(name, { ...first, branch, base, files })).rejects.toMatchObject(refused);
      await expect(
        branches.commit(name, { ...first, branch, head: base, base, files }),
      ).rejects.toMatchObject(refused);
      await expect(branches.remove(name, branch)).rejects.toMatchObject(refused);
      expect(requests()).toBe(before);
    });

    test("the default branch is never written to or removed, though it has a name of ours", async () => {
      const { branches, name, repo, makeDefault } = await adapter.stage({ "README.md": "1\n" });
      repo.branch(BRANCH, repo.tip());
      makeDefault(BRANCH);
      const base = repo.tip(BRANCH);
      const refused = { code: "branch_refused" };
      const files = [{ path: "a.md", text: "1" }];
      await expect(branches.commit(name, { ...first, head: base, base, files })).rejects.toMatchObject(
        refused,
      );
      await expect(branches.commit(name, { ...first, base, files })).rejects.toMatchObject(refused);
      await expect(branches.remove(name, BRANCH)).rejects.toMatchObject(refused);
      expect(repo.tip(BRANCH)).toBe(base);
    });

    test("a branch is removed, and one that is not there is removed", async () => {
      const { branches, name, repo } = await adapter.stage({ "README.md": "1\n" });
      repo.branch(BRANCH, repo.tip());
      await branches.remove(name, BRANCH);
      expect(() => repo.tip(BRANCH)).toThrow();
      await branches.remove(name, BRANCH);
      expect(repo.tip("main")).toMatch(/^[0-9a-f]{40}$/);
    });
  });
}
