import type { Call } from "../http/call.ts";
import { textField, wordField } from "../http/fields.ts";
import { type Reply, refusal, type ValidationFault, validationFailed } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { fullPullShape } from "../shapes/pull-shape.ts";
import { findRepository } from "../state/find-repository.ts";
import { mergePull } from "../state/merge-pull.ts";
import { openPull } from "../state/open-pull.ts";
import { openPullOf } from "../state/open-pull-of.ts";
import { pullCommits, syncPull, testMerge } from "../state/pull-ends.ts";
import { reopenRefusal } from "../state/reopen-refusal.ts";
import { setIssueState } from "../state/set-issue-state.ts";
import type { IssueState, RepositoryState } from "../state/state.ts";
import { checkBody } from "./need-issue.ts";
import { needPull } from "./need-pull.ts";

const WRITE = { permissions: [{ pull_requests: "write" }] } as const;
const MERGE = { permissions: [{ contents: "write" }] } as const;

/** Pull requests opened, edited, closed and merged. */
export const pullWriteRoutes = [
  route("POST", "/repos/{owner}/{repo}/pulls", { ...WRITE, content: true }, (call) => {
    const { state, repository, actor, body } = call;
    const title = textField(call, "title", { given: true });
    const head = textField(call, "head", { given: true });
    const baseBranch = textField(call, "base", { given: true });
    const text = textField(call, "body");
    checkBody("PullRequest", text);
    if (title.trim() === "") throw fault({ code: "missing_field", field: "title" });
    const { headRepository, headBranch } = headOf(call, head);
    const base = repository.refs.get(`refs/heads/${baseBranch}`);
    const tip = headRepository?.refs.get(`refs/heads/${headBranch}`) ?? null;
    if (base === null) throw fault({ code: "invalid", field: "base" });
    if (headRepository === undefined || tip === null) throw fault({ code: "invalid", field: "head" });
    const name = `${headRepository.owner}:${headBranch}`;
    if (openPullOf(repository, { headRepository, headBranch, baseBranch }) !== undefined)
      throw fault({ code: "custom", message: `A pull request already exists for ${name}.` });
    if (pullCommits(repository, { base, head: tip }).length === 0)
      throw fault({ code: "custom", message: `No commits between ${baseBranch} and ${headBranch}` });
    const issue = openPull(state, repository, {
      headRepository,
      headBranch,
      baseBranch,
      title,
      body: text,
      author: actor.login,
      draft: body.draft === true,
    })!;
    return shown(call, issue, 201);
  }),
  route("PATCH", "/repos/{owner}/{repo}/pulls/{pull_number}", WRITE, (call) => {
    const { state, repository } = call;
    const issue = needPull(call);
    const title = textField(call, "title");
    const body = textField(call, "body");
    const to = wordField(call, "state", ["open", "closed"]);
    checkBody("PullRequest", body);
    if (typeof title === "string" && title.trim() === "")
      throw fault({ code: "missing_field", field: "title" });
    const refused = to === "open" ? reopenRefusal(repository, issue) : null;
    if (refused !== null) throw fault({ code: "custom", field: "state", message: refused });
    if (typeof title === "string") issue.title = title;
    if (body !== undefined) issue.body = body;
    issue.updatedAt = state.clock.now();
    if (to === "closed") syncPull(state, repository, issue);
    if (to !== undefined) setIssueState(state, issue, to);
    return shown(call, issue, 200);
  }),
  route("PUT", "/repos/{owner}/{repo}/pulls/{pull_number}/merge", MERGE, (call) => {
    const { state, repository, actor } = call;
    const issue = needPull(call);
    const sha = textField(call, "sha");
    const method = wordField(call, "merge_method", ["merge", "squash", "rebase"]) ?? "merge";
    const pull = syncPull(state, repository, issue);
    if (issue.state === "closed" || pull.draft || testMerge(repository, issue) === null)
      throw refusal(405, "Pull Request is not mergeable");
    if (sha != null && sha !== pull.head)
      throw refusal(409, "Head branch was modified. Review and try the merge again.");
    const commit = mergePull(state, repository, issue, { method, by: actor.login });
    const json = { sha: commit, merged: true, message: "Pull Request successfully merged" };
    return { status: 200, json };
  }),
];

function headOf(
  { state, repository }: Call,
  head: string,
): { headRepository: RepositoryState | undefined; headBranch: string } {
  const colon = head.indexOf(":");
  const owner = colon < 0 ? repository.owner : head.slice(0, colon);
  const own = owner.toLowerCase() === repository.owner.toLowerCase();
  const headRepository = own ? repository : findRepository(state, `${owner}/${repository.name}`);
  return { headRepository, headBranch: head.slice(colon + 1) };
}

function fault(one: Omit<ValidationFault, "resource">): Error {
  return validationFailed({ resource: "PullRequest", ...one });
}

function shown({ state, repository }: Call, issue: IssueState, status: number): Reply {
  return { status, json: fullPullShape(state, repository, issue) };
}
