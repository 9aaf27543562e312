import { AssayError } from "../errors.ts";
import type { Forge } from "../ports/forge.ts";
import { type RequestPlace, requestFingerprint } from "./request-identity.ts";

/**
 * Says something below a request, once: a comment of ours that says it already is found by its hidden mark. A forge that
 * has no comments is told nothing. Errors: those of the forge.
 */
export async function noteOnce(
  forge: Pick<Forge, "comment" | "comments">,
  place: RequestPlace,
  { number, about, text }: { readonly number: number; readonly about: string; readonly text: string },
): Promise<void> {
  const mark = `<!-- assay:request-note ${place.kind}/${requestFingerprint(place)}/${about} -->`;
  const said = await forge.comments(place.repository, number).catch((error: unknown) => {
    if (error instanceof AssayError && error.code === "forge_unsupported") return null;
    throw error;
  });
  if (said === null || said.some(({ body }) => body.trimEnd().endsWith(mark))) return;
  await forge.comment(place.repository, number, `${text}\n\n${mark}`);
}
