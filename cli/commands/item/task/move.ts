import { integer } from "@oclif/core/args";
import { option } from "@oclif/core/flags";
import { dispatch, ITEM_STATUSES, itemTaskMove } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatMoved } from "../../../format/item.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../../qa/call-flags.ts";
import { itemArg, itemTarget } from "../item-arg.ts";

export default class ItemTaskMove extends QaCommand {
  static override summary = "Move a task of an epic to its next status, back for rework, or give it up.";
  static override description =
    "Function item.task.move. Tasks have the statuses of items, and their own requirements gate them: to enter the review a task needs one, to end it every blocking one of verification has to be settled, before done every blocking one. Into release and done a task goes with its epic, or after it. --dry-run shows what the gate says and writes nothing. Exit 1 where it is refused, with the requirement, its run and the way out.";
  static override examples = [
    {
      description: "A task into the review",
      command: "<%= config.bin %> item task move SHOP-20 2 --to reviewing-implementation",
    },
  ];
  static override args = {
    ...itemArg,
    task: integer({ description: "number of the task", required: true, min: 1 }),
  };
  static override flags = {
    to: option({ options: ITEM_STATUSES, required: true, description: "the status" })(),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemTaskMove);
    const response = await dispatch(itemTaskMove, compose(), {
      ...callOf(flags),
      target: itemTarget(args.key, args.task),
      payload: { to: flags.to },
    });
    this.respond(flags.json, "item.task.move", response, formatMoved(flags["dry-run"]));
  }
}
