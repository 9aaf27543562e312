import type { ProposalList, RequestList } from "#knowledge";
import { REQUEST_LEFT } from "../../format/request-words.ts";
import { counted } from "../../terminal/age.ts";
import { proposalDetail } from "../details/proposal-detail.ts";
import { requestDetail } from "../details/request-detail.ts";
import type { Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

type Request = RequestList["requests"][number];

/** How each state of a request looks; it is said as a word too. */
const STATE_SIGNS = {
  open: { symbol: "⇄", word: "open", tone: "warn" },
  merged: { symbol: "✓", word: "merged", tone: "good" },
  closed: { symbol: "×", word: "closed", tone: "quiet" },
  none: { symbol: "○", word: "not opened", tone: "quiet" },
} as const satisfies Record<Request["state"], Row["sign"]>;
const FILE = { symbol: "+", word: "file", tone: "warn" } as const;

export const proposals = {
  id: "proposals",
  title: "Proposals",
  key: "9",
  noun: ["entry", "entries"],
  filterHint: "words, e.g. open, file or a repository",
  async rows(operations, { filter, offset, limit }) {
    const [{ requests }, files] = await Promise.all([operations.requests(), operations.proposals()]);
    const rows = [
      ...requests.filter(isOpen).map((one) => requestRow(one, "Open requests")),
      ...files.proposals.map(fileRow),
      ...requests.filter((one) => !isOpen(one)).map((one) => requestRow(one, "Other requests")),
    ];
    const kept = withWords(rows, filter);
    const unread = new Set(files.problems.map(({ file }) => file)).size;
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      ...(unread === 0
        ? {}
        : { note: `${counted(unread, "file")} cannot be read: see \`assay proposal list\`` }),
    };
  },
  async detail(operations, { subject }) {
    if (subject.kind === "request") return requestDetail(await operations.request(subject.request, false));
    return proposalDetail(await operations.proposal(subject.id));
  },
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "Nothing is proposed." },
          { kind: "gap" },
          { kind: "text", text: "A run in CI keeps what it would change as files in .assay/proposals." },
          { kind: "text", text: "A request for the proposals of this clone is opened by:" },
          { kind: "gap" },
          { kind: "quote", text: "assay proposal request open" },
        ]
      : [{ kind: "text", text: `No entry holds “${filter}”.` }],
} as const satisfies Screen;

function isOpen({ state }: Request): boolean {
  return state === "open";
}

function requestRow(
  { repository, kind, state, number, title, items, wanted, left, at }: Request,
  group: string,
): Row {
  const name = number === null ? repository : `${repository}#${number}`;
  const waiting = Math.max(0, wanted - items);
  return {
    id: `${repository} ${kind}`,
    sign: STATE_SIGNS[state],
    text: [
      title === null ? name : `${name} ${title}`,
      ...(left === null ? [] : [REQUEST_LEFT[left] ?? left]),
    ].join(" · "),
    facts: [waiting === 0 ? "" : `${waiting} not in it`, items === 0 ? "" : counted(items, "item"), kind],
    at,
    group,
    subject: { kind: "request", id: `${repository} ${kind}`, request: { repository, kind } },
  };
}

function fileRow({ id, op, claim, reason, at }: ProposalList["proposals"][number]): Row {
  return {
    id,
    sign: FILE,
    text: `${op}: ${claim}`,
    facts: [reason],
    at,
    group: "Proposals of this clone",
    subject: { kind: "proposal", id },
  };
}
