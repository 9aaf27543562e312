import * as z from "zod/mini";
import { ITEM } from "../../item/item.ts";
import type { ItemState } from "../../item/item-state.ts";
import { ITEM_KINDS, ITEM_STATUSES, type ItemStatus } from "../../item/item-status.ts";
import type { ItemSummary } from "../../item/item-summary.ts";
import { ClaimRow, Status } from "../../item/row-schemas.ts";
import { isTerminal } from "../../item/transitions.ts";
import { streamRows } from "../../ledger/summary-rows.ts";
import type { Deps } from "../../ports/deps.ts";
import { operation } from "../operation.ts";
import { requestOf, responseOf } from "../qa/envelope.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      status: z.exactOptional(z.enum(ITEM_STATUSES)),
      all: z._default(z.boolean(), false).check(z.describe("also those that ended")),
    }),
  ),
);

const counts = () => z.record(z.string(), z.int());

export const ItemList = z.lazy(() =>
  responseOf(
    z.object({
      items: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          kind: z.enum(ITEM_KINDS),
          status: Status,
          project: z.string(),
          delivery_env: z.nullable(z.string()),
          claim: z.nullable(ClaimRow),
          tasks: counts().check(z.describe("how many tasks stand in each status")),
          requirements: counts().check(
            z.describe("how many requirements stand in each word: their discharge, else what was said last"),
          ),
          open: z
            .int()
            .check(z.describe("that block and were neither discharged nor passed last; a gate judges")),
        }),
      ),
      ended: z.int().check(z.describe("items that ended and are not shown")),
    }),
  ),
);
export type ItemList = z.output<typeof ItemList>;

/** Lists the items out of their summaries, by key. Errors: those of the ledger. */
export const itemList = operation({
  id: "item.list",
  title: "List the pieces of work",
  input: Input,
  output: ItemList,
  writes: false,
  async run({ ledger }: Pick<Deps, "ledger">, { payload: { status, all } }) {
    const rows = await streamRows<ItemSummary, ItemState>(ledger, ITEM);
    const known = rows.flatMap(({ row }) => shown(row)).sort(byKey);
    const isShown = (of: ItemStatus) => (status === undefined ? all || !isTerminal(of) : of === status);
    const items = known.filter((row) => isShown(row.status));
    const ended = status === undefined && !all ? known.length - items.length : 0;
    return { success: true, result: { items, ended }, warnings: [], errors: [], event_ids: [] };
  },
});

function shown(row: ItemSummary) {
  const { key, title, kind, status, project } = row;
  if (key === null || title === null || kind === null || status === null || project === null) return [];
  return [{ ...row, key, title, kind, status, project, tasks: { ...row.tasks }, requirements: counted(row) }];
}

function counted({ requirements }: ItemSummary): Record<string, number> {
  return Object.fromEntries(Object.entries(requirements).map(([word, count]) => [word, count ?? 0]));
}

/** By prefix, then by number. */
function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  const [prefix = "", number = "0"] = a.key.split("-");
  const [otherPrefix = "", otherNumber = "0"] = b.key.split("-");
  return prefix === otherPrefix ? Number(number) - Number(otherNumber) : prefix < otherPrefix ? -1 : 1;
}
