import { boolean } from "@oclif/core/flags";
import { AssayError, type ChangeWorked, changeWork, changeWorkReady, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatWorked } from "../../format/change-worked.ts";
import { formatReadyWorked } from "../../format/ready-worked.ts";
import { changeArg } from "./change-arg.ts";
import { trustFlag } from "./trust-flag.ts";

export default class ChangeWork extends Command {
  static override summary = "Work on a change as its QA engineer.";
  static override description =
    "Waits for CI, decides what a failure means, and acts: sends the change back with a finding, mends its tests on its branch, opens issues for flakes and for what fails on the base branch already, or asks a person. Never runs CI. Can be stopped and called again at any time. Ends with 0 when the run is done, 1 when a person is needed, 3 while it waits. With --ready every change of this repository that `assay change step` marked ready is worked on, and none is waited for: ends with 0 when all were, 1 when a person is needed for one, 3 where another process has one or one could not be worked on.";
  static override examples = [
    { description: "The change of the current branch", command: "<%= config.bin %> change work" },
    {
      description: "One look, without waiting",
      command: "<%= config.bin %> change work owner/name#12 --no-wait",
    },
    {
      description: "Whatever is ready, e.g. by a schedule",
      command: "<%= config.bin %> change work --ready",
    },
  ];
  static override args = changeArg;
  static override flags = {
    ready: boolean({
      exclusive: ["wait", "confirm-command"],
      description: "work on every change of this repository that is ready",
    }),
    wait: boolean({ default: true, allowNo: true, description: "wait for CI" }),
    "confirm-command": boolean({
      description: "the tests' command as it was shown last may be run here, in the sandbox; remembered",
    }),
    "trust-settings": trustFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ChangeWork);
    if (flags.ready) return this.workReady(args.change, flags);
    const worked = await dispatch(changeWork, compose(), {
      address: args.change,
      wait: flags.wait,
      confirmCommand: flags["confirm-command"],
      trustSettings: flags["trust-settings"],
    });
    this.answer(flags.json, "change-worked", worked, formatWorked);
    process.exitCode = needsPerson(worked) ? EXIT.no : worked.result === "waiting" ? EXIT.later : EXIT.ok;
  }

  private async workReady(
    change: string | undefined,
    flags: { readonly json: boolean; readonly "trust-settings": boolean },
  ): Promise<void> {
    if (change !== undefined)
      throw new AssayError("usage_invalid", {
        problem: "--ready works on whatever is ready, so no change is named beside it",
        command: "assay change work",
      });
    const done = await dispatch(changeWorkReady, compose(), { trustSettings: flags["trust-settings"] });
    this.answer(flags.json, "changes-worked", done, formatReadyWorked);
    const isLate = done.changes.some(({ worked }) => worked === null || worked.wait?.for === "holder");
    const needs = done.changes.some(({ worked }) => worked !== null && needsPerson(worked));
    process.exitCode = isLate ? EXIT.later : needs ? EXIT.no : EXIT.ok;
  }
}

function needsPerson({ result, view }: ChangeWorked): boolean {
  return result === "unconfirmed" || (result === "finished" && view.status.phase === "person");
}
