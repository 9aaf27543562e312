import { lstat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { AssayError } from "../../errors.ts";
import type { ChangedFile, Repository } from "../../ports/repository.ts";
import { broughtBy } from "./brought-by.ts";
import { readRemotes } from "./remotes.ts";
import { changeGit, type GitAnswer, type GitPlace, runGit } from "./run-git.ts";
import { treeFiles } from "./tree-files.ts";

/** What may be the default branch of this repository itself, the likeliest first. */
const LOCAL_BRANCHES = ["refs/heads/main", "refs/heads/master"];

/** What git keeps while something is begun and not ended: a commit of ours would become a part of it. */
const UNDER_WAY = [
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase"],
] as const;

/** The repository of a work tree, asked of the `git` binary. `place.cwd` is the top of the work tree. */
export function gitRepository(place: GitPlace): Repository {
  return {
    head: () => readHead(place),

    async changed(folder) {
      const { stdout } = await answered(place, [
        "--literal-pathspecs",
        "status",
        "--porcelain=v2",
        "-z",
        "--untracked-files=all",
        "--no-renames",
        "--ignore-submodules=all",
        "--",
        `${folder}/`,
      ]);
      return readStatus(stdout.toString());
    },

    async checkout() {
      const [head, folders] = await Promise.all([
        readHead(place),
        answered(place, ["rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir"]),
      ]);
      const [own = "", common = ""] = line(folders).split(/\r?\n/);
      const { commit, branch } = head;
      return {
        tree: relative(common, own).replaceAll("\\", "/"),
        branch,
        commit: branch === null ? commit : null,
      };
    },

    remotes: () => readRemotes(place),

    async defaultBranch() {
      const found = (await findRemote(place)) ?? (await findRef(place, LOCAL_BRANCHES));
      if (found === null) return null;
      const named = await runGit(place, ["symbolic-ref", "--quiet", found.ref]);
      const ref = named.ok ? line(named) : found.ref;
      return ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, "");
    },

    async shared(folder) {
      const found = await findShared(place);
      return found === null ? [] : treeFiles(place, found.commit, folder);
    },

    async broughtBy(path) {
      const found = await findShared(place);
      return found === null ? null : broughtBy(place, found.commit, path);
    },

    async commit(paths, message) {
      const { commit, branch } = await readHead(place);
      if (branch === null)
        throw uncommitted("HEAD is detached: `git switch -c NAME` makes a branch to commit to");
      await refuseUnderWay(place);
      const list = paths.map((path) => `${path}\0`).join("");
      const untracked = await untrackedOf(place, paths);
      await added(place, untracked);
      const done = await changeGit(
        place,
        ["commit", "--only", "--quiet", `--message=${message}`, ...FROM_INPUT],
        list,
      );
      if (!done.ok) {
        // Hooks refused it, or the disk was full: what we had told the index of is taken back.
        await changeGit(place, ["update-index", "--force-remove", "-z", "--stdin"], untracked);
        const words = done.stderr.trim() || done.stdout.toString().trim();
        const hasMoved = (await readHead(place)).commit !== commit;
        throw hasMoved ? new AssayError("head_moved", { branch }) : uncommitted(words);
      }
      return line(await answered(place, ["rev-parse", "--verify", "HEAD"]));
    },
  };
}

/** Paths come as they are, each ended by NUL, so that neither a name nor their number is a trouble. */
const FROM_INPUT = ["--pathspec-from-file=-", "--pathspec-file-nul"];

async function readHead(place: GitPlace): ReturnType<Repository["head"]> {
  const [commit, branch] = await Promise.all([
    runGit(place, ["rev-parse", "--verify", "--quiet", "HEAD"]),
    runGit(place, ["symbolic-ref", "--quiet", "--short", "HEAD"]),
  ]);
  for (const answer of [commit, branch]) refuseFatal(place, answer);
  return { commit: commit.ok ? line(commit) : null, branch: branch.ok ? line(branch) : null };
}

interface FoundRef {
  readonly ref: string;
  readonly commit: string;
}

/** The default branch that the team shares; that of this repository only where there is no remote at all. */
async function findShared(place: GitPlace): Promise<FoundRef | null> {
  return (await remoteOf(place)) === null ? findRef(place, LOCAL_BRANCHES) : findRemote(place);
}

/** The default branch of the remote, as last seen. */
async function findRemote(place: GitPlace): Promise<FoundRef | null> {
  const remote = await remoteOf(place);
  if (remote === null) return null;
  return findRef(
    place,
    ["HEAD", "main", "master"].map((name) => `refs/remotes/${remote}/${name}`),
  );
}

async function remoteOf(place: GitPlace): Promise<string | null> {
  const names = line(await answered(place, ["remote"])).split(/\r?\n/);
  const [first] = names.includes("origin") ? ["origin"] : names;
  return first || null;
}

async function findRef(place: GitPlace, refs: readonly string[]): Promise<FoundRef | null> {
  for (const ref of refs) {
    const found = await runGit(place, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]);
    if (found.ok) return { ref, commit: line(found) };
    refuseFatal(place, found);
  }
  return null;
}

async function refuseUnderWay(place: GitPlace): Promise<void> {
  const names = UNDER_WAY.flatMap(([name]) => ["--git-path", name]);
  const places = line(await answered(place, ["rev-parse", ...names])).split(/\r?\n/);
  for (const [index, [, what]] of UNDER_WAY.entries()) {
    const found = await lstat(resolve(place.cwd, places[index] ?? "")).catch(() => null);
    if (found !== null) throw uncommitted(`${what} is under way: end it first`);
  }
}

/** Files that the index does not know, each ended by NUL: `git commit --only` takes only what it knows. */
async function untrackedOf(place: GitPlace, paths: readonly string[]): Promise<string> {
  const tops = [...new Set(paths.map((path) => path.split("/", 1)[0] ?? path))];
  const known = await answered(place, ["--literal-pathspecs", "ls-files", "-z", "--", ...tops]);
  const tracked = new Set(known.stdout.toString().split("\0"));
  let untracked = "";
  for (const path of paths) {
    if (tracked.has(path)) continue;
    const isThere = (await lstat(resolve(place.cwd, path)).catch(() => null)) !== null;
    if (isThere) untracked += `${path}\0`;
  }
  return untracked;
}

async function added(place: GitPlace, untracked: string): Promise<void> {
  if (untracked === "") return;
  const told = await changeGit(place, ["add", "--intent-to-add", ...FROM_INPUT], untracked);
  if (!told.ok) throw uncommitted(told.stderr.trim());
}

/** `git status --porcelain=v2 -z` (git-status(1)): an entry a path, each ended by NUL. */
function readStatus(status: string): ChangedFile[] {
  const found = new Map<string, ChangedFile["change"]>();
  for (const entry of status.split("\0")) {
    const fields = entry.split(" ");
    const [kind] = fields;
    const path = fields.slice(kind === "1" ? 8 : kind === "u" ? 10 : 1).join(" ");
    if (kind === "u") found.set(path, "modified");
    // Taken out of the index and still there.
    if (kind === "?") found.set(path, found.has(path) ? "modified" : "added");
    if (kind !== "1") continue;
    const [, , , inHead = "", , now = ""] = fields;
    if (!isNone(now)) found.set(path, isNone(inHead) ? "added" : "modified");
    else if (!isNone(inHead)) found.set(path, "removed");
  }
  return (
    [...found]
      // What ends so is a repository of its own.
      .filter(([path]) => !path.endsWith("/"))
      .map(([path, change]) => ({ path, change }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  );
}

function isNone(mode: string): boolean {
  return mode === "000000";
}

async function answered(place: GitPlace, args: readonly string[]): Promise<GitAnswer> {
  const answer = await runGit(place, args);
  refuseFatal(place, answer);
  if (!answer.ok) throw failed(answer.stderr.trim());
  return answer;
}

/** A quiet no is an answer; words of git are not. */
function refuseFatal({ cwd }: GitPlace, { ok, stderr }: GitAnswer): void {
  if (ok || stderr.trim() === "") return;
  throw /not a git repository/.test(stderr)
    ? new AssayError("repository_missing", { folder: cwd })
    : failed(stderr.trim());
}

function line({ stdout }: GitAnswer): string {
  return stdout.toString().trim();
}

/** A question was not answered. */
function failed(words: string): AssayError {
  return new AssayError("git_failed", { words, outcome: "" });
}

/** A commit was not made. */
function uncommitted(words: string): AssayError {
  return new AssayError("git_failed", { words, outcome: "nothing was committed; " });
}
