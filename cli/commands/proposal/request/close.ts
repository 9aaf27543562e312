import { string } from "@oclif/core/flags";
import { dispatch, proposalRequestClose } from "#knowledge";
import { ActCommand } from "../../../act-command.ts";
import { compose } from "../../../compose.ts";
import { formatRequestReceipt } from "../../../format/request-receipt.ts";
import { kindFlag, requestArg } from "./request-flags.ts";

export default class ProposalRequestClose extends ActCommand {
  static override summary = "Close a request unmerged: decline what it proposes.";
  static override description =
    "Closes the open request at the forge, as your word. None of what it proposes is proposed again until its evidence is another. A reason is said below it.";
  static override examples = [
    {
      description: "With a reason",
      command: "<%= config.bin %> proposal request close --reason 'the page is being rebuilt'",
    },
  ];
  static override args = requestArg;
  static override flags = {
    kind: kindFlag,
    reason: string({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalRequestClose);
    const { kind, reason } = flags;
    const input = { ...args, kind, reason };
    const deps = compose();
    await this.act(flags, {
      kind: "proposal-request-receipt",
      plan: () => dispatch(proposalRequestClose, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(proposalRequestClose, deps, { ...input, seen: plan?.seen }),
      format: formatRequestReceipt,
    });
  }
}
