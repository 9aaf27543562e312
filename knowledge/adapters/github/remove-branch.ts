import { AssayError } from "../../errors.ts";
import { refuseBranch } from "../git/refuse-branch.ts";
import { askBranch } from "./ask-branch.ts";
import type { Place } from "./github-clients.ts";

/** Removes a branch of ours; one that is not there is removed. Errors: also branch_refused. */
export async function removeBranch(place: Place, branch: string): Promise<void> {
  refuseBranch(`${place.owner}/${place.repo}`, branch, null);
  const { repository, defaultBranch, branch: tip } = await askBranch(place, branch);
  refuseBranch(repository, branch, defaultBranch?.name ?? null);
  if (tip === null) return;
  const { client, owner, repo } = place;
  try {
    await client.request("DELETE /repos/{owner}/{repo}/git/refs/{ref}", {
      owner,
      repo,
      ref: `heads/${branch}`,
    });
  } catch (error) {
    const isGone =
      error instanceof AssayError &&
      error.code === "forge_refused" &&
      /does not exist/i.test(String(error.data.reason));
    if (!isGone) throw error;
  }
}
