import { AssayError } from "../errors.ts";
import type { Artifacts } from "../ports/artifacts.ts";

/** Stores a JSON value and gives its digest. Errors: artifacts_unavailable. */
export function putJson(artifacts: Artifacts, value: unknown): Promise<string> {
  return artifacts.put(new TextEncoder().encode(JSON.stringify(value)));
}

/** Reads back what {@link putJson} stored for a run. Errors: artifact_missing, artifact_corrupt, artifacts_unavailable. */
export async function getJson<Value>(artifacts: Artifacts, digest: string, run: string): Promise<Value> {
  const bytes = await artifacts.get(digest);
  if (bytes === null) throw new AssayError("artifact_missing", { run, digest: digest.slice(0, 12) });
  return JSON.parse(new TextDecoder().decode(bytes)) as Value;
}
