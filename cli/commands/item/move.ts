import { option } from "@oclif/core/flags";
import { dispatch, ITEM_STATUSES, itemMove } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatMoved } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";
import { itemArg, itemTarget } from "./item-arg.ts";
import { linkFlags } from "./link-flags.ts";

export default class ItemMove extends QaCommand {
  static override summary = "Move an item to its next status, back for rework, or give it up.";
  static override description =
    "Function item.move. The way is defining, implementing, reviewing-implementation, reviewed-implementation, release, done; no step is left out, and rework goes back to defining, implementing or reviewing-implementation. To enter the review something has to say what is to be proved; to end it every blocking requirement of verification has to be settled, of the tasks too; before done every blocking one of any phase. cancelled and stopped give the work up: nothing is asked, settled or waived. An epic's tasks go through release and done with it. Where the item's branch is checked out its head is recorded; a head that was not recorded before has to be proved by itself. --dry-run shows what the gate says and writes nothing. Exit 1 where it is refused, with the requirement, its run and the way out.";
  static override examples = [
    {
      description: "Into the review",
      command: "<%= config.bin %> item move SHOP-12 --to reviewing-implementation",
    },
    {
      description: "What the gate says",
      command: "<%= config.bin %> item move SHOP-12 --to reviewed-implementation --dry-run",
    },
  ];
  static override args = itemArg;
  static override flags = {
    to: option({ options: ITEM_STATUSES, required: true, description: "the status" })(),
    sha: linkFlags.sha,
    ...callFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemMove);
    const { to, sha } = flags;
    const response = await dispatch(itemMove, compose(), {
      ...callOf(flags),
      target: itemTarget(args.key),
      payload: { to, ...(sha === undefined ? {} : { sha: sha.toLowerCase() }) },
    });
    this.respond(flags.json, "item.move", response, formatMoved(flags["dry-run"]));
  }
}
