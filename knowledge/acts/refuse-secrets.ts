import { AssayError } from "../errors.ts";
import type { Secrets } from "../ports/secrets.ts";
import { holdsSecret } from "../record/mask-text.ts";
import { secretsMask } from "../store/secrets-mask.ts";

/** What a person would have kept: what it is, in words, and its text, which may not be given. */
export type Said = readonly [place: string, text: string | undefined];

/**
 * Makes sure, before anything of it is written, that what a person says holds no secret: records go to git, and the
 * ledger forgets nothing. Errors: secret_refused, which says where it is and never what; secrets_unreadable.
 */
export async function refuseSecrets(secrets: Secrets, said: readonly Said[]): Promise<void> {
  const mask = await secretsMask(secrets);
  for (const [place, text] of said) {
    if (text === undefined || !holdsSecret(text, mask)) continue;
    throw new AssayError("secret_refused", { place, way: "say it without the secret" });
  }
}
