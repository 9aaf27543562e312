import { memoryArtifacts } from "../../knowledge/adapters/memory/artifacts.ts";
import type { Artifacts } from "../../knowledge/ports/artifacts.ts";

/** Requests to S3. A head costs what a get does. */
export interface BucketUse {
  readonly puts: number;
  readonly gets: number;
}

/** One bucket in memory, to which many processes connect. */
export interface MeasuredBucket {
  connect(used: (use: BucketUse) => void): Artifacts;
}

/** Artifacts in memory that count what the adapter of S3 would have asked its bucket for: a head before each put. */
export function measuredBucket(): MeasuredBucket {
  const kept = memoryArtifacts();
  const known = new Set<string>();
  return {
    connect: (used) => ({
      async put(bytes) {
        const digest = await kept.put(bytes);
        used({ puts: known.has(digest) ? 0 : 1, gets: 1 });
        known.add(digest);
        return digest;
      },
      async get(digest) {
        used({ puts: 0, gets: 1 });
        return kept.get(digest);
      },
    }),
  };
}
