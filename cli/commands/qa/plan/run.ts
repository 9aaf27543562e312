import { string } from "@oclif/core/flags";
import { PlanRunCommand, planRunFlags } from "../../../plan-run-command.ts";

export default class QaPlanRun extends PlanRunCommand {
  static override summary = "Carry out the cases of a plan.";
  static override description =
    "Function qa.plan.run. Cases without a requirement get one, the roster and its digests are frozen, and each case is carried out by the runner of its method: at most two at a time, serial ones alone. A subject has one live plan run; one that another process carries out is waited for (exit 3). What a killed process left is gone on with, and a case that passed is not carried out again. The strongest outcome is that of the whole: passed < needs_review < blocked_on_precondition < failed < waiting < error. With --project it runs for nobody's item, and credits nothing. Progress is told on standard error. Exit 0 passed, 1 failed or a person has to judge, 2 refused, blocked or an error, 3 waits, 12 waits for an agent's review.";
  static override examples = [
    { description: "Of an item", command: "<%= config.bin %> qa plan run --plan checkout --item SHOP-12" },
    {
      description: "Against what is served here, for nobody's item",
      command:
        "<%= config.bin %> qa plan run --plan checkout --project shop --base-url http://localhost:3000",
    },
  ];
  static override usage =
    "qa plan run [--plan SLUG] (--item KEY [--task N] | --execution ID | --project NAME | --resume ID) [--base-url URL] [--expected-branch NAME] [--expected-sha SHA] [--replaces CASE_KEY=ID...] [--request-id ID] [--expected-seq N] [--dry-run] [--json]";
  static override flags = {
    plan: string({ helpValue: "SLUG", description: "a plan of .assay/plans" }),
    ...planRunFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaPlanRun);
    await this.carryOut(flags.plan, flags, "assay qa plan run");
  }
}
