import type { Secrets } from "../ports/secrets.ts";
import { readSecrets, type SecretMask, secretMask } from "../record/secret-mask.ts";

/** Masks every value of the secrets files. Errors: secrets_unreadable. */
export async function secretsMask(secrets: Secrets): Promise<SecretMask> {
  const files = await secrets.files();
  return secretMask(files.flatMap(({ text }) => readSecrets(text)));
}
