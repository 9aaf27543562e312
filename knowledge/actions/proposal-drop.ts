import { keepActs } from "../acts/person-acts.ts";
import { meantProposals, ProposalInput, proposalDigests } from "../acts/proposal-input.ts";
import { Receipt } from "../acts/receipt.ts";
import { refuseSecrets } from "../acts/refuse-secrets.ts";
import { AssayError } from "../errors.ts";
import { readProposalFile } from "../learn/proposal-file.ts";
import type { Deps } from "../ports/deps.ts";
import { proposalPath } from "../store/read-proposals.ts";
import { operation } from "./operation.ts";

/**
 * Removes proposals without carrying them out, also such as cannot be read; what they were about stays as it is.
 * The reason is in the ledger before a file goes. Errors: proposal_missing, proposal_ambiguous, proposal_changed,
 * secret_refused, and those of proposals and ledger.
 */
export const proposalDrop = operation({
  id: "proposal.drop",
  title: "Remove proposals without carrying them out",
  input: ProposalInput,
  output: Receipt,
  writes: true,
  async run(
    {
      proposals,
      ledger,
      person,
      clock,
      secrets,
    }: Pick<Deps, "proposals" | "ledger" | "person" | "clock" | "secrets">,
    { ids, reason, dryRun, seen },
  ): Promise<Receipt> {
    const meant = await meantProposals(proposals, ids, seen);
    await refuseSecrets(secrets, [["the reason", reason]]);
    const by = await person.name();
    const at = new Date(clock.now()).toISOString();
    const removed = meant.map(({ id }) => proposalPath(id));
    const told = { by, at, changes: [], removed, refused: [], seen: proposalDigests(meant) };
    if (dryRun) return { ...told, result: "planned" };
    for (const { id, text, digest } of meant) {
      const read = await readProposalFile(id, text);
      const record = "kind" in read ? null : read.record;
      const outcome = { reason: reason ?? null, before: null, after: null };
      await keepActs(ledger, [{ act: "drop", record, proposal: id, by, at, ...outcome }]);
      if ((await proposals.remove(id, digest)) === "changed")
        throw new AssayError("proposal_changed", { file: proposalPath(id) });
    }
    return { ...told, result: "done" };
  },
});
