import { createHash } from "node:crypto";
import type { FoundBlock } from "./errors/error-collector.ts";
import { maskText } from "./masked-text.ts";
import { ownFrame } from "./own-frame.ts";

/** Raised when the same failure would get another fingerprint than before. */
const VERSION = 1;

/**
 * `<algorithm version>:<32 hex>` of a headline and the file of the project's own code that it comes from,
 * where one is known; numbers, times, ids and folders make no difference.
 */
export function fingerprintOf(headline: string, file: string | null = null): string {
  const masked = maskText(headline);
  const digest = createHash("sha256")
    .update(file === null ? masked : `${masked}\n${file}`)
    .digest("hex");
  return `${VERSION}:${digest.slice(0, 32)}`;
}

/** Fingerprint of a block of a log; null where its headline only says that something failed. */
export function fingerprintOfBlock(block: FoundBlock): string | null {
  return block.kind === "consequence" ? null : fingerprintOf(block.headline.text, ownFrame(block.lines));
}
