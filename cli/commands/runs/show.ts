import { string } from "@oclif/core/args";
import { dispatch, runsShow } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatRun } from "../../format/run.ts";

export default class RunsShow extends Command {
  static override summary = "Show a run with its causes and what was learned.";
  static override description =
    "Prints one run: each failing test with its root cause, quote and last results, and every change that curation made.";
  static override examples = [
    { description: "By the beginning of its id", command: "<%= config.bin %> runs show 7f3k9c21" },
    { description: "For a program", command: "<%= config.bin %> runs show 8123-1 --json" },
  ];
  static override args = {
    run: string({ description: "an id, or the beginning of one only", required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(RunsShow);
    this.answer(flags.json, "run", await dispatch(runsShow, compose(), { run: args.run }), formatRun);
  }
}
