import { integer, option, string } from "@oclif/core/flags";
import { dispatch, RUN_VERDICTS, runsList } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatRuns } from "../../format/runs.ts";

export default class RunsList extends Command {
  static override summary = "List the runs that were recorded.";
  static override description = "Prints runs with their verdict, causes and what was learned, newest first.";
  static override examples = [
    { description: "The newest", command: "<%= config.bin %> runs list" },
    {
      description: "Red ones of a branch",
      command: "<%= config.bin %> runs list --verdict fail --branch main",
    },
  ];
  static override flags = {
    limit: integer({ min: 1, max: 1000, default: 20, description: "runs to print" }),
    offset: integer({ min: 0, default: 0, description: "runs to skip" }),
    verdict: option({ options: RUN_VERDICTS, description: "only this verdict" })(),
    branch: string({ helpValue: "NAME", description: "only this branch" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(RunsList);
    const { json, ...input } = flags;
    this.answer(json, "runs", await dispatch(runsList, compose(), input), formatRuns);
  }
}
