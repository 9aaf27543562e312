import { boolean } from "@oclif/core/flags";
import { changeWork, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatWorked } from "../../format/change-worked.ts";
import { changeArg } from "./change-arg.ts";
import { trustFlag } from "./trust-flag.ts";

export default class ChangeWork extends Command {
  static override summary = "Work on a change as its QA engineer.";
  static override description =
    "Waits for CI, decides what a failure means, and acts: sends the change back with a finding, mends its tests on its branch, opens issues for flakes and for what fails on the base branch already, or asks a person. Never runs CI. Can be stopped and called again at any time. Ends with 0 when the run is done, 1 when a person is needed, 3 while it waits.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> change work" },
    {
      description: "One look, without waiting",
      command: "<%= config.bin %> change work owner/name#12 --no-wait",
    },
  ];
  static override args = changeArg;
  static override flags = {
    wait: boolean({ default: true, allowNo: true, description: "wait for CI" }),
    "confirm-command": boolean({
      description: "the tests' command as it was shown last may be run here, in the sandbox; remembered",
    }),
    "trust-settings": trustFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChangeWork);
    const worked = await dispatch(changeWork, compose(), {
      address: args.change,
      wait: flags.wait,
      confirmCommand: flags["confirm-command"],
      trustSettings: flags["trust-settings"],
    });
    this.answer(flags.json, "change-worked", worked, formatWorked);
    const { phase } = worked.view.status;
    const needsPerson =
      worked.result === "unconfirmed" || (worked.result === "finished" && phase === "person");
    process.exitCode = needsPerson ? EXIT.no : worked.result === "waiting" ? EXIT.later : EXIT.ok;
  }
}
