import { string } from "@oclif/core/args";
import { dispatch, planValidate } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatPlanValidation } from "../../format/plan-validation.ts";

export default class PlanValidate extends Command {
  static override summary = "Check the QA plans and methods.";
  static override description =
    "Reads the files of .assay/plans and .assay/methods and names all that is wrong, by file and line, with what mends it: form, names that are there twice, methods and their configs, success policies, environments, secrets. Changes nothing. Ends with 1 when something is wrong; where there is no plan it says so and ends with 0.";
  static override examples = [
    { description: "All of them", command: "<%= config.bin %> plan validate" },
    { description: "Some of them", command: "<%= config.bin %> plan validate checkout search" },
  ];
  static override args = {
    slug: string({ description: "name of a plan that is looked at; all by default", multiple: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlanValidate);
    const plans = args.slug === undefined ? [] : [args.slug].flat();
    const validated = await dispatch(planValidate, compose(), { plans });
    this.answer(flags.json, "plan-validation", validated, formatPlanValidation);
    process.exitCode = validated.result === "problems" ? EXIT.no : EXIT.ok;
  }
}
