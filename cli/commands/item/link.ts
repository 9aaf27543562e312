import { dispatch, itemLink } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatItem } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";
import { itemArg, itemTarget } from "./item-arg.ts";
import { linkFlags, linksOf } from "./link-flags.ts";

export default class ItemLink extends QaCommand {
  static override summary = "Link an item to its issue, branch or pull request, and record its head.";
  static override description =
    "Function item.link. Where the item's branch is checked out, its head is recorded as a commit that the gates take; --sha names another one, such as the commit that a merge made. Without anything to link it only records the head. Prints the item; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    { description: "Its branch", command: "<%= config.bin %> item link SHOP-12 --branch pay-by-invoice" },
    { description: "The head that is checked out", command: "<%= config.bin %> item link SHOP-12" },
  ];
  static override args = itemArg;
  static override flags = { ...linkFlags, ...callFlags };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemLink);
    const response = await dispatch(itemLink, compose(), {
      ...callOf(flags),
      target: itemTarget(args.key),
      payload: linksOf(flags),
    });
    this.respond(flags.json, "item.link", response, ({ item }, view) => formatItem(item, view));
  }
}
