import { boolean, option, string } from "@oclif/core/flags";
import { changeHandOver, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatHandedOver } from "../../format/change-handed-over.ts";
import { changeArg } from "./change-arg.ts";

export default class ChangeHandOver extends Command {
  static override summary = "Hand a change to its next step, or to a person.";
  static override description =
    "A builder or reviewer says that their step is done; anybody who sees that the change cannot go on gives it to a person. The next `assay change work` goes on from there. Ends with 1 where it is refused.";
  static override examples = [
    { description: "A reviewer is done", command: "<%= config.bin %> change hand-over owner/name#12" },
    {
      description: "Stop the run",
      command:
        "<%= config.bin %> change hand-over '#12' --to person --note 'The issue has to be rewritten first.'",
    },
  ];
  static override args = changeArg;
  static override flags = {
    to: option({ options: ["next", "person"] as const, default: "next", description: "who goes on" })(),
    note: string({ helpValue: "TEXT", description: "what was done or found, or the question" }),
    head: string({
      helpValue: "SHA",
      description: "the commit that you looked at; refused where the change moved on",
    }),
    "dry-run": boolean({ description: "only say what would be done" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChangeHandOver);
    const { to, note } = flags;
    const handed = await dispatch(changeHandOver, compose(), {
      address: args.change,
      to,
      note,
      head: flags.head,
      dryRun: flags["dry-run"],
    });
    this.answer(flags.json, "change-handed-over", handed, formatHandedOver);
    process.exitCode = handed.result === "refused" ? EXIT.no : EXIT.ok;
  }
}
