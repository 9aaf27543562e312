import type { ItemShown } from "#knowledge";
import { tellTime } from "../../format/time.ts";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail, Link } from "../screen.ts";
import { gateBlocks } from "./gate-blocks.ts";
import { CLAUSE_SIGNS, claimWords, countWords, STANDING_SIGNS, STATUS_SIGNS } from "./work-words.ts";

type Shown = NonNullable<ItemShown["result"]>;
type Item = Shown["item"];
type GateRow = NonNullable<Shown["gate"]>["rows"][number];

/** Requirements that stand beside the item; all of them have a list of their own. */
const MOST_BESIDE = 100;
/** Requirements that are owed and can be opened from here. */
const MOST_LINKED = 20;
const HASH_SHOWN = 12;

/** A piece of work: where it stands, its links, tasks and claims, and its next gate; beside it its requirements. */
export function itemDetail({ item, steered_from, gate }: Shown): Detail {
  const { key, title, status, kind, project, delivery_env, claim, revisions, tasks } = item;
  const rows = gate?.rows ?? [];
  return {
    path: null,
    blocks: [
      { kind: "title", text: `${key}  ${title}` },
      { kind: "text", text: status, tone: STATUS_SIGNS[status].tone },
      { kind: "gap" },
      ...pair("is", [kind, `of ${project}`].join(" · ")),
      ...pair("delivered", delivery_env),
      ...pair(
        "claim",
        claim === null
          ? "nobody works on it: t takes it"
          : `${claimWords(claim)} since ${tellTime(claim.at)}`,
      ),
      ...pair("steered", steered_from.join(", ")),
      ...linkPairs(item),
      ...pair(
        "commits",
        revisions.length === 0
          ? "none is recorded: no run is asked for one"
          : revisions.map((one) => one.slice(0, HASH_SHOWN)).join(", "),
      ),
      ...Object.values(tasks).map(
        (task, at): Block => ({
          kind: "pair",
          label: at === 0 ? "tasks" : "",
          text: [
            `${task.task_num}. ${task.title}`,
            task.status,
            ...(task.claim === null ? [] : [claimWords(task.claim)]),
          ].join(" · "),
        }),
      ),
      { kind: "gap" },
      ...(gate === null
        ? [{ kind: "text", text: `It is ${status}: no gate is left.` } as const]
        : gateBlocks(gate)),
      ...(gate === null
        ? []
        : [{ kind: "gap" } as const, { kind: "text", text: "> moves it to another status" } as const]),
    ],
    evidence: requirementBlocks(rows),
    links: linksOf(item, rows),
    tests: [],
  };
}

function linkPairs({ links: { issue, branch, pull } }: Item): Block[] {
  return [...pair("issue", issue), ...pair("branch", branch), ...pair("pull", pull)];
}

function requirementBlocks(rows: readonly GateRow[]): Block[] {
  if (rows.length === 0)
    return [
      { kind: "heading", text: "requirements" },
      { kind: "text", text: "Nothing has to be proved yet." },
      { kind: "quote", text: "assay plan materialize --help" },
      { kind: "quote", text: "assay qa requirement add --help" },
    ];
  const counts: Record<string, number> = {};
  for (const { standing } of rows) counts[standing.word] = (counts[standing.word] ?? 0) + 1;
  const more = rows.length - MOST_BESIDE;
  return [
    { kind: "heading", text: `requirements · ${counted(rows.length, "row")}` },
    { kind: "text", text: countWords(counts) },
    { kind: "text", text: "R lists them, each with its runs and evidence.", tone: "quiet" },
    ...[...rows]
      .toSorted((a, b) => owes(b) - owes(a))
      .slice(0, MOST_BESIDE)
      .map((row): Block => {
        const { symbol, word, tone } = STANDING_SIGNS[row.standing.word];
        const task = row.task_num === null ? "" : `task ${row.task_num} · `;
        const tracked = row.blocking_mode === "blocking" ? "" : " · tracked only";
        return { kind: "text", text: `${symbol} ${word} · ${task}${row.title}${tracked}`, tone };
      }),
    ...(more > 0 ? [{ kind: "text", text: `and ${more.toLocaleString("en")} more` } as const] : []),
  ];
}

/** What holds a gate now comes before what holds a later one, and that before what holds none. */
function owes({ is_due, blocking_mode, standing }: GateRow): number {
  if (standing.is_settled || blocking_mode !== "blocking") return 0;
  return is_due ? 2 : 1;
}

function linksOf({ key, links }: Item, rows: readonly GateRow[]): Link[] {
  const owed = rows.filter((row) => owes(row) > 0).toSorted((a, b) => owes(b) - owes(a));
  const pages = [links.issue, links.pull].flatMap((page) =>
    page !== null && /^https?:/.test(page) ? [page] : [],
  );
  return [
    { label: `${counted(rows.length, "requirement")} of ${key}`, subject: { kind: "requirements", id: key } },
    ...owed.slice(0, MOST_LINKED).map(
      ({ requirement_id: id, title, standing }): Link => ({
        label: `${CLAUSE_SIGNS.failed.symbol} ${standing.word}  ${title}`,
        subject: { kind: "requirement", id, item: key },
      }),
    ),
    ...pages.map((id): Link => ({ label: id, subject: { kind: "address", id } })),
  ];
}

function pair(label: string, text: string | null): Block[] {
  return text === null || text === "" ? [] : [{ kind: "pair", label, text }];
}
