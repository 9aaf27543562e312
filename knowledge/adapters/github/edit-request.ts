import type { Place } from "./github-clients.ts";

/** What of a pull request is to be changed; what is not given stays. */
export interface RequestEdit {
  readonly title?: string;
  readonly body?: string;
  readonly state?: "closed";
}

export async function editRequest(
  { client, owner, repo }: Place,
  number: number,
  edit: RequestEdit,
): Promise<void> {
  await client.request("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
    owner,
    repo,
    pull_number: number,
    ...edit,
  });
}
