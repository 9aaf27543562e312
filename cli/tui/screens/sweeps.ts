import type { SweepShown, WatchList } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import { sweepDetail } from "../details/sweep-detail.ts";
import type { Operations } from "../operations.ts";
import type { Detail, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";
import { orNull, orUnwatched, WITHOUT_WATCH } from "./unwatched.ts";

/** Weeks of a product that are listed; `assay sweep show PRODUCT --week WEEK` shows any. */
const WEEKS_LISTED = 8;

const SWEPT = { symbol: "✓", word: "swept", tone: "good" } as const;
const UNFINISHED = { symbol: "○", word: "unfinished", tone: "warn" } as const;
const UNSWEPT = { symbol: "?", word: "unswept", tone: "warn" } as const;
const OFF = { symbol: "·", word: "off", tone: "quiet" } as const;

export const sweeps = {
  id: "sweeps",
  title: "Sweeps",
  key: "8",
  noun: ["entry", "entries"],
  filterHint: "words, e.g. a product or a week",
  async rows(operations, { filter, offset, limit }) {
    const list = await orUnwatched(operations.watched());
    const rows =
      list === null ? [] : await Promise.all(productsOf(list).map((one) => productRows(operations, one)));
    const kept = withWords(rows.flat(), filter);
    return { rows: kept.slice(offset, offset + limit), total: kept.length };
  },
  async detail(operations, row): Promise<Detail> {
    const { subject } = row;
    if (subject.kind !== "sweep" || subject.week === null) return unsweptDetail(row);
    return sweepDetail(await operations.swept(subject.product, subject.week));
  },
  empty: (filter) =>
    filter === "" ? WITHOUT_WATCH : [{ kind: "text", text: `No entry holds “${filter}”.` }],
} as const satisfies Screen;

interface Product {
  readonly name: string;
  /** Why it is not swept, or null. */
  readonly off: string | null;
}

function productsOf({ repositories, limits }: WatchList): readonly Product[] {
  const names = [...new Set(repositories.map(({ product }) => product))];
  return names.map((name) => {
    const own = repositories.filter(({ product }) => product === name);
    const isPlatform = own.every(({ state }) => state === "platform");
    const off = isPlatform ? "the platform's own: never swept" : "its workflow is turned off";
    return { name, off: isPlatform || limits.sweepUSD === null ? off : null };
  });
}

/** The newest weeks of a product, or one row that says why there is none. */
async function productRows(operations: Operations, { name, off }: Product): Promise<readonly Row[]> {
  const shown = await orNull(operations.swept(name, null), "sweep_missing");
  if (shown !== null) return shown.told.slice(0, WEEKS_LISTED).map((week) => weekRow(shown, week));
  return [
    {
      id: name,
      sign: off === null ? UNSWEPT : OFF,
      text: off ?? "no week was swept yet",
      facts: [],
      at: null,
      group: name,
      subject: { kind: "sweep", id: name, product: name, week: null },
    },
  ];
}

function weekRow(
  { product, week: newest, swept }: SweepShown,
  { week, findings, issue, decidedAt, doneAt }: SweepShown["told"][number],
): Row {
  const [first] = week === newest ? swept.findings : [];
  return {
    id: `${product} ${week}`,
    sign: doneAt === null ? UNFINISHED : SWEPT,
    text: [week, counted(findings, "finding"), ...(first === undefined ? [] : [first.says])].join(" · "),
    facts: [issue === null ? "" : `issue ${issue}`],
    at: decidedAt,
    group: product,
    subject: { kind: "sweep", id: `${product} ${week}`, product, week },
  };
}

function unsweptDetail({ id, text, sign }: Row): Detail {
  return {
    path: null,
    blocks: [
      { kind: "title", text: `${id}: ${text}` },
      ...(sign.word === OFF.word
        ? []
        : [
            { kind: "gap" } as const,
            { kind: "text", text: "u sweeps the newest week, after it said what that may cost." } as const,
          ]),
    ],
    evidence: [],
    links: [],
    tests: [],
  };
}
