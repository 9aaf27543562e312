import type { Forge, RepositoryName } from "../../ports/forge.ts";
import { branchStanding } from "./branch-standing.ts";
import { gitRemotes } from "./git-remotes.ts";
import { isAnonymous } from "./is-anonymous.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";
import type { KnownRequests } from "./known-requests.ts";
import { unsupported } from "./unsupported.ts";

/**
 * The forge that a plain git remote is: whether anybody may read it, and the files of our requests. Everything else is
 * forge_unsupported. `at` is shared with other ports where it is given.
 */
export function isomorphicForge(
  options: IsomorphicOptions,
  known: KnownRequests,
  at = gitRemotes(options),
): Forge {
  const no = (what: string) => async (repository: RepositoryName) => {
    throw unsupported(new URL(options.url(repository)).host, what);
  };
  const checks = no("checks");
  const issues = no("issues");
  const comments = no("comments");
  const requests = no("pull requests");
  return {
    isPublic: (repository) => isAnonymous(repository, options),
    async changedFiles(repository, number) {
      const numbered = (await known.of(repository)).filter((one) => one.number === number);
      const request = numbered.find(({ state }) => state === "open") ?? numbered[0];
      if (request === undefined) return requests(repository);
      const standing = await branchStanding(at(repository), request.branch, null);
      return (standing?.changes ?? []).map(({ path, change }) => ({ path, change, from: null, patch: null }));
    },
    asker: no("logins"),
    change: requests,
    changesOf: requests,
    mergedSince: requests,
    file: no("files that are read one by one"),
    reports: checks,
    annotations: checks,
    jobLog: no("logs"),
    jobs: no("jobs"),
    workflowRun: no("workflow runs"),
    heldRuns: no("workflow runs"),
    issue: issues,
    issues,
    openIssue: issues,
    reopenIssue: issues,
    comments,
    comment: comments,
    label: no("labels"),
    assign: no("assignees"),
  };
}
