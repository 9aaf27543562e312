import { textsField } from "../http/fields.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { issueShape } from "../shapes/issue-shape.ts";
import { userShape } from "../shapes/user-shape.ts";
import { needIssue } from "./need-issue.ts";

const MOST = 10;
const WRITE = { permissions: [{ issues: "write" }, { pull_requests: "write" }] } as const;
const READ = { permissions: [{ issues: "read" }] } as const;
const ON_ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}/assignees";

/** Who looks after an issue; names that may not are left out without a word. */
export const assigneeRoutes = [
  route("GET", "/repos/{owner}/{repo}/assignees", READ, (call) => {
    return page(
      call,
      [...call.repository.people].map((login) => userShape(call.state, login)),
    );
  }),
  route("GET", "/repos/{owner}/{repo}/assignees/{assignee}", READ, (call) => {
    if (!call.repository.people.has(call.params.assignee!)) throw refusal(404, "Not Found");
    return { status: 204 };
  }),
  route("POST", ON_ISSUE, WRITE, (call) => {
    const issue = needIssue(call);
    const taken = (textsField(call, "assignees") ?? []).filter((login) => call.repository.people.has(login));
    issue.assignees = [...new Set([...issue.assignees, ...taken])].slice(0, MOST);
    issue.updatedAt = call.state.clock.now();
    return { status: 201, json: issueShape(call.state, call.repository, issue) };
  }),
  route("DELETE", ON_ISSUE, WRITE, (call) => {
    const issue = needIssue(call);
    const gone = textsField(call, "assignees") ?? [];
    issue.assignees = issue.assignees.filter((login) => !gone.includes(login));
    return { status: 200, json: issueShape(call.state, call.repository, issue) };
  }),
];
