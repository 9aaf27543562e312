import { string as text } from "@oclif/core/flags";
import { dispatch, itemTaskAdd } from "#knowledge";
import { compose } from "../../../compose.ts";
import { formatTaskAdded } from "../../../format/item.ts";
import { QaCommand } from "../../../qa-command.ts";
import { callFlags, callOf } from "../../qa/call-flags.ts";
import { itemArg, itemTarget } from "../item-arg.ts";

export default class ItemTaskAdd extends QaCommand {
  static override summary = "Add a task to an epic.";
  static override description =
    "Function item.task.add. It gets the next number and begins as `defining`. An epic in release takes none: a new task was not reviewed. Exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    { description: "One task", command: "<%= config.bin %> item task add SHOP-20 --title 'Print invoices'" },
  ];
  static override args = itemArg;
  static override flags = {
    title: text({ helpValue: "TEXT", required: true, description: "what it is, in a line" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemTaskAdd);
    const response = await dispatch(itemTaskAdd, compose(), {
      ...callOf(flags),
      target: itemTarget(args.key),
      payload: { title: flags.title },
    });
    this.respond(flags.json, "item.task.add", response, formatTaskAdded);
  }
}
