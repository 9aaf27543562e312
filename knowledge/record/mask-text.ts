import { visibleText } from "../text/terminal-text.ts";
import type { SecretMask } from "./secret-mask.ts";

/**
 * Masks a text of any number of lines, also where only colours or characters that nobody sees part a secret: then
 * these go with it.
 */
export function maskText(text: string, mask: SecretMask): string {
  return maskedAs(visibleText, mask(text), mask);
}

/** What is masked already, or the form of it that a reader sees where that still spells a secret, masked. */
export function maskedAs(seen: (text: string) => string, masked: string, mask: SecretMask): string {
  const plain = seen(masked);
  const again = mask(plain);
  return again === plain ? masked : again;
}

/** Whether {@link maskText} would change the text. */
export function holdsSecret(text: string, mask: SecretMask): boolean {
  return maskText(text, mask) !== text;
}
