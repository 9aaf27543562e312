import { boolean, string } from "@oclif/core/flags";
import { dispatch, qaPlanGet } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatPlanGot } from "../../../format/qa/plan.ts";
import { QaCommand } from "../../../qa-command.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

export default class QaPlanGet extends QaCommand {
  static override summary = "Show the plans of a subject with each verdict.";
  static override description =
    "Function qa.plan.get. A summary that can be scanned: cases, methods, targets, each verdict and how it stands. With --full also what is carried out, the clauses of each policy, the runs with their output, evidence and review. Changes nothing.";
  static override examples = [
    { description: "At a glance", command: "<%= config.bin %> qa plan get --item SHOP-12" },
    { description: "Everything", command: "<%= config.bin %> qa plan get --item SHOP-12 --full --json" },
  ];
  static override flags = {
    ...subjectFlags,
    plan: string({ helpValue: "SLUG", description: "only this plan" }),
    full: boolean({ description: "everything that is known of each case" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaPlanGet);
    const { plan, full } = flags;
    const response = await dispatch(qaPlanGet, compose(), {
      target: subjectOf(flags, "assay qa plan get"),
      payload: { plan_id: plan ?? null, detail: full ? "full" : "summary" },
    });
    this.respond(flags.json, "qa.plan.get", response, formatPlanGot);
  }
}
