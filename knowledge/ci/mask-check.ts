import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Check } from "./check.ts";
import { checkKey, readCheckKey } from "./check-key.ts";

/** A check with every text of it masked; one without secrets is as it was, its key too. Masked again it stays as it is. */
export function maskCheck(check: Check, mask: SecretMask): Check {
  const masked = (text: string) => maskText(text, mask);
  const { name, app, conclusion, url, says } = check;
  return {
    ...check,
    key: maskedKey(check.key, masked),
    name: masked(name),
    app: masked(app),
    conclusion: conclusion === null ? null : masked(conclusion),
    url: url === null ? null : masked(url),
    says: masked(says),
  };
}

/** Part by part, so that it can still be read. */
function maskedKey(key: string, masked: (text: string) => string): string {
  if (masked(key) === key) return key;
  const { app, name, of } = readCheckKey(key);
  const place =
    of === null || typeof of === "number" ? of : { path: masked(of.path), event: masked(of.event) };
  return checkKey({ app: masked(app), name: masked(name), of: place });
}
