import { dispatch, qaPlanRematerialize } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatMaterialized } from "../../../format/qa/plan.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";
import { materializeFlags, materializeOf } from "./materialize-flags.ts";

const COMMAND = "assay qa plan rematerialize";

export default class QaPlanRematerialize extends QaCommand {
  static override summary = "Bring a subject's requirements up to its plans.";
  static override description =
    "Function qa.plan.rematerialize. In one pass: cases that are new get requirements; rows that nobody judged take an amended case in place; a failed row gets a corrected one that is declared its replacement; what has passed stands, and the answer says how it is corrected; rows whose case is gone are waived with that rationale. `assay plan diff` shows beforehand what differs. What weakens a blocking row is decided by who may waive it. Exit 1 where it is refused, with the way out.";
  static override examples = [
    {
      description: "The plan moved on",
      command: "<%= config.bin %> qa plan rematerialize --plan checkout --item SHOP-12",
    },
  ];
  static override flags = { ...materializeFlags, ...subjectFlags, ...callFlags };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaPlanRematerialize);
    const response = await dispatch(qaPlanRematerialize, compose(), {
      ...callOf(flags),
      target: subjectOf(flags, COMMAND),
      payload: materializeOf(flags, COMMAND),
    });
    this.respond(flags.json, "qa.plan.rematerialize", response, formatMaterialized);
  }
}
