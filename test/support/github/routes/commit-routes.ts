import { ancestors, history } from "../git/ancestry.ts";
import { changedFiles } from "../git/changed-files.ts";
import { type CommitObject, readCommit } from "../git/commits.ts";
import { entryAt } from "../git/trees.ts";
import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { commitShape } from "../shapes/commit-shape.ts";
import { pullShape } from "../shapes/pull-shape.ts";
import { filesOf, pullCommits, syncPull } from "../state/pull-ends.ts";
import type { IssueState } from "../state/state.ts";
import { needCommit, resolveCommit } from "./resolve-commit.ts";

const READ = { permissions: [{ contents: "read" }] } as const;

/** Commits: lists, one with its files, and the pull requests that brought one. */
export const commitRoutes = [
  route("GET", "/repos/{owner}/{repo}/commits", READ, (call) => {
    const { state, repository, query } = call;
    const tip = resolveCommit(repository, query.get("sha") ?? repository.defaultBranch);
    if (tip === null) {
      const empty = repository.refs.list("refs/heads/").length === 0;
      throw empty ? refusal(409, "Git Repository is empty.") : refusal(404, "Not Found");
    }
    const [since, until] = [query.get("since"), query.get("until")];
    const path = query.get("path");
    const commits = history(repository.store, tip.sha)
      .filter((commit) => since === null || commit.committer.at >= Date.parse(since))
      .filter((commit) => until === null || commit.committer.at <= Date.parse(until))
      .filter((commit) => path === null || touches(call, commit, path));
    return page(
      call,
      commits.map((commit) => commitShape(state, repository, commit)),
    );
  }),
  route(
    "GET",
    "/repos/{owner}/{repo}/commits/{commit_sha}/pulls",
    { permissions: [{ pull_requests: "read" }] },
    (call) => {
      const { state, repository } = call;
      const { sha } = needCommit(repository, call.params.commit_sha!);
      const base = resolveCommit(repository, repository.defaultBranch);
      const onBase = base !== null && ancestors(repository.store, base.sha).has(sha);
      const pulls = [...repository.issues.values()].filter((issue) => issue.pull !== null && !issue.deleted);
      const met = pulls.filter((issue) => {
        const pull = syncPull(state, repository, issue);
        if (pull.mergeCommit === sha) return true;
        return (!onBase || pull.mergedAt !== null) && brings(call, issue, sha);
      });
      return page(
        call,
        met.map((issue) => pullShape(state, repository, issue)),
      );
    },
  ),
  route("GET", "/repos/{owner}/{repo}/commits/{ref+}", READ, (call) => {
    const { state, repository } = call;
    const commit = needCommit(repository, call.params.ref!);
    if (/\bapplication\/vnd\.github\.(?:v3\.)?sha\b/.test(call.accept)) {
      return {
        status: 200,
        bytes: Buffer.from(commit.sha),
        headers: { "content-type": "application/vnd.github.sha; charset=utf-8" },
      };
    }
    const before = filesOf(repository, commit.parents[0] ?? null);
    const files = changedFiles(repository.store, before, filesOf(repository, commit.sha));
    const shown = page(call, files, (some) => commitShape(state, repository, commit, some), {
      usual: 300,
      most: 300,
    });
    return shown;
  }),
];

function touches({ repository }: Call, commit: CommitObject, path: string): boolean {
  const at = (sha: string | undefined): string | null => {
    const tree = sha === undefined ? undefined : readCommit(repository.store, sha)?.tree;
    return tree === undefined ? null : (entryAt(repository.store, tree, path)?.sha ?? null);
  };
  return at(commit.sha) !== at(commit.parents[0]);
}

/** Whether a commit is among those that a pull request brings or brought. */
function brings({ repository }: Call, issue: IssueState, sha: string): boolean {
  const pull = issue.pull!;
  return pull.head === sha || pullCommits(repository, pull).some((commit) => commit.sha === sha);
}
