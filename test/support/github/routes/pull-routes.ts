import { page } from "../http/page.ts";
import { route } from "../http/route.ts";
import { commitShape } from "../shapes/commit-shape.ts";
import { fileShape } from "../shapes/file-shape.ts";
import { fullPullShape, pullShape } from "../shapes/pull-shape.ts";
import { pullCommits, pullFiles, syncPull } from "../state/pull-ends.ts";
import type { IssueState } from "../state/state.ts";
import { needPull } from "./need-pull.ts";
import { sortIssues } from "./sort-issues.ts";

const READ = { permissions: [{ pull_requests: "read" }] } as const;
const MOST_FILES = 3_000;
const MOST_COMMITS = 250;

/** Pull requests, their files and their commits. */
export const pullRoutes = [
  route("GET", "/repos/{owner}/{repo}/pulls", READ, (call) => {
    const { state, repository, query } = call;
    const now = state.clock.now();
    const wanted = query.get("state") ?? "open";
    const head = query.get("head");
    const base = query.get("base");
    const pulls = [...repository.issues.values()]
      .filter((issue) => issue.pull !== null && !issue.deleted && issue.shownAt <= now)
      .filter((issue) => wanted === "all" || issue.state === wanted)
      .filter((issue) => base === null || issue.pull!.baseBranch === base)
      // A filter without `owner:` is not one: GitHub lets everything pass.
      .filter((issue) => head === null || !head.includes(":") || isFrom(issue, head));
    return page(
      call,
      sortIssues(query, pulls).map((issue) => pullShape(state, repository, issue)),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/pulls/{pull_number}", READ, (call) => {
    const issue = needPull(call);
    return { status: 200, json: fullPullShape(call.state, call.repository, issue) };
  }),
  route("GET", "/repos/{owner}/{repo}/pulls/{pull_number}/files", READ, (call) => {
    const { state, repository } = call;
    const pull = syncPull(state, repository, needPull(call));
    const files = pullFiles(repository, pull).slice(0, MOST_FILES);
    return page(
      call,
      files.map((file) => fileShape(state, repository, pull.head, file)),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/pulls/{pull_number}/commits", READ, (call) => {
    const { state, repository } = call;
    const commits = pullCommits(repository, syncPull(state, repository, needPull(call))).slice(
      0,
      MOST_COMMITS,
    );
    return page(
      call,
      commits.map((commit) => commitShape(state, repository, commit)),
    );
  }),
];

function isFrom(issue: IssueState, head: string): boolean {
  const colon = head.indexOf(":");
  const { headRepository, headBranch } = issue.pull!;
  const owner = headRepository.owner.toLowerCase() === head.slice(0, colon).toLowerCase();
  return owner && headBranch === head.slice(colon + 1);
}
