import { AssayError } from "../../errors.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import type { BranchTips } from "../../ports/request-branch.ts";
import { askQuery, queryError } from "./ask-query.ts";
import type { Place } from "./github-clients.ts";

/** Where a branch stands beside the default one, and who asks. */
export interface BranchState extends BranchTips {
  /** As it is called now. */
  readonly repository: RepositoryName;
  /** Login of the token's owner. */
  readonly asker: string;
}

interface Answer {
  readonly nameWithOwner: RepositoryName;
  readonly isArchived: boolean;
  readonly defaultBranchRef: { readonly name: string; readonly target: { readonly oid: string } } | null;
  readonly ref: { readonly target: { readonly oid: string } } | null;
}

const TIPS = `query Tips($owner: String!, $name: String!, $ref: String!) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    nameWithOwner isArchived
    defaultBranchRef { name target { oid } }
    ref(qualifiedName: $ref) { target { oid } }
  }
}`;

/** Asks in one request where a branch and the default one stand. */
export async function askBranch(place: Place, branch: string): Promise<BranchState> {
  const { host, owner, repo } = place;
  const variables = { owner, name: repo, ref: `refs/heads/${branch}` };
  const asked = `the branch ${branch} of ${owner}/${repo}`;
  const { data, errors } = await askQuery(place, { text: TIPS, variables });
  if (errors[0] !== undefined) throw queryError(place, asked, errors[0]);
  const repository = data.repository as Answer | null | undefined;
  if (repository == null)
    throw new AssayError("forge_missing", { host, asked, reason: "there is no such repository" });
  const { nameWithOwner, isArchived, defaultBranchRef: ref } = repository;
  return {
    repository: nameWithOwner,
    defaultBranch: ref === null ? null : { name: ref.name, commit: ref.target.oid },
    branch: repository.ref?.target.oid ?? null,
    ...(isArchived ? { archived: true } : {}),
    asker: (data.viewer as { readonly login: string }).login,
  };
}
