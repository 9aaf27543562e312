import type { Call } from "../http/call.ts";
import { textField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal, validationFailed } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { commentShape } from "../shapes/comment-shape.ts";
import { addComment } from "../state/add-comment.ts";
import type { CommentState } from "../state/state.ts";
import { checkBody, needIssue } from "./need-issue.ts";

const READ = { permissions: [{ issues: "read" }, { pull_requests: "read" }] } as const;
const WRITE = { permissions: [{ issues: "write" }, { pull_requests: "write" }] } as const;

/** Comments on issues and pull requests, oldest first. */
export const commentRoutes = [
  route("GET", "/repos/{owner}/{repo}/issues/{issue_number}/comments", READ, (call) => {
    const { state, repository } = call;
    const { number } = needIssue(call);
    const since = call.query.get("since");
    const now = state.clock.now();
    const comments = repository.comments
      .filter((comment) => comment.issue === number && comment.shownAt <= now)
      .filter((comment) => since === null || comment.updatedAt >= Date.parse(since));
    return page(
      call,
      comments.map((comment) => commentShape(state, repository, comment)),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/issues/comments/{comment_id}", READ, (call) => {
    return { status: 200, json: commentShape(call.state, call.repository, needComment(call)) };
  }),
  route(
    "POST",
    "/repos/{owner}/{repo}/issues/{issue_number}/comments",
    { ...WRITE, content: true },
    (call) => {
      const { state, repository, actor } = call;
      const issue = needIssue(call);
      const body = takeBody(call);
      if (issue.locked && !repository.people.has(actor.login))
        throw refusal(403, "Unable to create comment because issue is locked.");
      const comment = addComment(state, repository, { issue: issue.number, author: actor.login, body });
      const json = commentShape(state, repository, comment);
      return { status: 201, json, headers: { location: json.url } };
    },
  ),
  route("PATCH", "/repos/{owner}/{repo}/issues/comments/{comment_id}", WRITE, (call) => {
    const comment = needComment(call);
    comment.body = takeBody(call);
    comment.updatedAt = call.state.clock.now();
    return { status: 200, json: commentShape(call.state, call.repository, comment) };
  }),
  route("DELETE", "/repos/{owner}/{repo}/issues/comments/{comment_id}", WRITE, (call) => {
    const { comments } = call.repository;
    comments.splice(comments.indexOf(needComment(call)), 1);
    return { status: 204 };
  }),
];

function needComment({ repository, params }: Call): CommentState {
  const comment = repository.comments.find((one) => String(one.id) === params.comment_id);
  if (comment === undefined) throw refusal(404, "Not Found");
  return comment;
}

function takeBody(call: Call): string {
  const body = textField(call, "body", { given: true });
  if (body.trim() === "")
    throw validationFailed({ resource: "IssueComment", code: "missing_field", field: "body" });
  checkBody("IssueComment", body);
  return body;
}
