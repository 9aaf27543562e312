import { boolean } from "@oclif/core/flags";
import { dispatch, itemClaim } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatClaim } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";
import { itemArg, itemTarget, taskFlag } from "./item-arg.ts";

export default class ItemClaim extends QaCommand {
  static override summary = "Take an item or a task to work on.";
  static override description =
    "Function item.claim. Held by the person and, in a session (ASSAY_SESSION), by that session; whoever holds the item holds its tasks that nobody else took. While it is held nobody else moves or links it but who steers it from a seat. It also entitles to decide waivers. --take-over takes it from whoever holds it: a person may, an agent may not. Exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    { description: "An item", command: "<%= config.bin %> item claim SHOP-12" },
    { description: "One task of an epic", command: "<%= config.bin %> item claim SHOP-20 --task 2" },
  ];
  static override args = itemArg;
  static override flags = {
    ...taskFlag,
    "take-over": boolean({ description: "take it from whoever holds it" }),
    ...callFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemClaim);
    const response = await dispatch(itemClaim, compose(), {
      ...callOf(flags),
      target: itemTarget(args.key, flags.task),
      payload: { take_over: flags["take-over"] },
    });
    this.respond(flags.json, "item.claim", response, formatClaim);
  }
}
