import type { WatchList } from "#knowledge";
import { checkName } from "../../format/watch-words.ts";
import { watchDetail } from "../details/watch-detail.ts";
import type { Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";
import { orUnwatched, WITHOUT_WATCH } from "./unwatched.ts";

type Repository = WatchList["repositories"][number];

/** How each outcome of a tip looks; it is said as a word too. */
const OUTCOME_SIGNS = {
  passed: { symbol: "✓", word: "green", tone: "good" },
  failed: { symbol: "✗", word: "red", tone: "bad" },
  running: { symbol: "○", word: "running", tone: "plain" },
  unclear: { symbol: "?", word: "unclear", tone: "warn" },
  none: { symbol: "·", word: "no CI", tone: "quiet" },
} as const satisfies Record<NonNullable<Repository["outcome"]>, Row["sign"]>;

const STATE_SIGNS = {
  platform: { symbol: "·", word: "platform", tone: "quiet" },
  unseen: { symbol: "?", word: "unseen", tone: "warn" },
  missing: { symbol: "!", word: "missing", tone: "bad" },
  empty: { symbol: "·", word: "empty", tone: "quiet" },
  archived: { symbol: "·", word: "archived", tone: "quiet" },
} as const satisfies Record<Exclude<Repository["state"], "watched">, Row["sign"]>;

const UNKNOWN = { symbol: "?", word: "unknown", tone: "quiet" } as const;

export const watch = {
  id: "watch",
  title: "Watch",
  key: "7",
  noun: ["repository", "repositories"],
  filterHint: "words, e.g. red, lost or a product",
  async rows(operations, { filter, offset, limit }) {
    const list = await orUnwatched(operations.watched());
    const repositories = list?.repositories ?? [];
    const rows = [
      ...repositories
        .filter(isAsking)
        .toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)))
        .map((one) => repositoryRow(one, "Needs a look")),
      ...repositories.filter((one) => !isAsking(one)).map((one) => repositoryRow(one, one.product)),
    ];
    const kept = withWords(rows, filter);
    return { rows: kept.slice(offset, offset + limit), total: kept.length };
  },
  detail: async (operations, row) =>
    row.sign.word === STATE_SIGNS.platform.word
      ? PLATFORM
      : watchDetail(await operations.watchedBranch(row.subject.id)),
  empty: (filter) =>
    filter === "" ? WITHOUT_WATCH : [{ kind: "text", text: `No repository holds “${filter}”.` }],
} as const satisfies Screen;

const PLATFORM = {
  path: null,
  blocks: [
    { kind: "title", text: "The platform's own" },
    { kind: "gap" },
    { kind: "text", text: "Assay itself runs on it, so it is never looked at." },
  ],
  evidence: [],
  links: [],
  tests: [],
} as const;

/** Whether something failed, is due, or cannot be looked at any more. */
function isAsking(entry: Repository): boolean {
  return isFailing(entry) || entry.due > 0 || entry.state === "missing";
}

function isFailing({ openFailures }: Repository): boolean {
  return openFailures > 0;
}

function repositoryRow(entry: Repository, group: string): Row {
  const { repository, product, state, renamedTo, branch, outcome, since, failing, due, issues, changedAt } =
    entry;
  const named = renamedTo === null ? repository : `${repository}, now ${renamedTo}`;
  return {
    id: repository,
    sign: state !== "watched" ? STATE_SIGNS[state] : outcome === null ? UNKNOWN : OUTCOME_SIGNS[outcome],
    text: [branch === null ? named : `${named} ${branch}`, ...failingWords(failing)].join(" · "),
    facts: [
      product,
      issues.length === 0 ? "" : `issue ${issues.join(", ")}`,
      due === 0 ? "" : `${due} to answer`,
    ],
    at: since ?? changedAt,
    group,
    subject: { kind: "watched", id: repository },
  };
}

function failingWords(checks: readonly string[]): string[] {
  if (checks.length === 0) return [];
  return [`${checks.map(checkName).join(", ")} ${checks.length === 1 ? "fails" : "fail"}`];
}
