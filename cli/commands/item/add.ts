import { string } from "@oclif/core/args";
import { option, string as text } from "@oclif/core/flags";
import { dispatch, ITEM_KINDS, itemAdd } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatItem } from "../../format/item.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";
import { linkFlags, linksOf } from "./link-flags.ts";

export default class ItemAdd extends QaCommand {
  static override summary = "Begin a piece of work: an issue, or an epic with tasks.";
  static override description =
    "Function item.add. Its name is PREFIX-N: given whole, or made of a prefix and the number of its issue or pull request; without a prefix it is made of the project's name. It begins as `defining`. Where its branch is checked out, the head is recorded as what its gates take. Each --task is a task of an epic. Prints the item; exit 1 where it is refused, with the code and the way out.";
  static override examples = [
    {
      description: "By its number",
      command: "<%= config.bin %> item add SHOP-12 --title 'Pay by invoice' --branch pay-by-invoice",
    },
    {
      description: "With the number of its issue",
      command:
        "<%= config.bin %> item add SHOP --title 'Pay by invoice' --issue https://github.com/acme/shop/issues/12",
    },
    {
      description: "An epic with two tasks",
      command: "<%= config.bin %> item add SHOP-20 --kind epic --title Invoices --task Print --task Send",
    },
  ];
  static override args = {
    key: string({ description: "PREFIX-N, or a prefix alone", parse: async (given) => given.toUpperCase() }),
  };
  static override flags = {
    title: text({ helpValue: "TEXT", required: true, description: "what it is, in a line" }),
    kind: option({ options: ITEM_KINDS, description: "an epic has tasks" })(),
    task: text({ helpValue: "TITLE", multiple: true, description: "a task of the epic, in order" }),
    "delivery-env": text({ helpValue: "NAME", description: "environment that it is delivered to" }),
    ...linkFlags,
    ...callFlags,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ItemAdd);
    const { title, kind, task: tasks = [], "delivery-env": delivery_env = null } = flags;
    const response = await dispatch(itemAdd, compose(), {
      ...callOf(flags),
      payload: {
        ...(args.key === undefined ? {} : args.key.includes("-") ? { key: args.key } : { prefix: args.key }),
        title,
        kind: kind ?? (tasks.length === 0 ? "issue" : "epic"),
        tasks,
        delivery_env,
        ...linksOf(flags),
      },
    });
    this.respond(flags.json, "item.add", response, ({ item }, view) => formatItem(item, view));
  }
}
