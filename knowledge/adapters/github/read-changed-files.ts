import type { ForgeFileChange } from "../../ports/forge.ts";
import type { ApiPullFile } from "./api-types.ts";
import type { Place } from "./github-clients.ts";

/** Files that a pull request touches; GitHub lists 3,000 at most. */
export async function readChangedFiles(place: Place, number: number): Promise<readonly ForgeFileChange[]> {
  const { client, owner, repo } = place;
  const files = await client.paginate("GET /repos/{owner}/{repo}/pulls/{pull_number}/files", {
    owner,
    repo,
    pull_number: number,
    per_page: 100,
  });
  return files.filter(({ status }) => status !== "unchanged").map(fileOf);
}

function fileOf({ filename, status, previous_filename, patch }: ApiPullFile): ForgeFileChange {
  const change =
    status === "added" || status === "copied"
      ? "added"
      : status === "removed" || status === "renamed"
        ? status
        : "modified";
  return {
    path: filename,
    change,
    from: change === "renamed" ? (previous_filename ?? null) : null,
    patch: patch ?? null,
  };
}
