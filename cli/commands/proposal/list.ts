import { dispatch, proposalList } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatProposals } from "../../format/proposals.ts";

export default class ProposalListCommand extends Command {
  static override summary = "List the changes that wait for you.";
  static override description =
    "Prints the changes that a check or CI kept unapplied, each with why it waits. A file that cannot be read is named and hides no other.";
  static override examples = [{ description: "What waits", command: "<%= config.bin %> proposal list" }];

  async run(): Promise<void> {
    const { flags } = await this.parse(ProposalListCommand);
    this.answer(flags.json, "proposals", await dispatch(proposalList, compose(), {}), formatProposals);
  }
}
