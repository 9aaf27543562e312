import { string as stringArg } from "@oclif/core/args";
import { boolean, integer } from "@oclif/core/flags";
import { ciWait, dispatch } from "#knowledge";
import { ciExit } from "../../ci-exit.ts";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatCiWaited } from "../../format/ci-waited.ts";

export default class CiWait extends Command {
  static override summary = "Wait until the checks of a change have ended.";
  static override description =
    "Looks again and again, politely, tells on standard error which checks run, and prints how they ended. No model is asked. Ends with 0 when all passed, 1 when something failed, was cancelled or is stale, or there is no CI, and 3 when the time is over before that.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> ci wait" },
    {
      description: "An hour at most, and no longer than to the first failure",
      command: "<%= config.bin %> ci wait owner/name#12 --timeout 60 --first-failure",
    },
  ];
  static override args = {
    address: stringArg({
      description: "address of a change, commit, workflow run or job, `owner/name#12`, `#12` or a commit",
    }),
  };
  static override flags = {
    timeout: integer({
      min: 1,
      max: 1440,
      helpValue: "MINUTES",
      description: "longest time to wait; else `ci.timeout_minutes` of the settings, 30",
    }),
    interval: integer({
      min: 1,
      max: 600,
      default: 10,
      helpValue: "SECONDS",
      description: "time between the first two looks; it grows to 30",
    }),
    "first-failure": boolean({ description: "end at the first failure, also while other checks run" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CiWait);
    const waited = await dispatch(ciWait, compose(), {
      address: args.address,
      timeoutMinutes: flags.timeout,
      intervalSeconds: flags.interval,
      firstFailure: flags["first-failure"],
    });
    this.answer(flags.json, "ci-wait", waited, formatCiWaited);
    process.exitCode = waited.timedOut ? EXIT.later : ciExit(waited);
  }
}
