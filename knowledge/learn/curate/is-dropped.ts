import type { DroppedProposal } from "./curation.ts";
import { isProposalOf } from "./learned-id.ts";

/** Whether a person refused that a candidate (its digest) changes this record; null where it would add one. */
export function isDropped(
  dropped: readonly DroppedProposal[],
  record: string | null,
  candidateDigest: string,
): boolean {
  return dropped.some((one) => one.record === record && isProposalOf(one.proposal, candidateDigest));
}
