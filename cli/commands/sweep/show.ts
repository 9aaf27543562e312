import { string as stringArg } from "@oclif/core/args";
import { boolean, string } from "@oclif/core/flags";
import { dispatch, sweepShow } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatSweepReport, formatSweepShown } from "../../format/sweep.ts";

export default class SweepShow extends Command {
  static override summary = "Show what a weekly sweep found.";
  static override description =
    "Prints the findings of a week of CI, the most important one first, with what each rests on and costs. The forge is not asked.";
  static override examples = [
    { description: "The newest sweep", command: "<%= config.bin %> sweep show shop" },
    { description: "Its report as Markdown", command: "<%= config.bin %> sweep show shop --report" },
  ];
  static override args = {
    product: stringArg({ description: "name of the product in the settings", required: true }),
  };
  static override flags = {
    week: string({ description: "ISO week, as in 2026-W49" }),
    organisation: string({ description: "whose watch it is" }),
    report: boolean({ description: "print the report itself", exclusive: ["json"] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SweepShow);
    const { week, organisation } = flags;
    const shown = await dispatch(sweepShow, compose(), { product: args.product, week, organisation });
    this.answer(flags.json, "sweep-show", shown, flags.report ? formatSweepReport : formatSweepShown);
  }
}
