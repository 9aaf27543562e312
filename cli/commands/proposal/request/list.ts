import { dispatch, proposalRequestList } from "#knowledge";
import { Command } from "../../../command.ts";
import { compose } from "../../../compose.ts";
import { formatRequests } from "../../../format/requests.ts";

export default class ProposalRequestList extends Command {
  static override summary = "List the requests that propose what was learned.";
  static override description =
    "Open ones come first, then the newest. Read from the ledger; the forge is not asked.";
  static override examples = [
    { description: "All of them", command: "<%= config.bin %> proposal request list" },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(ProposalRequestList);
    this.answer(
      flags.json,
      "proposal-requests",
      await dispatch(proposalRequestList, compose(), {}),
      formatRequests,
    );
  }
}
