import type { ForgeChange, RepositoryName } from "../../ports/forge.ts";
import { branchTips } from "./branch-tips.ts";
import { changeOf } from "./change-of.ts";
import type { Place } from "./github-clients.ts";

/** Pull requests whose head is this branch of this repository, or of the one in `from`, newest first. */
export async function readChangesOf(
  place: Place,
  branch: string,
  {
    from,
    state = "open",
  }: { readonly from?: RepositoryName | undefined; readonly state?: "open" | "all" } = {},
): Promise<readonly ForgeChange[]> {
  const { client, owner, repo } = place;
  const pulls = await client.paginate("GET /repos/{owner}/{repo}/pulls", {
    owner,
    repo,
    state,
    head: `${from?.split("/")[0] ?? owner}:${branch}`,
    sort: "created",
    direction: "desc",
    per_page: 100,
  });
  const tipOf = branchTips(place);
  // A `head` that GitHub does not understand is no error but no filter, so each one is looked at. A repository of
  // the same owner may have a branch of the same name.
  const isOurs = ({ head, base }: (typeof pulls)[number]): boolean =>
    from === undefined
      ? head.repo?.id === base.repo.id
      : head.repo?.full_name.toLowerCase() === from.toLowerCase();
  const found = pulls.filter((pull) => pull.head.ref === branch && isOurs(pull));
  return Promise.all(found.map(async (pull) => changeOf(pull, await tipOf(pull))));
}
