import { type Signature, writeCommit } from "../git/commits.ts";
import { mergeFiles } from "../git/merge-files.ts";
import { type Files, writeTree } from "../git/trees.ts";
import { filesOf, mergedFiles, pullCommits, syncPull } from "./pull-ends.ts";
import { setIssueState } from "./set-issue-state.ts";
import type { GithubState, IssueState, PullState, RepositoryState } from "./state.ts";

export type MergeMethod = "merge" | "squash" | "rebase";

/** Merges a pull request and tells the commit that the base branch is at; an error where the two ends conflict. */
export function mergePull(
  state: GithubState,
  repository: RepositoryState,
  issue: IssueState,
  how: { readonly method?: MergeMethod; readonly by?: string },
): string {
  if (issue.state === "closed") throw new Error(`pull request ${issue.number} is closed`);
  const pull = syncPull(state, repository, issue);
  const tip = repository.refs.get(`refs/heads/${pull.baseBranch}`) ?? pull.base;
  const name = how.by ?? "builder";
  const by = { name, email: `${name}@users.noreply.github.com`, at: state.clock.now() };
  const sha = (how.method === "rebase" ? rebase : mergeAtOnce)(repository, issue, {
    tip,
    by,
    method: how.method ?? "merge",
  });
  Object.assign(pull, {
    base: tip,
    mergeCommit: sha,
    mergedAt: state.clock.now(),
    mergedBy: name,
  } satisfies Partial<PullState>);
  repository.refs.set(`refs/heads/${pull.baseBranch}`, sha);
  setIssueState(state, issue, "closed");
  return sha;
}

/** Whether the two ends of a pull request, as they stand, do not conflict. */
export function conflictsNot(state: GithubState, repository: RepositoryState, issue: IssueState): boolean {
  const pull = syncPull(state, repository, issue);
  const tip = repository.refs.get(`refs/heads/${pull.baseBranch}`) ?? pull.base;
  return mergedFiles(repository, tip, pull.head) !== null;
}

interface Merge {
  /** Where the base branch is. */
  readonly tip: string;
  readonly by: Signature;
  readonly method: MergeMethod;
}

/** One commit: with both ends as parents, or squashed onto the base. */
function mergeAtOnce(repository: RepositoryState, issue: IssueState, { tip, by, method }: Merge): string {
  const pull = issue.pull!;
  const files = noConflict(issue, mergedFiles(repository, tip, pull.head));
  const from = `${pull.headRepository.owner}/${pull.headBranch}`;
  return writeCommit(repository.store, {
    tree: writeTree(repository.store, files),
    parents: method === "squash" ? [tip] : [tip, pull.head],
    author: by,
    message:
      method === "squash"
        ? `${issue.title} (#${issue.number})`
        : `Merge pull request #${issue.number} from ${from}\n\n${issue.title}`,
  });
}

/** Each commit anew on top of the base; the last one counts as the merge. */
function rebase(repository: RepositoryState, issue: IssueState, { tip, by }: Merge): string {
  const commits = pullCommits(repository, issue.pull!).filter((commit) => commit.parents.length < 2);
  return commits.reduce((onto, commit) => {
    const parent = filesOf(repository, commit.parents[0] ?? null);
    const files = mergeFiles(parent, filesOf(repository, onto), filesOf(repository, commit.sha));
    return writeCommit(repository.store, {
      tree: writeTree(repository.store, noConflict(issue, files)),
      parents: [onto],
      author: commit.author,
      committer: by,
      message: commit.message,
    });
  }, tip);
}

function noConflict(issue: IssueState, files: Files | null): Files {
  if (files === null)
    throw new Error(`pull request ${issue.number} conflicts with ${issue.pull!.baseBranch}`);
  return files;
}
