import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, proposalApply } from "#knowledge";
import { ActCommand } from "../../act-command.ts";
import { compose } from "../../compose.ts";
import { formatReceipt } from "../../format/receipt.ts";

export default class ProposalApply extends ActCommand {
  static override summary = "Carry out proposals.";
  static override description =
    "Makes the changes that a check or CI kept unapplied, as yours, and removes their files. Shows the claim before and after. Nothing is committed.";
  static override examples = [
    { description: "One proposal", command: "<%= config.bin %> proposal apply prop_01KDVDNA01" },
    { description: "See it first", command: "<%= config.bin %> proposal apply prop_01KDVDNA01 --dry-run" },
  ];
  static override args = {
    ids: string({ description: "ids, or the only beginnings of them", required: true, multiple: true }),
  };
  static override flags = {
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalApply);
    const { reason } = flags;
    const input = { ids: [args.ids].flat(), reason };
    const deps = compose();
    await this.act(flags, {
      kind: "receipt",
      plan: () => dispatch(proposalApply, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(proposalApply, deps, { ...input, seen: plan?.seen }),
      format: formatReceipt,
    });
  }
}
