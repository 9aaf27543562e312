import { AssayError } from "../../errors.ts";
import type { CommitRelation } from "../../ports/ci-feed.ts";
import type { Place } from "./github-clients.ts";
import { isMissing } from "./is-missing.ts";

const WORDS: Readonly<Record<string, CommitRelation>> = {
  ahead: "ahead",
  behind: "behind",
  diverged: "diverged",
  identical: "same",
};

/** How `after` stands to `before`. Histories that share nothing have diverged. */
export async function readRelation(
  { client, owner, repo }: Place,
  before: string,
  after: string,
): Promise<CommitRelation> {
  try {
    const { data } = await client.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
      owner,
      repo,
      basehead: `${before}...${after}`,
      // The first page has the files too, which may be large.
      per_page: 1,
      page: 2,
    });
    return WORDS[data.status] ?? "unknown";
  } catch (error) {
    if (!isMissing(error)) throw error;
    const shareNothing =
      error instanceof AssayError && /^No common ancestor\b/i.test(String(error.data.reason));
    return shareNothing ? "diverged" : "unknown";
  }
}
