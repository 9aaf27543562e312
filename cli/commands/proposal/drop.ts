import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, proposalDrop } from "#knowledge";
import { ActCommand } from "../../act-command.ts";
import { compose } from "../../compose.ts";
import { formatReceipt } from "../../format/receipt.ts";

export default class ProposalDrop extends ActCommand {
  static override summary = "Remove proposals without carrying them out.";
  static override description =
    "Removes the files, also such as cannot be read; the records stay as they are. The reason is kept in the ledger. Nothing is committed.";
  static override examples = [
    {
      description: "One proposal",
      command: "<%= config.bin %> proposal drop prop_01KDVDNA01 --reason 'the old text is right'",
    },
    { description: "In a script", command: "<%= config.bin %> proposal drop prop_01KDVDNA01 --yes" },
  ];
  static override args = {
    ids: string({ description: "ids, or the only beginnings of them", required: true, multiple: true }),
  };
  static override flags = {
    reason: text({ helpValue: "TEXT", description: "why, for those who read it later" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalDrop);
    const { reason } = flags;
    const input = { ids: [args.ids].flat(), reason };
    const deps = compose();
    await this.act(flags, {
      kind: "receipt",
      plan: () => dispatch(proposalDrop, deps, { ...input, dryRun: true }),
      carryOut: (plan) => dispatch(proposalDrop, deps, { ...input, seen: plan?.seen }),
      format: formatReceipt,
    });
  }
}
