/** Texts of files that were read earlier, by the hash of their content: they never change. */
export interface BlobCache {
  get(oid: string): Promise<KnownBlob | null>;
  put(oid: string, blob: KnownBlob): Promise<void>;
}

export interface KnownBlob {
  /** Null where it is no text. */
  readonly text: string | null;
}

const MOST_BLOBS = 50_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** Known texts in memory, at most 50,000 and 64 Mi characters: those that were put in first go first. */
export function memoryBlobs(): BlobCache {
  const blobs = new Map<string, KnownBlob>();
  let characters = 0;
  return {
    get: async (oid) => blobs.get(oid) ?? null,
    async put(oid, blob) {
      if (blobs.has(oid)) return;
      blobs.set(oid, blob);
      characters += blob.text?.length ?? 0;
      for (const [oldest, { text }] of blobs) {
        if (blobs.size <= MOST_BLOBS && characters <= MOST_CHARACTERS) break;
        blobs.delete(oldest);
        characters -= text?.length ?? 0;
      }
    },
  };
}
