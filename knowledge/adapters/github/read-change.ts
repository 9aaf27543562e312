import type { ForgeChange } from "../../ports/forge.ts";
import { branchTips } from "./branch-tips.ts";
import { changeOf } from "./change-of.ts";
import type { Place } from "./github-clients.ts";

/** A pull request with its two ends. */
export async function readChange(
  place: Place,
  number: number,
  base: "tip" | "as-told" = "tip",
): Promise<ForgeChange> {
  const { client, owner, repo } = place;
  const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    owner,
    repo,
    pull_number: number,
  });
  return changeOf(data, base === "tip" ? await branchTips(place)(data) : data.base.sha);
}
