import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Proposals, StoredProposal } from "../ports/proposals.ts";
import { findProposal, proposalPath } from "../store/read-proposals.ts";
import { actFlags } from "./receipt.ts";

/** Proposals, and what a person does about them. */
export const ProposalInput = z.lazy(() =>
  z.object({
    ids: z
      .array(z.string().check(z.minLength(1)))
      .check(z.minLength(1), z.describe("proposals, each by its id or the only beginning of one")),
    ...actFlags,
  }),
);

/**
 * The files of the proposals that are meant, each once. Errors: proposal_missing, proposal_ambiguous;
 * proposal_changed where one is not what the person was shown.
 */
export async function meantProposals(
  proposals: Proposals,
  ids: readonly string[],
  seen: Readonly<Record<string, string>>,
): Promise<readonly StoredProposal[]> {
  const all = await proposals.list();
  const meant = [...new Set(ids.map((id) => findProposal(id, all)))];
  const other = meant.find(({ id, digest }) => (seen[id] ?? digest) !== digest);
  if (other !== undefined) throw new AssayError("proposal_changed", { file: proposalPath(other.id) });
  return meant;
}

/** Digest of each file, by the proposal's id. */
export function proposalDigests(stored: readonly StoredProposal[]): Record<string, string> {
  return Object.fromEntries(stored.map(({ id, digest }) => [id, digest]));
}
