import type { ArtifactHandle } from "./qa-run.ts";

/** The one text for where an artifact is: by it a gate is told what can be read. Pure. */
export function artifactKey(handle: ArtifactHandle): string {
  return handle.backend === "local" ? `local:${handle.path}` : `s3:${handle.bucket}/${handle.key}`;
}
