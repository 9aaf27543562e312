import type { Octokit } from "@octokit/core";

const A_PAGE = 100;

/**
 * Those of the repositories (`owner/name`, in any case) that an installation has, in their order, as they are written
 * there. `octokit` asks with a token of the installation for all that it has. Errors: those of the requests.
 */
export async function installedAmong(
  octokit: Octokit,
  repositories: readonly string[],
): Promise<readonly string[]> {
  const asked = new Set(repositories.map((name) => name.toLowerCase()));
  const found = new Map<string, string>();
  for (let page = 1; found.size < asked.size; page++) {
    const { data } = await octokit.request("GET /installation/repositories", { per_page: A_PAGE, page });
    for (const { full_name: name } of data.repositories)
      if (asked.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
    if (data.repositories.length < A_PAGE) break;
  }
  return repositories.flatMap((name) => found.get(name.toLowerCase()) ?? []);
}
