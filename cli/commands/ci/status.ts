import { string as stringArg } from "@oclif/core/args";
import { ciStatus, dispatch } from "#knowledge";
import { ciExit } from "../../ci-exit.ts";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatCiStatus } from "../../format/ci-status.ts";

export default class CiStatus extends Command {
  static override summary = "Show which checks of a change run, passed and failed.";
  static override description =
    "Reads both check runs and commit statuses of the head commit and prints each with its link. Ends with 0 when all passed, 1 when something failed, was cancelled or is stale, or there is no CI, and 3 while it is not over.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> ci status" },
    { description: "Any change", command: "<%= config.bin %> ci status owner/name#12" },
  ];
  static override args = {
    address: stringArg({
      description: "address of a change, commit, workflow run or job, `owner/name#12`, `#12` or a commit",
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CiStatus);
    const status = await dispatch(ciStatus, compose(), { address: args.address });
    this.answer(flags.json, "ci-status", status, formatCiStatus);
    process.exitCode = ciExit(status);
  }
}
