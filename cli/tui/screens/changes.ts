import type { ChangeList } from "#knowledge";
import { READY_WORDS } from "../../format/change-words.ts";
import { changeDetail } from "../details/change-detail.ts";
import type { Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

/** Changes that a filter looks through: the newest. */
const FILTERED = 1_000;

/** How each end of a run looks; it is said as a word too. */
const OUTCOME_SIGNS = {
  person: { symbol: "!", word: "person", tone: "warn" },
  done: { symbol: "✓", word: "done", tone: "good" },
  closed: { symbol: "×", word: "closed", tone: "quiet" },
} as const satisfies Record<NonNullable<ChangeList["changes"][number]["outcome"]>, Row["sign"]>;
const LIVE = { symbol: "○", word: "live", tone: "plain" } as const;
const READY = { symbol: "●", word: "READY", tone: "name" } as const;

export const changes = {
  id: "changes",
  title: "Changes",
  key: "6",
  noun: ["change", "changes"],
  filterHint: "words, e.g. person or a number",
  async rows(operations, { filter, offset, limit }) {
    if (filter === "") {
      const { changes: listed, total } = await operations.changes({ offset, limit });
      return { rows: listed.map(changeRow), total };
    }
    const { changes: listed, total } = await operations.changes({ offset: 0, limit: FILTERED });
    const kept = withWords(listed.map(changeRow), filter);
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      ...(total > listed.length ? { note: `of the newest ${listed.length} of ${total} changes` } : {}),
    };
  },
  detail: async (operations, row) => changeDetail(await operations.change(row.subject.id)),
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "No change is under QA." },
          { kind: "gap" },
          { kind: "text", text: "Leave with q, then put the open change of your branch under it:" },
          { kind: "gap" },
          { kind: "quote", text: "assay change start" },
          { kind: "gap" },
          { kind: "text", text: "and let the QA engineer do its part:" },
          { kind: "gap" },
          { kind: "quote", text: "assay change work" },
        ]
      : [{ kind: "text", text: `No change holds “${filter}”.` }],
} as const satisfies Screen;

function changeRow(change: ChangeList["changes"][number]): Row {
  const { repository, number, title, outcome, step, round, returnRounds, word, why, costUSD, at, ready } =
    change;
  const id = `${repository}#${number}`;
  const stopped = outcome === "person" && why !== null ? [why.replaceAll("-", " ")] : [];
  return {
    id,
    sign: outcome !== null ? OUTCOME_SIGNS[outcome] : ready === null ? LIVE : READY,
    text: [`${id} ${title}`, ...stopped, ...(ready === null ? [] : [READY_WORDS[ready.why]])].join(" · "),
    facts: [
      word ?? "",
      step === null ? "" : `${step}, round ${round}`,
      returnRounds === 0 ? "" : `sent back ${returnRounds}×`,
      `$${costUSD}`,
    ],
    at,
    subject: { kind: "change", id },
  };
}
