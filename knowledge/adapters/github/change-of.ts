import type { ForgeChange, ForgeEnd, RepositoryName } from "../../ports/forge.ts";
import type { ApiPull } from "./api-types.ts";
import { labelNames } from "./label-names.ts";
import { loginOf } from "./login-of.ts";

/** A pull request as a change, with `tip` as the commit that its base branch stands at. */
export function changeOf(pull: ApiPull, tip: string): ForgeChange {
  return {
    repository: nameOf(pull.base),
    number: pull.number,
    url: pull.html_url,
    title: pull.title,
    body: pull.body ?? "",
    author: loginOf(pull.user),
    state: pull.merged_at !== null ? "merged" : pull.state === "closed" ? "closed" : "open",
    draft: pull.draft ?? false,
    head: headOf(pull),
    base: { repository: nameOf(pull.base), branch: pull.base.ref, commit: tip },
    createdAt: pull.created_at,
    mergedAt: pull.merged_at,
    // Of an open pull request this is a merge that was only tried.
    mergeCommit: pull.merged_at === null ? null : pull.merge_commit_sha,
    labels: labelNames(pull.labels),
  };
}

function headOf({ head }: ApiPull): ForgeEnd {
  return {
    repository: head.repo === null ? null : (head.repo.full_name as RepositoryName),
    branch: head.ref,
    commit: head.sha,
  };
}

function nameOf({ repo }: ApiPull["base"]): RepositoryName {
  return repo.full_name as RepositoryName;
}
