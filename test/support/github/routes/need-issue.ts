import type { Call } from "../http/call.ts";
import { refusal, validationFailed } from "../http/reply.ts";
import type { IssueState } from "../state/state.ts";

const LONGEST_BODY = 65_536;

/** The issue or pull request of the path; 404 where there never was one, 410 where it was deleted. */
export function needIssue({ repository, params }: Call): IssueState {
  const issue = repository.issues.get(Number(params.issue_number));
  if (issue === undefined) throw refusal(404, "Not Found");
  if (issue.deleted) throw refusal(410, "This issue was deleted");
  return issue;
}

/** 422 for a text that is longer than a body may be. */
export function checkBody(
  resource: "Issue" | "IssueComment" | "PullRequest",
  body: string | null | undefined,
): void {
  if (body === null || body === undefined || [...body].length <= LONGEST_BODY) return;
  const message = `body is too long (maximum is ${LONGEST_BODY} characters)`;
  throw validationFailed({ resource, code: "custom", field: "body", message });
}
