import { RECORD_KINDS, RECORD_STATUSES, type RecordSummary } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import { recordDetail } from "../details/record-detail.ts";
import { idTime } from "../details/record-time.ts";
import type { RecordQuery } from "../operations.ts";
import type { Row, Screen } from "../screen.ts";

/** How each status looks; it is said as a word too. */
const STATUS_SIGNS: Readonly<Record<RecordSummary["status"], Row["sign"]>> = {
  active: { symbol: "●", word: "active", tone: "good" },
  candidate: { symbol: "○", word: "candidate", tone: "warn" },
  open: { symbol: "?", word: "open", tone: "warn" },
  resolved: { symbol: "✓", word: "resolved", tone: "quiet" },
  superseded: { symbol: "×", word: "superseded", tone: "quiet" },
  deprecated: { symbol: "×", word: "deprecated", tone: "quiet" },
};

export const knowledge = {
  id: "knowledge",
  title: "Knowledge",
  key: "3",
  noun: ["record", "records"],
  filterHint: "words, scope:… kind:… status:… anchor:… all",
  async rows(operations, { filter, offset, limit }) {
    const { records, total, problems } = await operations.records({
      ...recordQuery(filter),
      limit,
      offset,
    });
    const unread = new Set(problems.map(({ file }) => file)).size;
    return {
      rows: records.map(recordRow),
      total,
      ...(unread === 0 ? {} : { note: `${counted(unread, "file")} cannot be read: run \`assay check\`` }),
    };
  },
  detail: async (operations, row) =>
    recordDetail(await operations.record(row.subject.id), await operations.history(row.subject.id)),
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "Nothing is known yet." },
          { kind: "gap" },
          { kind: "text", text: "Assay learns from test runs. Leave with q and run yours through it:" },
          { kind: "gap" },
          { kind: "quote", text: "assay run -- npm test" },
        ]
      : [
          { kind: "text", text: `No record answers “${filter}”.` },
          { kind: "text", text: "Add the word all to see also what no longer holds." },
        ],
} as const satisfies Screen;

/** `scope:cart status:active late` as a query; a word that is no `key:value` is text. */
export function recordQuery(filter: string): Omit<RecordQuery, "limit" | "offset"> {
  const words = filter.split(/\s+/).filter(Boolean);
  const values = (key: string) =>
    words
      .filter((word) => word.startsWith(`${key}:`))
      .flatMap((word) => word.slice(key.length + 1).split(","));
  const kinds = RECORD_KINDS.filter((kind) => values("kind").includes(kind));
  const statuses = RECORD_STATUSES.filter((status) => values("status").includes(status));
  const [scope] = values("scope");
  // An anchor holds colons and commas of its own.
  const anchor = words.find((word) => word.startsWith("anchor:"))?.slice("anchor:".length);
  const text = words
    .filter((word) => word !== "all" && !/^(?:scope|kind|status|anchor):/.test(word))
    .join(" ");
  return {
    ...(text === "" ? {} : { text }),
    ...(scope ? { scope } : {}),
    ...(kinds.length === 0 ? {} : { kinds }),
    ...(statuses.length === 0 ? {} : { statuses }),
    ...(anchor ? { anchor } : {}),
    ...(words.includes("all") ? { all: true } : {}),
  };
}

function recordRow({ id, kind, type, status, scope, claim, held, path }: RecordSummary): Row {
  return {
    id,
    sign: STATUS_SIGNS[status],
    text: claim,
    facts: [held ?? "", scope, type ?? kind],
    at: idTime(id),
    subject: { kind: "record", id, path, status },
  };
}
