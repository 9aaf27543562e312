import { LINE_LIMIT } from "../log/log-digest.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";

/** Characters of an unfinished word that go with the end of a line that was cut. */
const UNFINISHED = 1_000;

/**
 * A line of a log, masked. Of one that was cut at the limit of lines the last word goes too: it may be the first
 * half of a secret, which no mask would know.
 */
export function maskedLine(text: string, mask: SecretMask): string {
  const masked = maskText(text, mask);
  if (text.length < LINE_LIMIT) return masked;
  const word = /\S*$/.exec(masked.slice(-UNFINISHED))?.[0].length ?? 0;
  return `${masked.slice(0, masked.length - word)}…`;
}
