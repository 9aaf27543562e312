import { string } from "@oclif/core/args";
import { dispatch, planShow } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatPlan } from "../../format/plan.ts";

export default class PlanShow extends Command {
  static override summary = "Show a QA plan with its cases.";
  static override description =
    "Prints each case: what is proved and how, what is done, what is to come of it, and what is carried out. With --json by the keys of the plan's file, with the digest that a requirement keeps of the case. Changes nothing.";
  static override examples = [
    { description: "One plan", command: "<%= config.bin %> plan show checkout" },
    { description: "For a program", command: "<%= config.bin %> plan show checkout --json" },
  ];
  static override args = {
    slug: string({ description: "name of the plan, that of its file without .yaml", required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlanShow);
    const plan = await dispatch(planShow, compose(), { plan: args.slug });
    this.answer(flags.json, "plan", plan, formatPlan);
  }
}
