import { string as stringArg } from "@oclif/core/args";
import { boolean, string } from "@oclif/core/flags";
import { dispatch, ingest } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { formatIngested } from "../format/ingested.ts";
import { LEARNING_FLAGS } from "./learning-flags.ts";

export default class Ingest extends Command {
  static override summary = "Learn from the reports of a finished run.";
  static override description =
    "Reads test reports and archives of them, records the run and keeps what it proved under .assay/knowledge; nothing is committed. Without a report's name it reads what recorders left in .assay/local/runs, else what a run that was killed left there, and clears it away. The same reports of one commit and job are one run. Ends with 0 when the run could be recorded: its verdict is told, and is no failure of this command. Ends with 2 when there is no report, but for --allow-empty.";
  static override examples = [
    { description: "What the recorders left", command: "<%= config.bin %> ingest" },
    { description: "After a test run", command: "<%= config.bin %> ingest reports/*.xml" },
    {
      description: "In a CI step that runs always",
      command: "<%= config.bin %> ingest --allow-empty",
    },
    {
      description: "One of four parts of a matrix",
      command: "<%= config.bin %> ingest shard.xml --run 8123-1 --part 2/4",
    },
    {
      description: "When a part will never come",
      command: "<%= config.bin %> ingest --run 8123-1 --close",
    },
  ];
  static override args = {
    report: stringArg({
      description:
        "a report, an archive of them, or a quoted pattern from the top of the work tree; `-` reads standard input",
      multiple: true,
    }),
  };
  static override flags = {
    run: string({ helpValue: "ID", description: "the run's id, e.g. the CI's run id and attempt" }),
    part: string({ helpValue: "I/N", description: "which part of the run this is" }),
    close: boolean({ description: "learn from the parts that are there" }),
    "allow-empty": boolean({ description: "end with 0 where there is no report, and say so" }),
    commit: string({ helpValue: "SHA", description: "the commit that was tested, else HEAD" }),
    branch: string({ helpValue: "NAME", description: "the branch that was tested" }),
    ...LEARNING_FLAGS,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Ingest);
    const { json, budget: budgetSeconds, "allow-empty": allowEmpty, ...rest } = flags;
    const reports = args.report === undefined ? [] : [args.report].flat();
    const ingested = await dispatch(ingest, compose(), { reports, budgetSeconds, allowEmpty, ...rest });
    this.answer(json, "ingested", ingested, formatIngested);
  }
}
