import { history, mergeBase } from "../git/ancestry.ts";
import { type ChangedFile, changedFiles } from "../git/changed-files.ts";
import { type CommitObject, readCommit, writeCommit } from "../git/commits.ts";
import { mergeFiles } from "../git/merge-files.ts";
import { type Files, flattenTree, writeTree } from "../git/trees.ts";
import type { GithubState, IssueState, PullState, RepositoryState } from "./state.ts";

/** Brings an open pull request's ends up to what the branches are now, and its hidden refs with them. */
export function syncPull(state: GithubState, repository: RepositoryState, issue: IssueState): PullState {
  const pull = issue.pull!;
  if (issue.state === "closed") return pull;
  const head = pull.headRepository.refs.get(`refs/heads/${pull.headBranch}`) ?? pull.head;
  const base = repository.refs.get(`refs/heads/${pull.baseBranch}`) ?? pull.base;
  if (head !== pull.head || !state.baseShaLags) pull.base = base;
  if (head !== pull.head) {
    pull.head = head;
    issue.updatedAt = state.clock.now();
  }
  const hidden = `refs/pull/${issue.number}/head`;
  if (repository.refs.get(hidden) !== head) repository.refs.set(hidden, head);
  return pull;
}

/** Commits that the pull request would bring, oldest first. */
export function pullCommits(
  repository: RepositoryState,
  pull: Pick<PullState, "base" | "head">,
): CommitObject[] {
  const base = new Set(history(repository.store, pull.base).map((commit) => commit.sha));
  return history(repository.store, pull.head)
    .filter((commit) => !base.has(commit.sha))
    .reverse();
}

/** What the pull request changes, from where it left its base. */
export function pullFiles(repository: RepositoryState, pull: PullState): ChangedFile[] {
  const start = mergeBase(repository.store, pull.base, pull.head);
  return changedFiles(repository.store, filesOf(repository, start), filesOf(repository, pull.head));
}

/** The commit that a test merge makes, or null where the two ends conflict. */
export function testMerge(repository: RepositoryState, issue: IssueState): string | null {
  const pull = issue.pull!;
  const files = mergedFiles(repository, pull.base, pull.head);
  if (files === null) return null;
  const sha = writeCommit(repository.store, {
    tree: writeTree(repository.store, files),
    parents: [pull.base, pull.head],
    author: { name: "GitHub", email: "noreply@github.com", at: issue.createdAt },
    message: `Merge ${pull.head} into ${pull.base}`,
  });
  repository.refs.set(`refs/pull/${issue.number}/merge`, sha);
  return sha;
}

/** Files of the merge of two commits, or null where they conflict. */
export function mergedFiles(repository: RepositoryState, ours: string, theirs: string): Files | null {
  const base = mergeBase(repository.store, ours, theirs);
  return mergeFiles(filesOf(repository, base), filesOf(repository, ours), filesOf(repository, theirs));
}

/** Files of a commit; none of none. */
export function filesOf(repository: RepositoryState, sha: string | null): Files {
  const commit = sha === null ? null : readCommit(repository.store, sha);
  return commit === null ? new Map() : flattenTree(repository.store, commit.tree);
}
