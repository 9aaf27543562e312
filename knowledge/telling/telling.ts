import type { SecretMask } from "../record/secret-mask.ts";

/** How texts may be told on a forge. */
export interface Telling {
  readonly mask: SecretMask;
  /** False keeps every line of a log out of what is written: the repository is public and nobody allowed it. */
  readonly quotesLogs: boolean;
}
