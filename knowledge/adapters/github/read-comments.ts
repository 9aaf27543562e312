import type { Comment } from "../../ports/forge.ts";
import { commentOf } from "./comment-of.ts";
import type { Place } from "./github-clients.ts";

/** Comments on an issue or a pull request, oldest first, all pages. */
export async function readComments(
  { client, owner, repo }: Place,
  number: number,
): Promise<readonly Comment[]> {
  const found = await client.paginate("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  return found.map(commentOf);
}
