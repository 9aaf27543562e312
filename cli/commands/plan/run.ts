import { string } from "@oclif/core/args";
import { PlanRunCommand, planRunFlags } from "../../plan-run-command.ts";
import QaPlanRun from "../qa/plan/run.ts";

export default class PlanRun extends PlanRunCommand {
  static override summary = "Carry out the cases of a plan.";
  static override description = QaPlanRun.description;
  static override examples = [
    { description: "Of an item", command: "<%= config.bin %> plan run checkout --item SHOP-12" },
    {
      description: "For nobody's item",
      command: "<%= config.bin %> plan run checkout --project shop",
    },
  ];
  static override usage =
    "plan run [PLAN] (--item KEY [--task N] | --execution ID | --project NAME | --resume ID) [--base-url URL] [--expected-branch NAME] [--expected-sha SHA] [--replaces CASE_KEY=ID...] [--request-id ID] [--expected-seq N] [--dry-run] [--json]";
  static override args = {
    plan: string({ description: "slug of a plan in .assay/plans", required: false }),
  };
  static override flags = planRunFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlanRun);
    await this.carryOut(args.plan, flags, "assay plan run");
  }
}
