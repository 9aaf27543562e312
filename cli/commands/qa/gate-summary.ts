import { integer, option, string } from "@oclif/core/flags";
import { dispatch, GATE_TARGETS, qaGateSummaryRun } from "#knowledge";
import { compose } from "../../compose.ts";
import { EXIT } from "../../exit.ts";
import { formatGateSummary } from "../../format/gate.ts";
import { QaCommand } from "../../qa-command.ts";
import { itemTarget } from "../item/item-arg.ts";

export default class QaGateSummary extends QaCommand {
  static override summary = "Say what the gate before a status asks for and what is owed.";
  static override description =
    "Function qa.gate_summary.run. For an item, or with --task for one task of an epic. Before reviewing-implementation something has to say what is to be proved; before reviewed-implementation every blocking requirement of verification has to be settled, of an epic's tasks too; before done every blocking one of any phase, and nothing may be at work. Then the evidence is looked at. Prints every clause (passed, failed, not evaluated), every requirement with how it stands (SATISFIED, WAIVED, SUPERSEDED, UNSATISFIED, or RETIRED for what was withdrawn), and for each thing that is owed the requirement, its run and the command that answers it. Writes nothing. Exit 0 where the gate is open (accepted, or discharged where nothing passed and all is waived or superseded), 1 where it is not.";
  static override examples = [
    {
      description: "Before the review ends",
      command: "<%= config.bin %> qa gate-summary --item SHOP-12 --target reviewed-implementation --json",
    },
    {
      description: "Before done",
      command: "<%= config.bin %> qa gate-summary --item SHOP-12 --target done --json",
    },
  ];
  static override flags = {
    item: string({
      helpValue: "KEY",
      required: true,
      description: "an item, as in SHOP-12",
      parse: async (text) => text.toUpperCase(),
    }),
    task: integer({ min: 1, helpValue: "N", description: "one task of the item, an epic" }),
    target: option({
      options: GATE_TARGETS,
      required: true,
      description: "the status that it stands before",
    })(),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaGateSummary);
    const response = await dispatch(qaGateSummaryRun, compose(), {
      target: itemTarget(flags.item, flags.task),
      payload: { target_status: flags.target },
    });
    this.respond(flags.json, "qa.gate_summary.run", response, formatGateSummary);
    if (response.result?.gate.is_open === false) process.exitCode = EXIT.no;
  }
}
