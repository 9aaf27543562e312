import { string } from "@oclif/core/args";
import { dispatch, proposalShow } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatProposal } from "../../format/proposals.ts";

export default class ProposalShow extends Command {
  static override summary = "Show a proposal and what it would change.";
  static override description =
    "Prints the claim as it is and as it would be, why it was not applied, and the run that it comes from.";
  static override examples = [
    { description: "One proposal", command: "<%= config.bin %> proposal show prop_01KDVDNA01" },
  ];
  static override args = {
    id: string({ description: "an id, or the beginning of one only", required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProposalShow);
    const shown = await dispatch(proposalShow, compose(), { id: args.id });
    this.answer(flags.json, "proposal", shown, formatProposal);
  }
}
