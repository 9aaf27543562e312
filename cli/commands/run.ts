import { constants } from "node:os";
import { Command } from "@oclif/core/command";
import { string } from "@oclif/core/flags";
import { AssayError, dispatch, run } from "#knowledge";
import { compose } from "../compose.ts";
import { LEARNING_FLAGS } from "./learning-flags.ts";

/** What a shell adds to a signal's number. */
const SIGNAL = 128;

export default class Run extends Command {
  static override summary = "Run a command and learn from its tests.";
  static override description =
    "Runs your own test command with its output unchanged and ends with its status, whatever learning does. What the tests proved is kept as files under .assay/knowledge; nothing is committed. Learns from a recorder, else from the reports that the command wrote, else from what it printed.";
  static override examples = [
    { description: "A test run", command: "<%= config.bin %> run -- npm test" },
    {
      description: "With the reports that it writes",
      command: '<%= config.bin %> run --report "reports/**/*.xml" -- mvn verify',
    },
    {
      description: "Without waiting for the learning",
      command: "<%= config.bin %> run --detach -- npm test",
    },
  ];
  static override usage = "run [FLAGS] -- COMMAND...";
  static override strict = false;
  static override flags = {
    report: string({
      helpValue: "GLOB",
      multiple: true,
      multipleNonGreedy: true,
      description: "reports that the command writes, from the top of the work tree; may be repeated",
    }),
    ...LEARNING_FLAGS,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Run);
    const { report: reports, budget: budgetSeconds, ...rest } = flags;
    const command = argv.map(String);
    if (command.length === 0)
      throw new AssayError("usage_invalid", { problem: "no command is named", command: "assay run" });
    const { exit, signal } = await dispatch(run, compose(), { command, reports, budgetSeconds, ...rest });
    process.exitCode = exit ?? SIGNAL + (constants.signals[signal as NodeJS.Signals] ?? 0);
  }
}
