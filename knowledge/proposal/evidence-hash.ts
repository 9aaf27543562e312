import { createHash } from "node:crypto";

/** What makes a piece of evidence the one that it is. */
export interface EvidenceSubject {
  readonly anchor: string;
  readonly claim: string;
  readonly cause: string | null;
}

/**
 * Equal for two pieces of evidence that say the same: covers anchor, claim and cause, and nothing that differs from run
 * to run (ids, times, counts, links, logs). White space does not count. 16 hexadecimal digits. Pure.
 */
export function evidenceHash({ anchor, claim, cause }: EvidenceSubject): string {
  const said = [anchor, claim, cause ?? ""].map((text) => text.replace(/\s+/g, " ").trim());
  return createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 16);
}
