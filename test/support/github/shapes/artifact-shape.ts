import { createHash } from "node:crypto";
import type { ArtifactState, GithubState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

/** A file that a workflow run left; it is told after it expired too. */
export function artifactShape(
  state: GithubState,
  { id: repository, owner, name }: RepositoryState,
  artifact: ArtifactState,
): Schemas["artifact"] {
  const url = `${state.api}/repos/${owner}/${name}/actions/artifacts/${artifact.id}`;
  const { run } = artifact;
  const at = state.clock.iso(artifact.createdAt);
  return {
    id: artifact.id,
    node_id: `A_${artifact.id}`,
    name: artifact.name,
    size_in_bytes: artifact.zip.byteLength,
    url,
    archive_download_url: `${url}/zip`,
    expired: artifact.expiresAt <= state.clock.now(),
    created_at: at,
    updated_at: at,
    expires_at: state.clock.iso(artifact.expiresAt),
    digest: `sha256:${createHash("sha256").update(artifact.zip).digest("hex")}`,
    workflow_run: {
      id: run.id,
      repository_id: repository,
      head_repository_id: run.headRepository.id,
      head_branch: run.branch ?? "",
      head_sha: run.sha,
    },
  };
}
