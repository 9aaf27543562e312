import { boolean } from "@oclif/core/flags";
import { dispatch, planList } from "#knowledge";
import { Command } from "../../command.ts";
import { compose } from "../../compose.ts";
import { formatMethods, formatPlans } from "../../format/plans.ts";

export default class PlanListCommand extends Command {
  static override summary = "List the QA plans.";
  static override description =
    "A row for each plan of .assay/plans: its cases, how many of them hold something up, and the methods by which they are proved. Files that cannot be used are counted below. With --methods the methods that a case can name, the built-in ones and those of .assay/methods. Changes nothing.";
  static override examples = [
    { description: "The plans", command: "<%= config.bin %> plan list" },
    { description: "How a case can be proved", command: "<%= config.bin %> plan list --methods" },
  ];
  static override flags = {
    methods: boolean({ description: "list the methods instead" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(PlanListCommand);
    const listed = await dispatch(planList, compose(), {});
    this.answer(flags.json, "plans", listed, flags.methods ? formatMethods : formatPlans);
  }
}
