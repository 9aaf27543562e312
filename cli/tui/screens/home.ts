import { openWords } from "../../format/open-words.ts";
import { counted } from "../../terminal/age.ts";
import { changeDetail } from "../details/change-detail.ts";
import { proposalDetail } from "../details/proposal-detail.ts";
import { recordDetail } from "../details/record-detail.ts";
import { requestDetail } from "../details/request-detail.ts";
import { runDetail } from "../details/run-detail.ts";
import { watchDetail } from "../details/watch-detail.ts";
import type { Operations } from "../operations.ts";
import type { Detail, Page, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";
import { shortId, subjectOfEntry } from "../subject.ts";

type Sign = Row["sign"];

/** What each kind of entry looks like; it is said as a word too. */
const SIGNS: Readonly<Record<string, Sign>> = {
  run: { symbol: "✗", word: "run", tone: "bad" },
  failure: { symbol: "✗", word: "failure", tone: "bad" },
  question: { symbol: "?", word: "question", tone: "warn" },
  proposal: { symbol: "⇄", word: "proposal", tone: "warn" },
  request: { symbol: "⇄", word: "request", tone: "warn" },
  change: { symbol: "!", word: "change", tone: "warn" },
  queue: { symbol: "!", word: "parked", tone: "warn" },
};
const NEWS: Readonly<Record<string, Sign>> = {
  run: { symbol: "·", word: "run", tone: "quiet" },
  learned: { symbol: "+", word: "learned", tone: "good" },
};
const OTHER: Sign = { symbol: "·", word: "news", tone: "quiet" };

/** Kinds whose text does not say which one it is. */
const NAMED = new Set(["run", "queue"]);

export const home = {
  id: "home",
  title: "Home",
  key: "1",
  noun: ["entry", "entries"],
  filterHint: "words that an entry holds",
  async rows(operations, { filter, offset, limit }): Promise<Page> {
    const { needsYou, recent, open } = await operations.inbox();
    const rows = [
      ...needsYou.map((entry) => entryRow(entry, SIGNS[entry.kind] ?? OTHER, "Needs you")),
      ...recent.map((entry) => entryRow(entry, NEWS[entry.kind] ?? OTHER, "Recent")),
    ];
    const kept = withWords(rows, filter);
    const opens = openWords(open);
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      needYou: needsYou.length,
      ...(opens === null ? {} : { note: `open: ${opens}` }),
    };
  },
  detail: (operations, row) => detailOf(operations, row),
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "Nothing waits for you, and nothing has happened yet." },
          { kind: "gap" },
          { kind: "text", text: "Leave with q, then let Assay watch a test run:" },
          { kind: "gap" },
          { kind: "quote", text: "assay run -- npm test" },
          { kind: "gap" },
          { kind: "text", text: "or explain a red build that you have the log of:" },
          { kind: "gap" },
          { kind: "quote", text: "assay explain build.log" },
        ]
      : [{ kind: "text", text: `No entry holds “${filter}”. Press / and enter with no text to see all.` }],
} as const satisfies Screen;

function entryRow(
  entry: { readonly kind: string; readonly id: string; readonly text: string; readonly at: string },
  sign: Sign,
  group: string,
): Row {
  return {
    id: `${group} ${entry.kind} ${entry.id}`,
    sign,
    text: `${lead(entry)}${entry.text}`,
    facts: NAMED.has(entry.kind) ? [shortId(entry.id)] : [],
    at: entry.at,
    group,
    subject: subjectOfEntry(entry),
  };
}

/** The name of what the text is about, where the text does not say it. */
function lead({
  kind,
  id,
  text,
}: {
  readonly kind: string;
  readonly id: string;
  readonly text: string;
}): string {
  switch (kind) {
    case "change":
      return `${id.replace(/^.*#/, "#")} `;
    case "failure":
      return `${id} `;
    case "request":
      return `${id.replace(/ .*$/, "")}${text.startsWith("#") ? "" : " "}`;
    default:
      return "";
  }
}

async function detailOf(operations: Operations, row: Row): Promise<Detail> {
  const { subject } = row;
  if (subject.kind === "run") return runDetail(await operations.run(subject.id));
  if (subject.kind === "change") return changeDetail(await operations.change(subject.id));
  if (subject.kind === "record")
    return recordDetail(await operations.record(subject.id), await operations.history(subject.id));
  if (subject.kind === "watched") return watchDetail(await operations.watchedBranch(subject.id));
  if (subject.kind === "request") return requestDetail(await operations.request(subject.request, false));
  return proposalDetail(await operations.proposal(subject.id));
}

/** For the status line. */
export function needYouWords(count: number): string {
  return count === 0 ? "nothing waits" : `${counted(count, "needs", "need")} you`;
}
