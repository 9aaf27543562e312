import { AssayError } from "../../errors.ts";
import type { ChangeRequests } from "../../ports/change-requests.ts";
import type { ForgeChange, RepositoryName } from "../../ports/forge.ts";
import { refuseBranch } from "../git/refuse-branch.ts";
import { branchStanding } from "./branch-standing.ts";
import { gitRemotes } from "./git-remotes.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";
import type { KnownRequest, KnownRequests } from "./known-requests.ts";
import { unsupported } from "./unsupported.ts";

/**
 * Requests on a plain git remote, which has none: a branch of ours is one while it is there, is merged once the default
 * branch has its commits or its content, and was closed where the branch is gone without that. Opening writes nothing;
 * closing removes the branch where all of it is ours. It has no text: title and evidence are what `known` remembers.
 * `at` is shared with other ports where it is given. Editing and merging: forge_unsupported.
 */
export function isomorphicChangeRequests(
  options: IsomorphicOptions,
  known: KnownRequests,
  at = gitRemotes(options),
): ChangeRequests {
  const hostOf = (repository: RepositoryName) => new URL(options.url(repository)).host;
  const refuse = (repository: RepositoryName, asked: string, reason: string) =>
    new AssayError("forge_refused", { host: hostOf(repository), asked, reason });
  const shown = async (repository: RepositoryName, request: KnownRequest): Promise<ForgeChange | null> => {
    const last = request.commits.at(-1) ?? null;
    const standing = await branchStanding(at(repository), request.branch, last);
    if (request.number === null || standing === null) return null;
    const { defaultBranch, tip, isMerged } = standing;
    const told = { repository, number: request.number, url: options.url(repository), ...WITHOUT_TEXT };
    return {
      ...told,
      title: request.title,
      state: isMerged ? "merged" : tip === null ? "closed" : "open",
      head: { repository, branch: request.branch, commit: tip ?? last ?? "" },
      base: { repository, branch: defaultBranch.name, commit: defaultBranch.commit },
      createdAt: request.at,
    };
  };
  return {
    async find(repository, branch) {
      const request = (await known.of(repository)).find((one) => one.branch === branch);
      if (request === undefined || request.state === "none" || request.state === "closed") return [];
      const change = await shown(repository, request);
      // Of one that was merged only a branch that is still there tells anything more.
      const isOver = request.state === "merged" && change?.state !== "merged";
      return change === null || isOver ? [] : [change];
    },
    async open(repository, { branch, into, title }) {
      const asked = `a request of ${branch}`;
      const request = (await known.of(repository)).find((one) => one.branch === branch);
      if (request === undefined) throw refuse(repository, asked, "it is none of our branches");
      if (request.state === "open") throw refuse(repository, asked, "one already exists");
      const { next: number } = request;
      const change = await shown(repository, { ...request, number, title, at: nowOf(options) });
      if (change === null || change.state !== "open")
        throw refuse(repository, asked, "the branch has nothing that the default branch has not");
      if (change.base.branch !== into) throw refuse(repository, asked, `${into} is not the default branch`);
      return change;
    },
    edit: async (repository) => {
      throw unsupported(hostOf(repository), "descriptions of requests");
    },
    async close(repository, number) {
      const request = await numbered(repository, number);
      const { branch } = request;
      const remote = at(repository);
      const { defaultBranch, branch: tip } = await remote.tips(branch);
      refuseBranch(repository, branch, defaultBranch?.name ?? null);
      if (tip === null) return;
      const asked = `removing the branch ${branch}`;
      if (tip !== request.commits.at(-1)) {
        const way = `git push ${options.url(repository)} --delete ${branch}`;
        throw refuse(repository, asked, `a commit is on it that Assay did not make; a person may: ${way}`);
      }
      if (!(await remote.push(branch, tip, null)))
        throw refuse(repository, asked, "it moved meanwhile; look at it again");
    },
    merge: async (repository) => {
      throw unsupported(hostOf(repository), "requests that it could merge");
    },
    async mergedByHand(repository, branch) {
      const { defaultBranch } = await at(repository).tips(branch);
      const remote = options.url(repository);
      const into = defaultBranch?.name ?? "";
      const fetched = [
        ["git", "fetch", remote, branch],
        ["git", "merge", "FETCH_HEAD"],
      ];
      const pushed = ["git", "push", remote, `HEAD:refs/heads/${into}`];
      return { remote, branch, into, commands: into === "" ? fetched : [...fetched, pushed] };
    },
  };

  async function numbered(repository: RepositoryName, number: number): Promise<KnownRequest> {
    const request = (await known.of(repository)).find((one) => one.number === number && one.state === "open");
    if (request !== undefined) return request;
    throw new AssayError("forge_missing", {
      host: hostOf(repository),
      asked: `the request ${number} of ${repository}`,
      reason: "none of this number is open",
    });
  }
}

const WITHOUT_TEXT = {
  body: "",
  author: "",
  draft: false,
  mergedAt: null,
  mergeCommit: null,
  labels: [],
} as const;

function nowOf({ clock }: Pick<IsomorphicOptions, "clock">): string {
  return new Date(clock.now()).toISOString();
}
