import type { ItemList } from "#knowledge";
import { itemDetail } from "../details/item-detail.ts";
import { refusedDetail } from "../details/refused-detail.ts";
import { claimWords, countWords, STATUS_SIGNS } from "../details/work-words.ts";
import type { Detail, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

export const work = {
  id: "work",
  title: "Work",
  key: "W",
  noun: ["item", "items"],
  filterHint: "words, e.g. reviewing or a key; all: also what ended",
  async rows(operations, { filter, offset, limit }) {
    const words = filter.split(/\s+/);
    const { result } = await operations.items(words.includes("all"));
    const kept = withWords(
      (result?.items ?? []).map(itemRow),
      words.filter((word) => word !== "all").join(" "),
    );
    const ended = result?.ended ?? 0;
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      ...(ended === 0 ? {} : { note: `${ended.toLocaleString("en")} ended: the filter all shows them` }),
    };
  },
  async detail(operations, { subject }): Promise<Detail> {
    const shown = await operations.item({ key: subject.id, task: null });
    return shown.result === null ? refusedDetail(shown) : itemDetail(shown.result);
  },
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "No piece of work is tracked here." },
          { kind: "gap" },
          { kind: "text", text: "Leave with q, then begin one and say what has to be proved for it:" },
          { kind: "gap" },
          { kind: "quote", text: "assay item add SHOP-12 --title 'Shipping in the total'" },
          { kind: "quote", text: "assay plan materialize --plan checkout --item SHOP-12" },
        ]
      : [{ kind: "text", text: `No item holds “${filter}”; the word all looks at what ended too.` }],
} as const satisfies Screen;

function itemRow({
  key,
  title,
  status,
  claim,
  tasks,
  requirements,
  open,
}: NonNullable<ItemList["result"]>["items"][number]): Row {
  return {
    id: key,
    sign: STATUS_SIGNS[status],
    text: [`${key} ${title}`, countWords(requirements) || "nothing to prove yet"].join(" · "),
    facts: [
      countWords(tasks) === "" ? "" : `tasks: ${countWords(tasks)}`,
      claim === null ? "" : claimWords(claim),
      open === 0 ? "" : `${open.toLocaleString("en")} open`,
    ],
    at: null,
    subject: { kind: "item", id: key },
  };
}
