import type { Comment } from "../../ports/forge.ts";
import { commentOf } from "./comment-of.ts";
import type { Place } from "./github-clients.ts";

/** Writes a comment on an issue or a pull request. */
export async function writeComment(
  { client, owner, repo }: Place,
  number: number,
  body: string,
): Promise<Comment> {
  const { data } = await client.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    owner,
    repo,
    issue_number: number,
    body,
  });
  return commentOf(data);
}
