import { createHash } from "node:crypto";

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits. */
export function digestOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
