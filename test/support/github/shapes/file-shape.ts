import type { ChangedFile } from "../git/changed-files.ts";
import type { GithubState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

/** A file of a change; no `patch` where there is none to show. */
export function fileShape(
  state: GithubState,
  repository: RepositoryState,
  commit: string,
  file: ChangedFile,
): Schemas["diff-entry"] {
  const name = `${repository.owner}/${repository.name}`;
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${state.web}/${name}/blob/${commit}/${path}`,
    raw_url: `${state.web}/${name}/raw/${commit}/${path}`,
    contents_url: `${state.api}/repos/${name}/contents/${path}?ref=${commit}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.from === null ? {} : { previous_filename: file.from }),
  };
}
