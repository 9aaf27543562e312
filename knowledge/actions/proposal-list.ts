import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import { readProposals } from "../store/read-proposals.ts";
import { readRecords } from "../store/read-records.ts";
import { operation } from "./operation.ts";
import { ProposalList, summariseProposal } from "./views/proposal-summary.ts";

/** The changes that a check or CI kept unapplied, each with the record that it is about. */
export const proposalList = operation({
  id: "proposal.list",
  title: "List the changes that wait for a person",
  input: z.object({}),
  output: ProposalList,
  writes: false,
  async run({ proposals, records }: Pick<Deps, "proposals" | "records">): Promise<ProposalList> {
    const { placed, problems } = await readProposals(proposals);
    const known = placed.length === 0 ? [] : (await readRecords(records)).placed;
    return { proposals: placed.map((one) => summariseProposal(one, known)), problems: [...problems] };
  },
});
