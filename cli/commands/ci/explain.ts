import { string as stringArg } from "@oclif/core/args";
import { boolean, option, string } from "@oclif/core/flags";
import { ciExplain, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatCiExplanation } from "../../format/ci-explanation.ts";
import { formatCiLogs } from "../../format/ci-log.ts";

export default class CiExplain extends Command {
  static override summary = "Explain the failed checks of a change.";
  static override description =
    "Names for each failed check its cause, the lines of its log that show it, the failed tests, its annotations and whether the base branch fails it too, and says what to do next. Runs and writes nothing. Ends with 0 when it has explained what failed so far.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> ci explain" },
    {
      description: "What the log of one check says",
      command: "<%= config.bin %> ci explain owner/name#12 --check test --log",
    },
  ];
  static override args = {
    address: stringArg({
      description: "address of a change, commit, workflow run or job, `owner/name#12`, `#12` or a commit",
    }),
  };
  static override flags = {
    check: string({ helpValue: "NAME", description: "only the check of this name" }),
    log: boolean({ description: "print the first errors and the last lines of each log" }),
    base: option({
      options: ["state", "failure"] as const,
      default: "failure",
      description: "of a check that fails on the base branch too: only say so, or compare the failures",
    })(),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CiExplain);
    const { json, log, check, base } = flags;
    const input = { address: args.address, check, compareBase: base };
    const explanation = await dispatch(ciExplain, compose(), input);
    this.answer(json, "ci-explanation", explanation, log ? formatCiLogs : formatCiExplanation);
  }
}
