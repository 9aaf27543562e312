import type { PaginatingEndpoints } from "@octokit/plugin-paginate-rest";

type Data<Route extends keyof PaginatingEndpoints> = PaginatingEndpoints[Route]["response"]["data"];

type ListedPull = Data<"GET /repos/{owner}/{repo}/pulls">[number];
type ListedIssue = Data<"GET /repos/{owner}/{repo}/issues">[number];

/**
 * What GitHub's REST API answers, by what it is about: what a list has of it and an answer to its number too. Servers
 * of other versions leave some of it out.
 */
export type ApiPull = Pick<
  ListedPull,
  | "number"
  | "html_url"
  | "title"
  | "body"
  | "state"
  | "created_at"
  | "updated_at"
  | "merged_at"
  | "merge_commit_sha"
> & {
  readonly draft?: boolean;
  readonly user: { readonly login: string } | null;
  readonly labels: readonly { readonly name?: string | null }[];
  readonly head: ApiEnd;
  readonly base: ApiEnd & { readonly repo: NonNullable<ApiEnd["repo"]> };
};

/** Of the head, `repo` is null once the fork is deleted, whatever the API's description says. */
interface ApiEnd {
  readonly ref: string;
  readonly sha: string;
  readonly repo: { readonly id: number | bigint; readonly full_name: string } | null;
}

export type ApiIssue = Pick<
  ListedIssue,
  "number" | "html_url" | "title" | "body" | "state" | "created_at" | "closed_at" | "author_association"
> & {
  readonly user: { readonly login: string; readonly type?: string } | null;
  readonly labels: readonly (string | { readonly name?: string | null })[];
};

export type ApiPullFile = Data<"GET /repos/{owner}/{repo}/pulls/{pull_number}/files">[number];
export type ApiCheckRun = Data<"GET /repos/{owner}/{repo}/commits/{ref}/check-runs">["check_runs"][number];
export type ApiStatus = Data<"GET /repos/{owner}/{repo}/commits/{ref}/status">["statuses"][number];
export type ApiComment = Data<"GET /repos/{owner}/{repo}/issues/{issue_number}/comments">[number];
