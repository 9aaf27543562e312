import { AssayError } from "../../errors.ts";
import type { MergeOutcome } from "../../ports/change-requests.ts";
import type { Place } from "./github-clients.ts";

/** Merges a pull request whose head is still this commit; what GitHub refuses comes back in its words. */
export async function mergeRequest(
  { client, owner, repo }: Place,
  number: number,
  head: string,
): Promise<MergeOutcome> {
  try {
    const { data } = await client.request("PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", {
      owner,
      repo,
      pull_number: number,
      sha: head,
    });
    return { kind: "merged", commit: data.sha };
  } catch (error) {
    // 405 and 409, and 422 for a head that is no commit of it.
    if (!(error instanceof AssayError) || error.code !== "forge_refused") throw error;
    return { kind: "refused", why: String(error.data.reason) };
  }
}
