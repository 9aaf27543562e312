import type { ProposalFile } from "../learn/proposal-file.ts";
import type { Evidence } from "../proposal/request-content.ts";
import { primaryAnchor } from "../record/record.ts";
import { proposalPath } from "../store/read-proposals.ts";

/** What a request says of a proposal's file: the change that it asks for, and why it was not made. */
export function proposalEvidence(
  { id, candidate, claim, why }: Pick<ProposalFile, "id" | "candidate" | "claim" | "why">,
  links: Evidence["links"] = [],
): Evidence {
  return {
    anchor: primaryAnchor(candidate),
    claim: claim.slice(0, 4_000),
    cause: candidate.cause ?? null,
    files: [proposalPath(id)],
    why: why === "" ? null : why.slice(0, 2_000),
    links,
    log: [],
  };
}
