import { maskText } from "../../record/mask-text.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { foundSecrets } from "./found-secrets.ts";
import { hideJson } from "./hide-json.ts";
import { hideText } from "./hide-text.ts";

/**
 * Words that a page or a command said, without what signs somebody in: by its form and name, and whatever the secrets
 * files hold. Pure.
 */
export function redactWords(text: string, mask: SecretMask): string {
  const found = foundSecrets();
  const safe = hideText(text, found.add);
  return maskText(found.mask()(safe), mask);
}

/**
 * One text of a kind that it tells by itself: JSON, JSON by lines (as in a Playwright trace), or words. `mask` replaces
 * whatever is known to be secret already. Bytes that need no change stay as they are.
 */
export function redactText(text: string, found: (value: string) => void, mask: SecretMask): string {
  const whole = parsed(text);
  if (whole !== undefined) return redactJson(text, whole, found, mask);
  const lines = text.split("\n");
  if (lines.length > 1 && parsed(lines[0] ?? "") !== undefined)
    return lines
      .map((line) => {
        const value = parsed(line);
        return value === undefined ? redactPlain(line, found, mask) : redactJson(line, value, found, mask);
      })
      .join("\n");
  return redactPlain(text, found, mask);
}

function redactPlain(text: string, found: (value: string) => void, mask: SecretMask): string {
  return maskText(hideText(text, found), mask);
}

function redactJson(text: string, value: object, found: (value: string) => void, mask: SecretMask): string {
  const safe = mask(hideJson(value, found));
  const before = JSON.stringify(value);
  const after = JSON.stringify(safe);
  // A secret that only colours or invisible characters part.
  const shown = maskText(after, mask);
  if (shown !== after) return shown;
  if (after === before) return text;
  return /^[[{]\s*\n/.test(text) ? `${JSON.stringify(safe, null, 2)}\n` : after;
}

/** The object or list that it is, or undefined. */
function parsed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
