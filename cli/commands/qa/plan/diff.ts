import { string } from "@oclif/core/flags";
import { dispatch, qaPlanDiff } from "#knowledge";
import { compose } from "../../../compose.ts";
import { EXIT } from "../../../exit.ts";
import { formatPlanDiff } from "../../../format/qa/plan.ts";
import { QaCommand } from "../../../qa-command.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

export default class QaPlanDiff extends QaCommand {
  static override summary = "Compare a subject's requirements with the plan they came from.";
  static override description =
    "Function qa.plan.diff. For each case: new, current, amended with the fields that differ, or lost. Formatting of the file is no difference. Changes nothing; exit 1 where something differs.";
  static override examples = [
    { description: "What moved on?", command: "<%= config.bin %> plan diff --plan checkout --item SHOP-12" },
  ];
  static override flags = {
    plan: string({ helpValue: "SLUG", required: true, description: "a plan of .assay/plans" }),
    ...subjectFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaPlanDiff);
    const response = await dispatch(qaPlanDiff, compose(), {
      target: subjectOf(flags, "assay plan diff"),
      payload: { plan_id: flags.plan },
    });
    this.respond(flags.json, "qa.plan.diff", response, formatPlanDiff);
    if (response.result?.is_current === false) process.exitCode = EXIT.no;
  }
}
