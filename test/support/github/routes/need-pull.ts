import type { Call } from "../http/call.ts";
import { refusal } from "../http/reply.ts";
import type { IssueState } from "../state/state.ts";

/** The pull request of the path; 404 where there is none. */
export function needPull({ repository, params }: Call): IssueState {
  const issue = repository.issues.get(Number(params.pull_number));
  if (issue?.pull == null || issue.deleted) throw refusal(404, "Not Found");
  return issue;
}
