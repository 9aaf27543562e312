import { AssayError } from "../../errors.ts";
import type { BranchCommit } from "../../ports/request-branch.ts";
import { askBranch } from "./ask-branch.ts";
import type { Place } from "./github-clients.ts";

const MOST_COMMITS = 100;
/** Login by which GitHub itself commits what is committed over its API. */
const GITHUB = "web-flow";

/** What the REST API tells of a commit that counts here. */
interface ApiCommit {
  readonly sha: string;
  readonly commit: {
    readonly message: string;
    readonly author: { readonly name?: string } | null;
    readonly verification?: { readonly verified: boolean };
  };
  readonly author: { readonly login?: string } | null;
  readonly committer: { readonly login?: string } | null;
}

/**
 * The commits that a branch has and the default branch has not, newest first, at most 100. One is our own where the
 * token's owner made it over the API, so that GitHub committed and signed it: names alone are what anybody may write.
 */
export async function readBranchCommits(place: Place, branch: string): Promise<readonly BranchCommit[]> {
  const { defaultBranch, branch: tip, asker } = await askBranch(place, branch);
  if (defaultBranch === null || tip === null) return [];
  const commits = await newestOf(place, defaultBranch.commit, tip);
  return commits.slice(0, MOST_COMMITS).map(({ sha, commit, author, committer }) => ({
    commit: sha,
    message: commit.message,
    own: author?.login === asker && committer?.login === GITHUB && commit.verification?.verified === true,
    author: author?.login ?? commit.author?.name ?? "",
  }));
}

async function newestOf(place: Place, base: string, tip: string): Promise<readonly ApiCommit[]> {
  const { client, owner, repo } = place;
  const read = async (page: number) => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
      owner,
      repo,
      basehead: `${base}...${tip}`,
      per_page: MOST_COMMITS,
      page,
    });
    return data;
  };
  try {
    const first = await read(1);
    // Oldest first: the newest stand on the last pages.
    const last = Math.ceil(first.total_commits / MOST_COMMITS);
    if (last <= 1) return first.commits.toReversed();
    const newest = await read(last);
    const before = last === 2 ? first : await read(last - 1);
    return [...before.commits, ...newest.commits].toReversed();
  } catch (error) {
    const shareNothing =
      error instanceof AssayError && /^No common ancestor\b/i.test(String(error.data.reason));
    if (!shareNothing) throw error;
    const { data } = await client.request("GET /repos/{owner}/{repo}/commits", {
      owner,
      repo,
      sha: tip,
      per_page: MOST_COMMITS,
    });
    return data;
  }
}
