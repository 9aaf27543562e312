import { dispatch, inbox } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { formatInbox } from "../format/inbox.ts";

export default class InboxCommand extends Command {
  static override summary = "Show what waits for you and what is new.";
  static override description =
    "Prints red runs of this branch that nobody marked, open questions, proposals and learning that failed; then the newest runs and what they taught.";
  static override examples = [
    { description: "What waits", command: "<%= config.bin %> inbox" },
    { description: "For a program", command: "<%= config.bin %> inbox --json" },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(InboxCommand);
    this.answer(flags.json, "inbox", await dispatch(inbox, compose(), {}), formatInbox);
  }
}
