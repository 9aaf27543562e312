import { dispatch, itemRelease } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatClaim } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";
import { itemArg, itemTarget, taskFlag } from "./item-arg.ts";

export default class ItemRelease extends QaCommand {
  static override summary = "Give an item or a task back.";
  static override description =
    "Function item.release. Who holds the claim gives it back; where nobody does nothing changes. It moves nothing: `assay item move KEY --to release` does. Exit 1 where it is refused, with the code and the way out.";
  static override examples = [{ description: "An item", command: "<%= config.bin %> item release SHOP-12" }];
  static override args = itemArg;
  static override flags = { ...taskFlag, ...callFlags };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemRelease);
    const response = await dispatch(itemRelease, compose(), {
      ...callOf(flags),
      target: itemTarget(args.key, flags.task),
      payload: {},
    });
    this.respond(flags.json, "item.release", response, formatClaim);
  }
}
