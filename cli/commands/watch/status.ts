import { string } from "@oclif/core/args";
import { dispatch, watchStatus } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatWatchStatus } from "../../format/watch-status.ts";

export default class WatchStatus extends Command {
  static override summary = "Show a watched default branch, its failures and what each is answered with.";
  static override description =
    "Prints the tip with what CI says of it, the failures with their checks, answer and issue, open ones first, and the issues that were opened. Read from the ledger; the forge is not asked.";
  static override examples = [
    { description: "One repository", command: "<%= config.bin %> watch status owner/name" },
    { description: "For a program", command: "<%= config.bin %> watch status owner/name --json" },
  ];
  static override args = {
    repository: string({ required: true, description: "OWNER/NAME of a watched repository" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WatchStatus);
    const { repository } = args;
    const status = await dispatch(watchStatus, compose(), { repository });
    this.answer(flags.json, "watch-status", status, formatWatchStatus);
  }
}
