/**
 * Values too large for an event, by the SHA-256 of their bytes: immutable, stored once, never rewritten.
 *
 * Errors of every call: artifacts_unavailable; get also artifact_corrupt.
 */
export interface Artifacts {
  /** Stores the bytes durably, unless they are there, and returns their digest, hexadecimal. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, checked against the digest, or null where there are none. */
  get(digest: string): Promise<Uint8Array | null>;
}
