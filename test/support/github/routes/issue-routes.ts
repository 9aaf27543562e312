import type { Call } from "../http/call.ts";
import { textField, textsField, wordField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal, validationFailed } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { permits } from "../http/tokens.ts";
import { issueShape } from "../shapes/issue-shape.ts";
import { addIssue } from "../state/add-issue.ts";
import { makeLabel } from "../state/make-label.ts";
import { reopenRefusal } from "../state/reopen-refusal.ts";
import { setIssueState } from "../state/set-issue-state.ts";
import { checkLabels } from "./check-labels.ts";
import { checkBody, needIssue } from "./need-issue.ts";
import { sortIssues } from "./sort-issues.ts";

const READ = { permissions: [{ issues: "read" }, { pull_requests: "read" }] } as const;
const LONGEST_TITLE = 256;
const REASONS = ["completed", "not_planned", "duplicate", "reopened"] as const;

/** Issues; lists of them have the pull requests too. */
export const issueRoutes = [
  route("GET", "/repos/{owner}/{repo}/issues", { permissions: [{ issues: "read" }] }, (call) => {
    const { state, repository, query } = call;
    needEnabled(call);
    const now = state.clock.now();
    const wanted = query.get("state") ?? "open";
    const labels = (query.get("labels") ?? "").split(",").filter((name) => name !== "");
    const [since, creator, assignee] = ["since", "creator", "assignee"].map((name) => query.get(name));
    const issues = [...repository.issues.values()]
      .filter((issue) => !issue.deleted && issue.shownAt <= now)
      .filter((issue) => wanted === "all" || issue.state === wanted)
      .filter((issue) => labels.every((name) => issue.labels.some((label) => isSame(label.name, name))))
      .filter((issue) => since == null || issue.updatedAt >= Date.parse(since))
      .filter((issue) => creator == null || isSame(issue.author, creator))
      .filter(
        (issue) =>
          assignee == null || assignee === "*" || issue.assignees.some((login) => isSame(login, assignee)),
      );
    return page(
      call,
      sortIssues(query, issues).map((issue) => issueShape(state, repository, issue)),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/issues/{issue_number}", READ, (call) => {
    return { status: 200, json: issueShape(call.state, call.repository, needIssue(call)) };
  }),
  route(
    "POST",
    "/repos/{owner}/{repo}/issues",
    { permissions: [{ issues: "write" }], content: true },
    (call) => {
      const { state, repository, actor } = call;
      needEnabled(call);
      const title = checkTitle(textField(call, "title", { given: true }));
      const body = textField(call, "body");
      checkBody("Issue", body);
      const labels = textsField(call, "labels");
      checkLabels(labels ?? []);
      checkAssignees(call, textsField(call, "assignees"));
      const issue = addIssue(state, repository, {
        title,
        body,
        author: actor.login,
        labels,
        assignees: textsField(call, "assignees"),
      });
      const json = issueShape(state, repository, issue);
      return { status: 201, json, headers: { location: json.url } };
    },
  ),
  route(
    "PATCH",
    "/repos/{owner}/{repo}/issues/{issue_number}",
    { permissions: [{ issues: "write" }, { pull_requests: "write" }] },
    (call) => {
      const { state, repository } = call;
      const issue = needIssue(call);
      const needed = issue.pull === null ? { issues: "write" as const } : { pull_requests: "write" as const };
      if (!permits(call.actor.permissions, needed))
        throw refusal(403, "Resource not accessible by integration");
      const title = textField(call, "title");
      const body = textField(call, "body");
      const labels = textsField(call, "labels");
      const assignees = textsField(call, "assignees");
      const to = wordField(call, "state", ["open", "closed"]);
      const reason = wordField(call, "state_reason", REASONS);
      if (typeof title === "string") checkTitle(title);
      checkBody("Issue", body);
      checkLabels(labels ?? []);
      checkAssignees(call, assignees);
      const message = to === "open" ? reopenRefusal(repository, issue) : null;
      if (message !== null)
        throw validationFailed({ resource: "PullRequest", code: "custom", field: "state", message });
      if (typeof title === "string") issue.title = title;
      if (body !== undefined) issue.body = body;
      if (labels !== undefined)
        issue.labels = [...new Set(labels.map((name) => makeLabel(state, repository, name)))];
      if (assignees !== undefined) issue.assignees = assignees;
      issue.updatedAt = state.clock.now();
      if (to !== undefined) setIssueState(state, issue, to, { reason });
      return { status: 200, json: issueShape(state, repository, issue) };
    },
  ),
];

function needEnabled({ repository }: Call): void {
  if (!repository.issuesEnabled) throw refusal(410, "Issues are disabled for this repo");
}

function checkTitle(title: string): string {
  if (title.trim() === "")
    throw validationFailed({ resource: "Issue", code: "missing_field", field: "title" });
  if ([...title].length <= LONGEST_TITLE) return title;
  const message = `title is too long (maximum is ${LONGEST_TITLE} characters)`;
  throw validationFailed({ resource: "Issue", code: "custom", field: "title", message });
}

/** Here, unlike at the route for assignees, a login that may not be assigned refuses the whole request. */
function checkAssignees({ repository }: Call, logins: readonly string[] | undefined): void {
  const wrong = logins?.find((login) => !repository.people.has(login));
  if (wrong !== undefined)
    throw validationFailed({ resource: "Issue", field: "assignees", code: "invalid", value: wrong });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
