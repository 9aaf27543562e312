import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { gitPerson } from "../../knowledge/adapters/git/person.ts";
import { gitRepository } from "../../knowledge/adapters/git/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Without what the machine or its user set. */
const ENV = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  HOME: "/nowhere",
};
const FOLDER = ".assay/knowledge";

let top: string;
beforeEach(() => {
  top = realpathSync(temporaryFolder());
  git("init --quiet --initial-branch=main");
  git("config user.name Ada");
  git("config user.email ada@example.org");
});

function git(command: string, cwd = top): string {
  return execFileSync("sh", ["-c", `git ${command}`], { cwd, env: ENV, stdio: "pipe" }).toString();
}

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), text);
  chmodSync(join(top, path), mode);
}

const hook = (name: string, script: string) => put(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
const repository = (env: Readonly<Record<string, string>> = {}) =>
  gitRepository({ cwd: top, env: { ...ENV, ...env } });
const committed = () => git("show --no-renames --name-status --format=%s HEAD").trim();
const state = () => ({
  head: git("rev-parse --all"),
  status: git("status --porcelain=v2 -uall"),
  index: git("ls-files --stage"),
});

describe("a repository that git will not look at", () => {
  test("is said in git's words; that nothing was committed is said where a commit was asked for", async () => {
    const denied = repository({ GIT_TEST_ASSUME_DIFFERENT_OWNER: "1" });
    const error = { code: "git_failed", message: expect.stringContaining("dubious ownership") };
    const hint = "mend what git or its hook names, then run the command again";
    await expect(denied.head()).rejects.toMatchObject({ ...error, hint });
    await expect(denied.changed(FOLDER)).rejects.toMatchObject({ ...error, hint });
  });
});

describe("what a folder changed", () => {
  test("is told against HEAD: new, changed and removed files of any name, and nothing from elsewhere", async () => {
    for (const name of ["same", "changed", "gone", "unstaged gone", "retracted"])
      put(`${FOLDER}/${name}`, name);
    put(`${FOLDER}-not/file`, "a");
    git("add . && git commit --quiet -m one");
    put(`${FOLDER}/changed`, "new");
    put(`${FOLDER}/zeile\numbruch „é“`, "a");
    put(`${FOLDER}/staged`, "a");
    put(`${FOLDER}/staged and gone`, "a");
    git(`add ${FOLDER}/staged*`);
    rmSync(join(top, FOLDER, "staged and gone"));
    git(`rm --quiet ${FOLDER}/gone`);
    git(`rm --quiet --cached ${FOLDER}/retracted`);
    rmSync(join(top, FOLDER, "unstaged gone"));
    put(`${FOLDER}-not/file`, "b");
    git(`init --quiet ${FOLDER}/nested`);
    put(`${FOLDER}/nested/file`, "a");
    expect(await repository().changed(FOLDER)).toEqual([
      { path: `${FOLDER}/changed`, change: "modified" },
      { path: `${FOLDER}/gone`, change: "removed" },
      { path: `${FOLDER}/retracted`, change: "modified" },
      { path: `${FOLDER}/staged`, change: "added" },
      { path: `${FOLDER}/unstaged gone`, change: "removed" },
      { path: `${FOLDER}/zeile\numbruch „é“`, change: "added" },
    ]);
  });

  test("on an unborn branch everything is new", async () => {
    put(`${FOLDER}/a`, "a");
    expect(await repository().head()).toEqual({ commit: null, branch: "main" });
    expect(await repository().changed(FOLDER)).toEqual([{ path: `${FOLDER}/a`, change: "added" }]);
    expect(await repository().changed(".assay/plans")).toEqual([]);
  });
});

describe("a commit of given paths", () => {
  test("takes these as they stand in the work tree, and leaves what else is staged", async () => {
    put("code.txt", "1");
    for (const name of ["changed", "gone", "git-removed"]) put(`${FOLDER}/${name}`, "1");
    git("add . && git commit --quiet -m one");
    put("code.txt", "2");
    put("new.txt", "staged");
    git("add .");
    put("new.txt", "and not staged");
    put(`${FOLDER}/changed`, "staged");
    git(`add ${FOLDER}`);
    put(`${FOLDER}/changed`, "2");
    put(`${FOLDER}/[new]*`, "1");
    put(`${FOLDER}/new-x`, "not named");
    rmSync(join(top, FOLDER, "gone"));
    git(`rm --quiet ${FOLDER}/git-removed`);
    const paths = ["changed", "[new]*", "gone", "git-removed"].map((name) => `${FOLDER}/${name}`);
    const commit = await repository().commit(paths, "Learn\n\n# no comment");
    expect(await repository().head()).toEqual({ commit, branch: "main" });
    expect(committed()).toBe(
      `Learn\n\n${["A\t", "M\t", "D\t", "D\t"].map((mark, at) => mark + FOLDER + ["/[new]*", "/changed", "/git-removed", "/gone"][at]).join("\n")}`,
    );
    expect(git("show -s --format=%b HEAD").trim()).toBe("# no comment");
    expect(git(`show HEAD:${FOLDER}/changed`)).toBe("2");
    expect(git("diff --cached --name-status")).toBe("M\tcode.txt\nA\tnew.txt\n");
    expect(git("show :new.txt")).toBe("staged");
    expect(git("status --porcelain -uall")).toBe(`M  code.txt\nAM new.txt\n?? ${FOLDER}/new-x\n`);
  });

  test("is the first of an unborn branch, and leaves what else is staged there too", async () => {
    put("code.txt", "1");
    git("add .");
    put(`${FOLDER}/a`, "1");
    const commit = await repository().commit([`${FOLDER}/a`], "Learn");
    expect(git("rev-list --all").trim()).toBe(commit);
    expect(committed()).toBe(`Learn\n\nA\t${FOLDER}/a`);
    expect(git("diff --cached --name-status")).toBe("A\tcode.txt\n");
  });

  test("runs the hooks, which see these paths alone and may change the message", async () => {
    put("code.txt", "1");
    git("add .");
    put(`${FOLDER}/a`, "1");
    hook("pre-commit", "git diff --cached --name-only > seen.txt");
    hook("commit-msg", 'echo "Seen-by: hook" >> "$1"');
    await repository().commit([`${FOLDER}/a`], "Learn");
    expect(git("show -s --format=%B HEAD").trim()).toBe("Learn\nSeen-by: hook");
    expect(execFileSync("cat", [join(top, "seen.txt")]).toString()).toBe(`${FOLDER}/a\n`);
  });

  test.each(["pre-commit", "commit-msg"])(
    "a %s hook that refuses leaves everything as it was",
    async (name) => {
      put(`${FOLDER}/known`, "1");
      git("add . && git commit --quiet -m one");
      put(`${FOLDER}/known`, "2");
      put(`${FOLDER}/new`, "1");
      put("code.txt", "1");
      git("add code.txt");
      hook(name, "echo 'not on a friday' >&2; exit 1");
      const before = state();
      await expect(repository().commit([`${FOLDER}/known`, `${FOLDER}/new`], "Learn")).rejects.toMatchObject({
        code: "git_failed",
        data: { words: "not on a friday" },
        hint: expect.stringMatching(/^nothing was committed; /),
      });
      expect(state()).toEqual(before);
    },
  );

  test("a branch that moved on meanwhile keeps what it got", async () => {
    put(`${FOLDER}/a`, "1");
    git("add . && git commit --quiet -m one");
    put(`${FOLDER}/a`, "2");
    hook("pre-commit", "git update-ref HEAD $(git commit-tree -p HEAD -m theirs 'HEAD^{tree}')");
    await expect(repository().commit([`${FOLDER}/a`], "Learn")).rejects.toMatchObject({
      code: "head_moved",
      data: { branch: "main" },
    });
    expect(git("log --format=%s")).toBe("theirs\none\n");
  });

  test("another process's lock is left alone, and said", async () => {
    put(`${FOLDER}/a`, "1");
    put(".git/index.lock", "");
    await expect(repository().commit([`${FOLDER}/a`], "Learn")).rejects.toMatchObject({
      code: "git_failed",
      data: { words: expect.stringContaining("index.lock") },
    });
    expect(existsSync(join(top, ".git/index.lock"))).toBe(true);
  });

  test("during a merge, a rebase or without a branch it is refused with words, and nothing changes", async () => {
    put("code.txt", "1");
    git("add . && git commit --quiet -m one && git branch side");
    put("code.txt", "2");
    git("commit --quiet -am two && git checkout --quiet side");
    put("code.txt", "3");
    git("commit --quiet -am three");
    put(`${FOLDER}/a`, "1");
    for (const [begin, end, words] of [
      ["merge main", "merge --abort", /a merge is under way/],
      ["rebase main", "rebase --abort", /detached|a rebase is under way/],
      ["cherry-pick main", "cherry-pick --abort", /a cherry-pick is under way/],
      ["revert --no-edit HEAD~1", "revert --abort", /a revert is under way/],
      ["checkout --quiet --detach", "checkout --quiet side", /HEAD is detached/],
    ] as const) {
      git(`${begin} || true`);
      const before = state();
      await expect(repository().commit([`${FOLDER}/a`], "Learn"), begin).rejects.toMatchObject({
        code: "git_failed",
        data: { words: expect.stringMatching(words) },
      });
      expect(state(), begin).toEqual(before);
      git(end);
    }
  });

  test("works in a linked work tree, on its branch", async () => {
    put("code.txt", "1");
    git("add . && git commit --quiet -m one && git worktree add --quiet -b side linked");
    const cwd = join(top, "linked");
    mkdirSync(join(cwd, FOLDER), { recursive: true });
    writeFileSync(join(cwd, FOLDER, "a"), "1");
    const linked = gitRepository({ cwd, env: ENV });
    expect(await linked.changed(FOLDER)).toEqual([{ path: `${FOLDER}/a`, change: "added" }]);
    expect(await linked.head()).toMatchObject({ branch: "side" });
    const commit = await linked.commit([`${FOLDER}/a`], "Learn");
    expect(git("rev-parse side").trim()).toBe(commit);
    expect(git("log --format=%s main")).toBe("one\n");
  });
});

describe("what the team shares", () => {
  const inFolder = (folder: string) => gitRepository({ cwd: join(top, folder), env: ENV });

  test("without a remote it is the own main or master; none without one", async () => {
    expect(await repository().shared(FOLDER)).toEqual([]);
    put(`${FOLDER}/a`, "main");
    git("add . && git commit --quiet -m one && git checkout --quiet -b side");
    put(`${FOLDER}/a`, "side");
    git("commit --quiet -am two");
    expect(await repository().shared(FOLDER)).toEqual([{ path: `${FOLDER}/a`, text: "main" }]);
  });

  test("with a remote it is the remote's default branch as last seen, and never the own one", async () => {
    put(`${FOLDER}/a`, "main");
    git("add . && git commit --quiet -m one && git checkout --quiet -b side");
    put(`${FOLDER}/a`, "side");
    git("commit --quiet -am two");
    git(`clone --quiet --origin team "${top}" clone && git branch --quiet -f main side`);
    const shared = { path: `${FOLDER}/a`, text: "side" };
    expect(await inFolder("clone").shared(FOLDER)).toEqual([shared]);
    git("remote add origin /nowhere");
    expect(await repository().shared(FOLDER)).toEqual([]);
    expect(await repository().broughtBy(`${FOLDER}/a`)).toBeNull();
  });

  test("who brought a file is who merged it, and when, whatever the person's settings of the log", async () => {
    const as = (name: string, day: number) =>
      `GIT_COMMITTER_NAME=${name} GIT_COMMITTER_EMAIL=${name}@e.org GIT_COMMITTER_DATE=2026-01-0${day}T10:00:00+02:00 git`;
    put("code.txt", "1");
    git("add . && git commit --quiet -m one && git checkout --quiet -b ci");
    put(`${FOLDER}/a [x]`, "1");
    git(`add . && ${as("robot", 1)} commit --quiet -m proposed && git checkout --quiet main`);
    git(`version && ${as("Bo", 2)} merge --quiet --no-ff -m merged ci`);
    put(`${FOLDER}/a [x]`, "2");
    git(`add . && ${as("Cy", 3)} commit --quiet -m later`);
    git("config log.follow true && git config log.showSignature true && git config log.date relative");
    const brought = { by: "Bo <Bo@e.org>", at: "2026-01-02T08:00:00.000Z" };
    expect(await repository().broughtBy(`${FOLDER}/a [x]`)).toEqual(brought);
    expect(await repository().broughtBy(`${FOLDER}/other`)).toBeNull();
    git(`clone --quiet "file://${top}" whole && git clone --quiet --depth 1 "file://${top}" shallow`);
    expect(await inFolder("whole").broughtBy(`${FOLDER}/a [x]`)).toEqual(brought);
    expect(await inFolder("shallow").broughtBy(`${FOLDER}/a [x]`)).toBeNull();
  });

  test("what a forge commits in a person's stead is that of its author", async () => {
    put(`${FOLDER}/a`, "1");
    git(
      "add . && GIT_COMMITTER_NAME=GitHub GIT_COMMITTER_EMAIL=noreply@github.com git commit --quiet -m one",
    );
    expect(await repository().broughtBy(`${FOLDER}/a`)).toMatchObject({ by: "Ada <ada@example.org>" });
  });
});

describe("where HEAD is", () => {
  test("is told by work tree and branch, else by the commit of a detached HEAD", async () => {
    expect(await repository().checkout()).toEqual({ tree: "", branch: "main", commit: null });
    put("code.txt", "1");
    git("add . && git commit --quiet -m one && git worktree add --quiet -b side linked");
    const linked = gitRepository({ cwd: join(top, "linked"), env: ENV });
    expect(await linked.checkout()).toEqual({ tree: "worktrees/linked", branch: "side", commit: null });
    git("checkout --quiet --detach");
    const commit = git("rev-parse HEAD").trim();
    expect(await repository().checkout()).toEqual({ tree: "", branch: null, commit });
  });
});

describe("outside of a repository", () => {
  test("it is missing, not empty", async () => {
    const outside = gitRepository({
      cwd: realpathSync(temporaryFolder()),
      env: { ...ENV, GIT_CEILING_DIRECTORIES: "/tmp" },
    });
    await expect(outside.head()).rejects.toMatchObject({ code: "repository_missing" });
    await expect(outside.changed(FOLDER)).rejects.toMatchObject({ code: "repository_missing" });
    await expect(outside.shared(FOLDER)).rejects.toMatchObject({ code: "repository_missing" });
  });

  test("without git it is an outage", async () => {
    await expect(repository({ PATH: "/nowhere" }).head()).rejects.toMatchObject({ code: "git_unavailable" });
  });
});

describe("who is acting", () => {
  const person = (env: Readonly<Record<string, string>> = {}) =>
    gitPerson({ cwd: top, env: { ...ENV, ...env } }).name();

  test("is whom git would name, else the user of the system", async () => {
    expect(await person()).toBe("Ada <ada@example.org>");
    expect(await person({ GIT_AUTHOR_NAME: "Bo" })).toBe("Bo <ada@example.org>");
    expect(await person({ GIT_AUTHOR_NAME: "Bo", GIT_AUTHOR_EMAIL: "bo@example.org" })).toBe(
      "Bo <bo@example.org>",
    );
    git("config --unset user.email");
    expect(await person()).toBe("Ada");
    git("config --unset user.name");
    expect(await person()).toMatch(/^\S+$/);
    expect(await person({ PATH: "/nowhere" })).toMatch(/^\S+$/);
  });
});

describe("remotes", () => {
  test("are told by name, origin first, each as it is set and as git rewrites it", async () => {
    expect(await repository().remotes()).toEqual([]);
    git("remote add my.fork git@example.org:ada/app.git");
    git("remote add origin short:octo/app.git");
    git("config url.https://example.org/.insteadOf short:");
    expect(await repository().remotes()).toEqual([
      { name: "origin", urls: ["short:octo/app.git", "https://example.org/octo/app.git"] },
      { name: "my.fork", urls: ["git@example.org:ada/app.git"] },
    ]);
  });

  test("of a folder that is no repository are none to ask for", async () => {
    rmSync(join(top, ".git"), { recursive: true });
    await expect(repository().remotes()).rejects.toMatchObject({ code: "repository_missing" });
  });
});
