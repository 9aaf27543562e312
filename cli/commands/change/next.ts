import { changeNext, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatNext } from "../../format/change-next.ts";
import { changeArg } from "./change-arg.ts";

export default class ChangeNext extends Command {
  static override summary = "Say whose turn it is in a change, and what they do.";
  static override description =
    "For a builder, person or coding agent: the finding is the first instruction. Writes nothing; asks the forge how the change stands now.";
  static override examples = [
    { description: "For a coding agent", command: "<%= config.bin %> change next owner/name#12 --json" },
  ];
  static override args = changeArg;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChangeNext);
    const next = await dispatch(changeNext, compose(), { address: args.change });
    this.answer(flags.json, "change-next", next, formatNext);
  }
}
