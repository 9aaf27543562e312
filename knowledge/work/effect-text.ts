import { AssayError } from "../errors.ts";
import type { Artifacts } from "../ports/artifacts.ts";

/** Stores a text and gives its digest. Errors: artifacts_unavailable. */
export function putText(artifacts: Artifacts, text: string): Promise<string> {
  return artifacts.put(new TextEncoder().encode(text));
}

/** Reads back what {@link putText} stored for a change. Errors: change_text_missing, artifact_corrupt, artifacts_unavailable. */
export async function getText(artifacts: Artifacts, digest: string): Promise<string> {
  const bytes = await artifacts.get(digest);
  if (bytes === null) throw new AssayError("change_text_missing", { digest: digest.slice(0, 12) });
  return new TextDecoder().decode(bytes);
}
