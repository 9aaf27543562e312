import { createHash } from "node:crypto";

/** By what a subject's `answered` finds the answer to a request: a digest of its function and id. */
export function requestKey(fn: string, request: string): string {
  return createHash("sha256")
    .update(JSON.stringify([fn, request]))
    .digest("hex")
    .slice(0, 32);
}
