import { dispatch, qaPlanMaterialize } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatMaterialized } from "../../../format/qa/plan.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";
import { materializeFlags, materializeOf } from "./materialize-flags.ts";

const COMMAND = "assay qa plan materialize";

export default class QaPlanMaterialize extends QaCommand {
  static override summary = "Make the cases of plans requirements of a subject.";
  static override description =
    "Function qa.plan.materialize. Every case that has no requirement gets one; those that are there are confirmed, not rewritten (`assay qa plan rematerialize` brings amended cases over). plan_ids names every plan that was reached, also one that gave no new row. With --replaces CASE_KEY=ID the row of that case is declared the replacement of a failed requirement, in the same append, which works without running anything. To repeat it changes nothing. Exit 1 where it is refused, with the way out.";
  static override examples = [
    {
      description: "Before the review",
      command: "<%= config.bin %> qa plan materialize --plan checkout --item SHOP-12",
    },
    {
      description: "A corrected case",
      command:
        "<%= config.bin %> qa plan materialize --plan checkout-fixed --item SHOP-12 --replaces pay=SHOP-12/req-7k3f9x2m0a",
    },
  ];
  static override flags = { ...materializeFlags, ...subjectFlags, ...callFlags };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaPlanMaterialize);
    const response = await dispatch(qaPlanMaterialize, compose(), {
      ...callOf(flags),
      target: subjectOf(flags, COMMAND),
      payload: materializeOf(flags, COMMAND),
    });
    this.respond(flags.json, "qa.plan.materialize", response, formatMaterialized);
  }
}
