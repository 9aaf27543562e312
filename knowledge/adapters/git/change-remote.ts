import { AssayError } from "../../errors.ts";
import type { CommitTarget } from "../../ports/change-branch.ts";
import { type AskGit, commitOf, findCommit, maskedWords } from "./change-place.ts";
import type { GitAnswer } from "./run-git.ts";

const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Fetches nothing but objects: no ref, tag or `FETCH_HEAD` of the clone changes. */
const FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--refmap=",
];

/**
 * Fetches what is not here of commits, branches and refs, and gives the commit of each, in their order. Errors:
 * remote_unavailable (also where the remote has no such branch), git_failed.
 */
export async function fetchMissing(
  ask: AskGit,
  remote: string,
  refs: readonly string[],
): Promise<readonly string[]> {
  refuseOption(remote);
  const names = refs.filter((ref) => !COMMIT_ID.test(ref)).map(refOf);
  const tips = names.length === 0 ? new Map<string, string>() : await tipsOf(ask, remote, names);
  const wanted: { readonly commit: string; readonly from: string }[] = [];
  for (const ref of refs) {
    const from = COMMIT_ID.test(ref) ? ref : refOf(ref);
    const commit = tips.get(from) ?? from;
    if (commit.startsWith("refs/")) throw unavailable(remote, `there is no ${from}`);
    wanted.push({ commit, from });
  }
  const missing: string[] = [];
  for (const { commit, from } of wanted) if ((await findCommit(ask, commit)) === null) missing.push(from);
  if (missing.length > 0) {
    const fetched = await overNetwork(ask, [...FETCH, "--end-of-options", remote, ...new Set(missing)]);
    if (!fetched.ok) throw unavailable(remote, fetched.stderr);
  }
  return Promise.all(wanted.map(({ commit }) => commitOf(ask, commit)));
}

function refOf(name: string): string {
  return name.startsWith("refs/") ? name : `refs/heads/${name}`;
}

async function tipsOf(ask: AskGit, remote: string, refs: readonly string[]): Promise<Map<string, string>> {
  const looked = await overNetwork(ask, ["ls-remote", "--end-of-options", remote, ...refs]);
  if (!looked.ok) throw unavailable(remote, looked.stderr);
  const rows = looked.stdout.toString().split("\n");
  return new Map(
    rows.flatMap((row) => {
      const [commit, ref] = row.split("\t");
      return commit && ref !== undefined ? [[ref, commit] as const] : [];
    }),
  );
}

/** The remote of the clone that names this repository, `origin` before others. */
export async function findRemote(ask: AskGit, repository: string): Promise<string | null> {
  const { stdout } = await ask(["config", "--null", "--get-regexp", "^remote\\..*\\.url$"]);
  const ending = `/${repository.toLowerCase()}`;
  const names = stdout
    .toString()
    .split("\0")
    .flatMap((entry) => {
      const [, name, url = ""] = /^remote\.(.*)\.url\n([\s\S]*)$/.exec(entry) ?? [];
      const place = url
        .toLowerCase()
        .replace(/\/+$/, "")
        .replace(/\.git$/, "")
        .replace(/:/g, "/");
      return name !== undefined && `/${place}`.endsWith(ending) ? [name] : [];
    });
  return names.includes("origin") ? "origin" : (names[0] ?? null);
}

/**
 * Pushes a commit to its branch if that still stands at the commit's parent. Where the answer was lost, what the
 * remote has decides. Errors: head_moved, push_refused, remote_unavailable.
 */
export async function pushCommit(
  ask: AskGit,
  { remote, branch, parent }: CommitTarget,
  commit: string,
): Promise<void> {
  refuseOption(remote);
  const ref = `refs/heads/${branch}`;
  const pushed = await overNetwork(ask, [
    "push",
    "--porcelain",
    "--no-signed",
    `--force-with-lease=${ref}:${parent}`,
    "--end-of-options",
    remote,
    `${commit}:${ref}`,
  ]);
  if (pushed.ok) return;
  const stands = (await tipsOf(ask, remote, [ref])).get(ref);
  if (stands === commit) return;
  if (stands === parent) throw refused(remote, branch, pushed);
  if (stands !== undefined && (await isBelow(ask, remote, commit, stands))) return;
  throw new AssayError("head_moved", { branch });
}

/** Whether the branch went on from our commit, so that it did arrive. */
async function isBelow(ask: AskGit, remote: string, commit: string, head: string): Promise<boolean> {
  const fetched = await overNetwork(ask, [...FETCH, "--end-of-options", remote, head]);
  return fetched.ok && (await ask(["merge-base", "--is-ancestor", commit, head])).ok;
}

/** The remote says no, or nothing was heard of it. `git push --porcelain` marks a ref that was refused with `!`. */
function refused(remote: string, branch: string, { stdout, stderr }: GitAnswer): AssayError {
  const lines = stdout.toString().split("\n");
  const rows = lines.filter((line) => line.startsWith("!") && !/\[remote failure\]/.test(line));
  const isNo = rows.length > 0 || /\b40[13]\b|denied|not permitted|read.only|authenticat/i.test(stderr);
  if (!isNo) return unavailable(remote, stderr);
  const words = maskedWords([...rows.map((row) => row.replace(/^!\t/, "")), stderr].join("\n"));
  return new AssayError("push_refused", { branch, words });
}

/** A git that the network has kept too long has not answered: what was done is looked at. */
async function overNetwork(ask: AskGit, args: readonly string[]): Promise<GitAnswer> {
  try {
    return await ask(args, { network: true });
  } catch (error) {
    if (!(error instanceof AssayError) || !/SIGTERM/.test(error.message)) throw error;
    return { ok: false, stdout: Buffer.alloc(0), stderr: "it did not answer in time" };
  }
}

function refuseOption(remote: string): void {
  if (remote === "" || remote.startsWith("-"))
    throw unavailable(remote, "it is no name and no URL of a remote");
}

function unavailable(remote: string, words: string): AssayError {
  return new AssayError("remote_unavailable", {
    remote: maskedWords(remote),
    reason: maskedWords(words) || "git gave no reason",
  });
}
