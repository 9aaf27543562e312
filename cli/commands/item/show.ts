import { dispatch, itemShow } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatShownItem } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";
import { itemArg, itemTarget, taskFlag } from "./item-arg.ts";

export default class ItemShow extends QaCommand {
  static override summary = "Show a piece of work and what its next gate asks for.";
  static override description =
    "Function item.show. Prints the item with its tasks, who works on it and from which seats it is steered, the commits that its gates take, and the next gate as it stands now: what is proved, what is owed and the command that answers it. Writes nothing.";
  static override examples = [
    { description: "One item", command: "<%= config.bin %> item show SHOP-12" },
    { description: "One task of an epic", command: "<%= config.bin %> item show SHOP-20 --task 2" },
  ];
  static override args = itemArg;
  static override flags = taskFlag;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemShow);
    const response = await dispatch(itemShow, compose(), {
      target: itemTarget(args.key, flags.task),
      payload: {},
    });
    this.respond(flags.json, "item.show", response, formatShownItem);
  }
}
