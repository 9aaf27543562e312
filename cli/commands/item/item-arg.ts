import { string } from "@oclif/core/args";
import { integer } from "@oclif/core/flags";

/** The item that a command is about; small letters are as good as capitals. */
export const itemArg = {
  key: string({
    description: "an item, as in SHOP-12",
    required: true,
    parse: async (text) => text.toUpperCase(),
  }),
};

export const taskFlag = {
  task: integer({ min: 1, helpValue: "N", description: "one task of the item, an epic" }),
};

/** What a call about an item or one task of it names. */
export function itemTarget(key: string, task?: number) {
  return task === undefined
    ? ({ kind: "item", item_id: key } as const)
    : ({ kind: "task", epic_id: key, task_num: task } as const);
}
