import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { shellHost } from "../../knowledge/adapters/shell/host.ts";
import { findStateFolder } from "../../knowledge/adapters/shell/state-folder.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-host-")));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const env = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", TERM: "xterm" };
const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd,
    env,
    encoding: "utf8",
  }).trim();
const facts = (cwd: string, more: Readonly<Record<string, string>> = {}) =>
  shellHost({
    assay: "1.2.3",
    node: "24.1.0",
    cwd,
    env: { ...env, ...more },
    stdin: {},
    stdout: { isTTY: true, columns: 90 },
  }).facts();

function repository(): string {
  const path = join(folder, "repository");
  mkdirSync(path);
  git(path, "init", "--quiet", "--initial-branch=trunk");
  git(path, "commit", "--quiet", "--allow-empty", "-m", "one");
  return path;
}

describe("host by the git binary", () => {
  test("outside a repository", async () => {
    expect(await facts(folder)).toMatchObject({
      assay: "1.2.3",
      fts5: true,
      git: expect.stringMatching(/^\d+\.\d+/),
      repository: null,
      head: { commit: null, branch: null },
      ledger: { path: null, state: "absent" },
      terminal: { stdin: false, stdout: true, columns: 90, term: "xterm" },
    });
  });

  test("in a repository, also from a folder below its top", async () => {
    const top = repository();
    mkdirSync(join(top, "below"));
    expect(await facts(join(top, "below"))).toMatchObject({
      repository: { top, commonDir: join(top, ".git"), shallow: false },
      head: { commit: git(top, "rev-parse", "HEAD"), branch: "trunk" },
      ledger: { path: join(top, ".git/assay/ledger.db"), state: "absent" },
    });
  });

  test("before the first commit there is a branch and no commit; detached, the other way round", async () => {
    const top = join(folder, "new");
    mkdirSync(top);
    git(top, "init", "--quiet", "--initial-branch=trunk");
    expect((await facts(top)).head).toEqual({ commit: null, branch: "trunk" });
    git(top, "commit", "--quiet", "--allow-empty", "-m", "one");
    git(top, "checkout", "--quiet", "--detach");
    expect((await facts(top)).head).toEqual({ commit: git(top, "rev-parse", "HEAD"), branch: null });
  });

  test("a work tree shares the ledger of its repository", async () => {
    const top = repository();
    git(top, "worktree", "add", "--quiet", join(folder, "second"));
    const second = await facts(join(folder, "second"));
    expect(second.repository).toEqual({
      top: join(folder, "second"),
      commonDir: join(top, ".git"),
      shallow: false,
    });
    expect(second.ledger.path).toBe(join(top, ".git/assay/ledger.db"));
  });

  test("a shallow clone", async () => {
    const top = repository();
    git(top, "commit", "--quiet", "--allow-empty", "-m", "two");
    git(folder, "clone", "--quiet", "--depth=1", `file://${top}`, "shallow");
    expect((await facts(join(folder, "shallow"))).repository?.shallow).toBe(true);
  });

  test("without git", async () => {
    expect(await facts(repository(), { PATH: "/nonexistent" })).toMatchObject({
      git: null,
      repository: null,
      head: { commit: null, branch: null },
    });
  });

  describe("the ledger's file", () => {
    const ledgerOf = async (write: (path: string) => void) => {
      const top = repository();
      const path = join(top, ".git/assay/ledger.db");
      mkdirSync(join(top, ".git/assay"));
      write(path);
      return (await facts(top)).ledger;
    };

    test("a database is ok, and stays as it is", async () => {
      const ledger = await ledgerOf((path) => {
        const database = new DatabaseSync(path);
        database.exec("PRAGMA journal_mode=WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)");
        database.close();
      });
      expect(ledger).toMatchObject({ state: "ok" });
    });

    test("another file is corrupt, with the reason", async () => {
      expect(
        await ledgerOf((path) => writeFileSync(path, "not a database, whatever its name".repeat(40))),
      ).toMatchObject({
        state: "corrupt",
        detail: expect.stringContaining("not a database"),
      });
    });

    test("a damaged page is corrupt", async () => {
      const ledger = await ledgerOf((path) => {
        const database = new DatabaseSync(path);
        database.exec("CREATE TABLE t (a); CREATE INDEX i ON t (a)");
        const insert = database.prepare("INSERT INTO t VALUES (?)");
        for (let row = 0; row < 500; row++) insert.run(`row ${row} ${"x".repeat(50)}`);
        database.close();
        damage(path);
      });
      expect(ledger).toMatchObject({ state: "corrupt" });
    });

    test("a folder in its place cannot be written", async () => {
      expect(await ledgerOf((path) => mkdirSync(path))).toMatchObject({
        state: "unwritable",
        detail: "not a file",
      });
    });

    test("where its folder's name is taken by a file it cannot be made", async () => {
      const top = repository();
      writeFileSync(join(top, ".git/assay"), "");
      expect((await facts(top)).ledger).toMatchObject({
        state: "unwritable",
        detail: `${join(top, ".git/assay")} is not a folder`,
      });
    });
  });
});

describe("the state folder is where git says, found without git", () => {
  const found = (cwd: string, more: Readonly<Record<string, string>> = {}) =>
    findStateFolder(cwd, { ...env, ...more });
  const asked = (cwd: string) =>
    join(git(cwd, "rev-parse", "--path-format=absolute", "--git-common-dir"), "assay");

  test("from the top, from below, and in a linked work tree", async () => {
    const top = repository();
    mkdirSync(join(top, "a/b"), { recursive: true });
    git(top, "worktree", "add", "--quiet", join(folder, "second"));
    for (const cwd of [top, join(top, "a/b"), join(folder, "second")]) {
      expect(await found(cwd)).toBe(join(top, ".git/assay"));
      expect(await found(cwd)).toBe(asked(cwd));
    }
  });

  test("in a repository whose folder lies elsewhere", async () => {
    git(folder, "init", "--quiet", "--separate-git-dir", join(folder, "store"), "apart");
    expect(await found(join(folder, "apart"))).toBe(asked(join(folder, "apart")));
  });

  test("GIT_DIR says it, and outside there is none", async () => {
    const top = repository();
    expect(await found(folder, { GIT_DIR: join(top, ".git") })).toBe(join(top, ".git/assay"));
    expect(await found("/")).toBeNull();
  });
});

/** Overwrites the second page of a database file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4_096, 8_192);
  writeFileSync(path, bytes);
}
