/**
 * Evidence of QA runs by typed handle: screenshots, traces, logs. What is stored is masked before (see the room
 * `execute/`), never rewritten, and no cache.
 *
 * Errors of every call: artifacts_unavailable; put and presign also artifact_key_unsafe (a key of another form) and
 * artifact_taken (other bytes are stored there); read also artifact_corrupt.
 */
export interface QaArtifacts {
  /**
   * Stores bytes durably under a key `qa-artifacts/<project>/<subject>/<run>/<filename>`, whose segments are safe. The
   * same bytes again are what is there.
   */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<StoredArtifact>;
  /**
   * The bytes, or null where there are none (removed, another clone's). `handle` is one that was stored; the bytes are
   * checked against the digest where one is given.
   */
  read(handle: StoredHandle, digest?: string): Promise<Uint8Array | null>;
  /** Whether the bytes are there, without reading them. */
  has(handle: StoredHandle): Promise<boolean>;
  /**
   * Removes those older than `before` (milliseconds since the epoch) that `isKept` does not hold; how many. It is asked
   * of every key of the store, those of other projects too.
   */
  prune(before: number, isKept: (key: string) => boolean): Promise<number>;
  /** A place that a client may write to by itself, for so many seconds; null where the store takes none (files). */
  presign(
    key: string,
    contentType: string,
    seconds: number,
  ): Promise<{ readonly url: string; readonly handle: StoredHandle } | null>;
}

/** A local path is the key: relative to the store, so that it says the same wherever the store is. */
export type StoredHandle =
  | { readonly backend: "local"; readonly path: string; readonly content_type?: string }
  | { readonly backend: "s3"; readonly bucket: string; readonly key: string; readonly content_type?: string };

export interface StoredArtifact {
  readonly handle: StoredHandle;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  readonly bytes: number;
}
