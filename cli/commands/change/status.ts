import { changeStatus, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatChange } from "../../format/change.ts";
import { changeArg } from "./change-arg.ts";

export default class ChangeStatus extends Command {
  static override summary = "Show a change under QA.";
  static override description =
    "Prints how often the change was sent back, each step with its round, what it found, what it wrote and what it cost, and how its earlier rounds ended.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> change status" },
    { description: "For a program", command: "<%= config.bin %> change status owner/name#12 --json" },
  ];
  static override args = changeArg;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChangeStatus);
    this.answer(
      flags.json,
      "change",
      await dispatch(changeStatus, compose(), { address: args.change }),
      formatChange,
    );
  }
}
