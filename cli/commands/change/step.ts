import { string } from "@oclif/core/flags";
import { changeStep, dispatch } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatStepped } from "../../format/change-stepped.ts";

export default class ChangeStep extends Command {
  static override summary = "Look at the changes that wait, and mark those that are ready.";
  static override description =
    "Looks once at every change under QA of which something is to come, asks the forge how its CI stands, and keeps what follows from it. Where the next thing needs a checkout, or something is to be written, the change is marked READY: `assay change work --ready` does it. Needs no checkout, asks no model and writes nothing to a change. Meant for a schedule of ten minutes; looked at twice, nothing is kept twice. Where the settings watch an organisation, the changes of its repositories. Ends with 0, or 3 where one could not be looked at.";
  static override examples = [
    { description: "One look at everything", command: "<%= config.bin %> change step" },
    { description: "For a program", command: "<%= config.bin %> change step --json" },
  ];
  static override flags = {
    organisation: string({
      helpValue: "NAME",
      description: "whose changes; left out, those of the organisation of the settings",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ChangeStep);
    const stepped = await dispatch(changeStep, compose(), { organisation: flags.organisation });
    this.answer(flags.json, "change-step", stepped, formatStepped);
    process.exitCode = stepped.problems.length > 0 ? EXIT.later : EXIT.ok;
  }
}
