import { dispatch, proposalRequestMerge } from "#knowledge";
import { ActCommand } from "../../../act-command.ts";
import { compose } from "../../../compose.ts";
import { formatRequestReceipt } from "../../../format/request-receipt.ts";
import { kindFlag, requestArg } from "./request-flags.ts";

export default class ProposalRequestMerge extends ActCommand {
  static override summary = "Merge a request: accept what it proposes.";
  static override description =
    "Merges the open request at the forge, as your word, if it still stands at the commit that you were shown and the forge's own rules allow it. What CI proposed is then carried out by the next local run. Ends with 1 where it was not merged.";
  static override examples = [
    { description: "Look, then say yes", command: "<%= config.bin %> proposal request merge" },
    { description: "In a script", command: "<%= config.bin %> proposal request merge acme/shop --yes" },
  ];
  static override args = requestArg;
  static override flags = { kind: kindFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalRequestMerge);
    const input = { ...args, kind: flags.kind };
    const deps = compose();
    await this.act(flags, {
      kind: "proposal-request-receipt",
      plan: () => dispatch(proposalRequestMerge, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(proposalRequestMerge, deps, { ...input, seen: plan?.seen }),
      format: formatRequestReceipt,
    });
  }
}
