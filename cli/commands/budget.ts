import { boolean, integer, string } from "@oclif/core/flags";
import { budgetShow, dispatch } from "#knowledge";
import { Command } from "../command.ts";
import { compose } from "../compose.ts";
import { formatBudget } from "../format/budget.ts";

export default class Budget extends Command {
  static override summary = "Show what models cost and what is left.";
  static override description =
    "Prints, for each group of workflows, the cap for any seven days, what of it is spent, set aside and left, and when room comes back; then what each run of a change spent, by step, round and attempt. What nobody has settled counts with its cap. Changes nothing.";
  static override examples = [
    { description: "What is left?", command: "<%= config.bin %> budget" },
    { description: "Every call, with tokens, cost and time", command: "<%= config.bin %> budget --calls" },
    { description: "For a program", command: "<%= config.bin %> budget --json" },
  ];
  static override flags = {
    calls: boolean({ description: "print each call of the runs, too" }),
    account: string({ helpValue: "NAME", description: "only the run of this account" }),
    limit: integer({ min: 1, max: 1000, default: 20, description: "runs to print" }),
    offset: integer({ min: 0, default: 0, description: "runs to skip" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Budget);
    const { json, ...input } = flags;
    this.answer(json, "budget", await dispatch(budgetShow, compose(), input), formatBudget);
  }
}
