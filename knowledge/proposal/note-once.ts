import { AssayError } from "../errors.ts";
import type { Forge } from "../ports/forge.ts";
import { findOurs } from "../telling/find-ours.ts";
import { effectKey, markOf } from "../telling/mark.ts";
import { type RequestPlace, requestFingerprint } from "./request-identity.ts";

/**
 * Says something below a request, once: a comment of ours that says it already is found by its hidden mark, which anybody
 * can guess, so that an outsider's does not count. A forge that has no comments is told nothing. Errors: those of the
 * forge.
 */
export async function noteOnce(
  forge: Pick<Forge, "asker" | "comment" | "comments">,
  place: RequestPlace,
  { number, about, text }: { readonly number: number; readonly about: string; readonly text: string },
): Promise<void> {
  const { repository, kind } = place;
  const key = effectKey("request-note", kind, requestFingerprint(place), number, about);
  const said = await forge.comments(repository, number).catch((error: unknown) => {
    if (error instanceof AssayError && error.code === "forge_unsupported") return null;
    throw error;
  });
  if (said === null || (await findOurs({ forge }, repository, said, key)) !== null) return;
  await forge.comment(repository, number, `${text}\n\n${markOf(key)}`);
}
