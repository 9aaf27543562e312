import { string } from "@oclif/core/flags";
import { dispatch, qaItemPlanAttach } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatAttached } from "../../../format/qa/plan.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../call-flags.ts";
import { subjectFlags, subjectOf } from "../subject-flags.ts";

export default class QaItemPlanAttach extends QaCommand {
  static override summary = "Say that a plan has to be proved before a transition.";
  static override description =
    "Function qa.item_plan.attach. The plan's cases become requirements by `assay qa plan materialize`. A plan that is bound to the environment that the item is delivered to cannot be proved before delivery: attached to an earlier transition it is refused (attachment_phase_wrong) with the attachment that works. Exit 1 where it is refused.";
  static override examples = [
    {
      description: "Before it counts as reviewed",
      command:
        "<%= config.bin %> qa item-plan attach --item SHOP-12 --plan-id checkout --transition reviewed-implementation",
    },
  ];
  static override flags = {
    ...subjectFlags,
    "plan-id": string({ helpValue: "SLUG", required: true, description: "the plan" }),
    transition: string({
      helpValue: "STATUS",
      required: true,
      description: "reviewing-implementation, reviewed-implementation, release or done",
    }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(QaItemPlanAttach);
    const response = await dispatch(qaItemPlanAttach, compose(), {
      ...callOf(flags),
      target: subjectOf(flags, "assay qa item-plan attach"),
      payload: { plan_id: flags["plan-id"], transition: flags.transition },
    });
    this.respond(flags.json, "qa.item_plan.attach", response, formatAttached);
  }
}
