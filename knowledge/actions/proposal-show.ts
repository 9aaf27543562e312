import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import { findProposal, parseProposal } from "../store/read-proposals.ts";
import { readRecords } from "../store/read-records.ts";
import { operation } from "./operation.ts";
import { ProposalSummary, summariseProposal } from "./views/proposal-summary.ts";

const Input = z.object({
  id: z.string().check(z.minLength(1), z.describe("an id, or the beginning of one only")),
});

/**
 * One proposal, with what the record that it changes says now. Errors: proposal_missing, proposal_ambiguous,
 * proposal_invalid.
 */
export const proposalShow = operation({
  id: "proposal.show",
  title: "Show a proposal and what it would change",
  input: Input,
  output: ProposalSummary,
  writes: false,
  async run({ proposals, records }: Pick<Deps, "proposals" | "records">, { id }): Promise<ProposalSummary> {
    const stored = findProposal(id, await proposals.list());
    const proposal = await parseProposal(stored);
    return summariseProposal({ stored, proposal }, (await readRecords(records)).placed);
  },
});
