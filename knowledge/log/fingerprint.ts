import { createHash } from "node:crypto";
import { maskText } from "./masked-text.ts";

/** Raised when the same failure would get another fingerprint than before. */
const VERSION = 1;

/** `<algorithm version>:<32 hex>` of a headline; numbers, times, ids and folders make no difference. */
export function fingerprintOf(headline: string): string {
  const digest = createHash("sha256").update(maskText(headline)).digest("hex");
  return `${VERSION}:${digest.slice(0, 32)}`;
}
