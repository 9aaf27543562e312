import { string } from "@oclif/core/args";
import { string as text } from "@oclif/core/flags";
import { dispatch, planNew } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatPlanWritten } from "../../format/plans.ts";

export default class PlanNew extends Command {
  static override summary = "Write a new QA plan, to be filled in.";
  static override description =
    "Writes .assay/plans/SLUG.yaml with one case of the method, valid as it stands, and comments that say what else there is. A file that is there is never written over.";
  static override examples = [
    { description: "A plan whose first case runs a command", command: "<%= config.bin %> plan new checkout" },
    {
      description: "One whose first case looks at a page",
      command: "<%= config.bin %> plan new checkout --method browser-check",
    },
  ];
  static override args = {
    slug: string({
      description: "name of the plan: lower-case letters and digits with single hyphens between",
      required: true,
    }),
  };
  static override flags = {
    method: text({
      default: "command",
      helpValue: "METHOD",
      description: "method of its first case; `plan list --methods` lists them",
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlanNew);
    const written = await dispatch(planNew, compose(), { plan: args.slug, method: flags.method });
    this.answer(flags.json, "plan-written", written, formatPlanWritten);
  }
}
