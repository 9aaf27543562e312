import { boolean, option } from "@oclif/core/flags";
import { dispatch, ITEM_STATUSES, itemList } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatItems } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";

export default class ItemList extends QaCommand {
  static override summary = "List the pieces of work.";
  static override description =
    "Function item.list. Each with its status, who works on it, its tasks by status and its requirements by what was last said of them: their discharge, else the verdict of their newest run. A gate judges more than that: `assay qa gate-summary`. Those that ended are left out without --all or --status.";
  static override examples = [
    { description: "What is at work", command: "<%= config.bin %> item list" },
    {
      description: "What is reviewed",
      command: "<%= config.bin %> item list --status reviewing-implementation",
    },
  ];
  static override flags = {
    status: option({ options: ITEM_STATUSES, description: "only those that stand there" })(),
    all: boolean({ description: "also those that ended" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ItemList);
    const { status, all } = flags;
    const response = await dispatch(itemList, compose(), {
      payload: { ...(status === undefined ? {} : { status }), all },
    });
    this.respond(flags.json, "item.list", response, formatItems);
  }
}
