import type { RunArtifact } from "../../ports/ci-feed.ts";
import type { Place } from "./github-clients.ts";

/** The files that a workflow run left, all pages; those that are kept no longer are told too. */
export async function readRunArtifacts(
  { client, owner, repo }: Place,
  run: number,
): Promise<readonly RunArtifact[]> {
  const artifacts = await client.paginate("GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", {
    owner,
    repo,
    run_id: run,
    per_page: 100,
  });
  return artifacts.map(({ id, name, size_in_bytes: bytes, expired }) => ({
    id: Number(id),
    name,
    bytes,
    expired,
  }));
}
