import type { AnnotationState, CheckRunState, GithubState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

export function annotationShape(
  state: GithubState,
  repository: RepositoryState,
  run: CheckRunState,
  annotation: AnnotationState,
): Schemas["check-annotation"] {
  const name = `${repository.owner}/${repository.name}`;
  return {
    path: annotation.path,
    blob_href: `${state.web}/${name}/blob/${run.sha}/${annotation.path}`,
    start_line: annotation.start_line,
    end_line: annotation.end_line,
    start_column: annotation.start_column ?? null,
    end_column: annotation.end_column ?? null,
    annotation_level: annotation.annotation_level,
    title: annotation.title ?? null,
    message: annotation.message,
    raw_details: annotation.raw_details ?? null,
  };
}
