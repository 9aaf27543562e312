import type { Artifacts } from "../../ports/artifacts.ts";
import { digestOf } from "../files/digest.ts";

/** Artifacts that live as long as the process. */
export function memoryArtifacts(): Artifacts {
  const kept = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const digest = digestOf(bytes);
      kept.set(digest, Uint8Array.from(bytes));
      return digest;
    },
    async get(digest) {
      const bytes = kept.get(digest);
      return bytes === undefined ? null : Uint8Array.from(bytes);
    },
  };
}
