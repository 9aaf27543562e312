import type { ForgeChange } from "../../ports/forge.ts";
import type { ApiPull } from "./api-types.ts";
import { branchTips } from "./branch-tips.ts";
import { changeOf } from "./change-of.ts";
import type { Place } from "./github-clients.ts";

const MOST_CHANGES = 100;
const COMMITS_A_PAGE = 100;
/** Of the newest commits, and of the closed pull requests that were touched last. */
const MOST_PAGES = 10;
/** Clocks of those who commit differ from GitHub's. */
const SKEW = 24 * 60 * 60 * 1_000;

/**
 * The pull requests that came in with the commits after `after` up to `until`, newest first.
 *
 * `merge_commit_sha` is right for all three ways to merge: the merge commit, the squashed commit, or the commit that
 * the branch was moved to by a rebase. Each stands among the commits of the comparison exactly when the pull request
 * came in with them, be it by another branch that was merged. To ask commit by commit which pull request it is of
 * would take a request each, and GitHub answers that in full for commits of the default branch only.
 */
export async function readMergedSince(
  place: Place,
  range: { readonly after: string; readonly until: string },
): Promise<readonly ForgeChange[]> {
  const { commits, since } = await readCommits(place, range);
  if (commits.size === 0) return [];
  const pulls = (await readMerged(place, commits, since)).sort(byMerge).slice(0, MOST_CHANGES);
  const tipOf = branchTips(place);
  return Promise.all(pulls.map(async (pull) => changeOf(pull, await tipOf(pull))));
}

/** The newest commits of a comparison, at most 1,000, and the time before which none of them can have been merged. */
async function readCommits({ client, owner, repo }: Place, range: { after: string; until: string }) {
  const read = async (page: number) => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
      owner,
      repo,
      basehead: `${range.after}...${range.until}`,
      per_page: COMMITS_A_PAGE,
      page,
    });
    return data;
  };
  const first = await read(1);
  // Oldest first: the newest stand on the last pages.
  const last = Math.max(1, Math.ceil(first.total_commits / COMMITS_A_PAGE));
  const pages = last === 1 ? [first] : [];
  for (let page = Math.max(1, last - MOST_PAGES + 1); last > 1 && page <= last; page += 1)
    pages.push(page === 1 ? first : await read(page));
  const commits = new Set(pages.flatMap((page) => page.commits.map(({ sha }) => sha)));
  const time = Date.parse(first.base_commit.commit.committer?.date ?? "");
  return { commits, since: Number.isNaN(time) ? 0 : time - SKEW };
}

/** Merged pull requests by whose merge one of the commits came to be; what was touched last is looked at first. */
async function readMerged({ client, owner, repo }: Place, commits: ReadonlySet<string>, since: number) {
  const found = new Map<number, ApiPull>();
  const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/pulls", {
    owner,
    repo,
    state: "closed",
    sort: "updated",
    direction: "desc",
    per_page: 100,
  });
  let count = 0;
  for await (const { data } of pages) {
    for (const pull of data)
      if (pull.merged_at !== null && pull.merge_commit_sha !== null && commits.has(pull.merge_commit_sha))
        found.set(pull.number, pull);
    count += 1;
    // Whatever was merged since then was touched since then.
    const oldest = data.at(-1)?.updated_at;
    if (count === MOST_PAGES || oldest === undefined || Date.parse(oldest) < since) break;
  }
  return [...found.values()];
}

function byMerge(one: ApiPull, other: ApiPull): number {
  return (other.merged_at ?? "").localeCompare(one.merged_at ?? "") || other.number - one.number;
}
