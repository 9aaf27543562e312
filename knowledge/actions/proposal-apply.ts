import { applyProposals } from "../acts/apply-proposals.ts";
import { meantProposals, ProposalInput } from "../acts/proposal-input.ts";
import { Receipt } from "../acts/receipt.ts";
import type { Deps } from "../ports/deps.ts";
import { operation } from "./operation.ts";

/**
 * Carries out proposals as the person's own changes, one after the other, and removes their files. Where one is
 * refused beforehand, none is carried out. One that was killed on the way is finished by doing it again. Errors:
 * proposal_missing, proposal_ambiguous, proposal_invalid, proposal_changed, record_changed, secret_refused, and those of the ports.
 */
export const proposalApply = operation({
  id: "proposal.apply",
  title: "Carry out proposals",
  input: ProposalInput,
  output: Receipt,
  writes: true,
  async run(
    deps: Pick<Deps, "records" | "journal" | "proposals" | "ledger" | "person" | "clock" | "secrets">,
    { ids, reason = null, dryRun, seen },
  ): Promise<Receipt> {
    const meant = await meantProposals(deps.proposals, ids, seen);
    const by = await deps.person.name();
    const at = new Date(deps.clock.now()).toISOString();
    return applyProposals(deps, meant, { by, at, reason, dryRun, seen });
  },
});
