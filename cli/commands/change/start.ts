import { boolean, integer, string } from "@oclif/core/flags";
import { changeStart, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatStarted } from "../../format/change-started.ts";
import { changeArg } from "./change-arg.ts";
import { trustFlag } from "./trust-flag.ts";

export default class ChangeStart extends Command {
  static override summary = "Put a change under QA.";
  static override description =
    "Begins a run of a workflow for a pull request: its builder, the QA engineer, its reviewers. Nothing is asked of a model and nothing is written to the forge; `assay change work` does what is to be done. Where a run is live, that one is shown. Ends with 1 where nothing could be begun, e.g. because the budget of its group is spent.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> change start" },
    {
      description: "A change that a coding agent builds",
      command: "<%= config.bin %> change start owner/name#12 --builder my-agent",
    },
    {
      description: "The answer to a question that stopped the last run",
      command: "<%= config.bin %> change start '#12' --note 'Shipping is charged from the first item on.'",
    },
  ];
  static override args = changeArg;
  static override flags = {
    workflow: string({
      helpValue: "NAME",
      default: "change-quick",
      description: "a workflow of the settings",
    }),
    builder: string({
      helpValue: "NAME",
      description: "who answers findings by commits; left out, only a bot's change has a builder",
    }),
    "dry-run": boolean({ description: "only say what would begin" }),
    note: string({ helpValue: "TEXT", description: "what you add to the intent of the change" }),
    issue: integer({
      min: 1,
      helpValue: "N",
      description: "the issue that began the change; left out, an issue of ours that it closes",
    }),
    "trust-settings": trustFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChangeStart);
    const { workflow, builder, note } = flags;
    const started = await dispatch(changeStart, compose(), {
      address: args.change,
      workflow,
      builder,
      note,
      issue: flags.issue,
      trustSettings: flags["trust-settings"],
      dryRun: flags["dry-run"],
    });
    this.answer(flags.json, "change-started", started, formatStarted);
    process.exitCode = started.result === "refused" ? EXIT.no : EXIT.ok;
  }
}
