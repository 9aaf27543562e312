import type { BudgetView } from "#knowledge";
import { groupName } from "../../format/budget-words.ts";
import { counted } from "../../terminal/age.ts";
import { groupDetail, modelDetail, spendDetail } from "../details/budget-detail.ts";
import type { Detail, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

/** Runs that the screen lists; `assay budget --offset` goes further back. */
const RUNS_LISTED = 200;

export const budget = {
  id: "budget",
  title: "Budget",
  key: "5",
  noun: ["entry", "entries"],
  filterHint: "words, e.g. spent or a change's number",
  async rows(operations, { filter, offset, limit }) {
    const view = await operations.budget({ limit: RUNS_LISTED });
    const rows = [...view.groups.map(groupRow), ...view.runs.map(runRow)];
    // A model alone is nothing that was spent: the screen then says what to do.
    const all = rows.length === 0 || view.model === null ? rows : [modelRow(view.model), ...rows];
    const kept = withWords(all, filter);
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      ...(view.total > view.runs.length
        ? { note: `the newest ${view.runs.length} of ${view.total} runs` }
        : {}),
    };
  },
  async detail(operations, row): Promise<Detail> {
    if (row.id.startsWith("run ")) {
      const { runs, calls } = await operations.budget({ limit: 1, account: row.subject.id, calls: true });
      const [run] = runs;
      if (run !== undefined) return spendDetail(run, calls);
    }
    const { groups, model } = await operations.budget({ limit: 1 });
    const group = groups.find((one) => idOf(one) === row.id);
    return group === undefined ? modelDetail(model) : groupDetail(group);
  },
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "Nothing was spent on models yet." },
          { kind: "gap" },
          { kind: "text", text: "A model is set in .assay/config.yaml, and what it may cost:" },
          { kind: "gap" },
          { kind: "quote", text: "assay config --help" },
        ]
      : [{ kind: "text", text: `No entry holds “${filter}”.` }],
} as const satisfies Screen;

function idOf(group: BudgetView["groups"][number]): string {
  return `group ${groupName(group)}`;
}

function groupRow(group: BudgetView["groups"][number]): Row {
  const { weeklyUSD, leftUSD, spentUSD, reservedUSD, roomAt } = group;
  const isSpent = leftUSD !== null && Number(leftUSD) === 0;
  const left = leftUSD === null ? `$${spentUSD} spent` : `$${leftUSD} left of $${weeklyUSD}`;
  const aside = Number(reservedUSD) === 0 ? [] : [`$${reservedUSD} set aside`];
  const room = isSpent && roomAt !== null ? [`room at ${roomAt.slice(0, 16)}Z`] : [];
  return {
    id: idOf(group),
    sign: isSpent ? { symbol: "✗", word: "spent", tone: "bad" } : { symbol: "✓", word: "room", tone: "good" },
    text: [groupName(group), left, ...aside, ...room].join(" · "),
    facts: [],
    at: null,
    group: "Any seven days",
    subject: { kind: "account", id: groupName(group) },
  };
}

function runRow(run: BudgetView["runs"][number]): Row {
  const isOver = Number(run.overUSD) > 0;
  return {
    id: `run ${run.account}`,
    sign: isOver ? { symbol: "!", word: "over", tone: "warn" } : { symbol: "·", word: "run", tone: "quiet" },
    text: `$${run.spentUSD} · ${run.account}`,
    facts: [counted(run.calls, "call")],
    at: run.at,
    group: "Runs",
    subject: { kind: "account", id: run.account },
  };
}

function modelRow(model: NonNullable<BudgetView["model"]>): Row {
  const { name, price } = model;
  return {
    id: "model",
    sign:
      price === null
        ? { symbol: "!", word: "no price", tone: "warn" }
        : { symbol: "✓", word: "priced", tone: "good" },
    text:
      price === null
        ? `${name}: not asked, for it has no price`
        : `${name} · $${price.input}/$${price.output}`,
    facts: [],
    at: null,
    group: "Model",
    subject: { kind: "account", id: name },
  };
}
