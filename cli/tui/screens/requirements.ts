import type { RequirementView } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import { refusedDetail } from "../details/refused-detail.ts";
import { requirementDetail } from "../details/requirement-detail.ts";
import { STANDING_SIGNS } from "../details/work-words.ts";
import type { Detail, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

/** Headings of the list, in its order: what holds a gate, what is only tracked, what holds nothing. */
const GROUPS = ["Owed", "Tracked only", "Settled"] as const;

export const requirements = {
  id: "requirements",
  title: "Requirements",
  key: "R",
  noun: ["requirement", "requirements"],
  filterHint: "words, e.g. failed, waived, a plan or a method",
  async rows(operations, { filter, of, offset, limit }) {
    if (of === null) return { rows: [], total: 0 };
    const { result, errors } = await operations.requirements(of);
    const rows = (result?.requirements ?? []).map((one) => requirementRow(one, of));
    const grouped = GROUPS.flatMap((group) => rows.filter((row) => row.group === group));
    const kept = withWords(grouped, filter);
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      ...(errors[0] === undefined ? {} : { note: errors[0].message }),
    };
  },
  async detail(operations, { subject }): Promise<Detail> {
    const shown = await operations.requirement(subject.id);
    return shown.result === null ? refusedDetail(shown) : requirementDetail(shown.result);
  },
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "No requirement is shown." },
          { kind: "gap" },
          {
            kind: "text",
            text: "W lists the pieces of work; R on one of them lists what has to be proved for it.",
          },
          { kind: "text", text: "Where nothing has to be proved yet, leave with q and give it a plan:" },
          { kind: "gap" },
          { kind: "quote", text: "assay plan materialize --plan checkout --item SHOP-12" },
        ]
      : [{ kind: "text", text: `No requirement holds “${filter}”.` }],
} as const satisfies Screen;

function requirementRow(one: RequirementView, item: string): Row {
  const { id, title, standing, blocking_mode, task_num, method_id, qa_phase, plan_case, latest_run, runs } =
    one;
  const stale =
    one.plan_currency !== null && one.plan_currency.kind !== "current" ? ` · ${one.plan_currency.kind}` : "";
  return {
    id,
    sign: STANDING_SIGNS[standing.word],
    text: `${task_num === null ? "" : `task ${task_num} · `}${title}${stale}`,
    facts: [
      plan_case === null ? "" : `${plan_case.plan}/${plan_case.case_key}`,
      qa_phase.replaceAll("_", " "),
      method_id ?? "by hand",
      runs === 0 ? "no run" : counted(runs, "run"),
    ],
    at: latest_run?.completed_at ?? null,
    group: GROUPS[standing.is_settled ? 2 : blocking_mode === "blocking" ? 0 : 1],
    subject: { kind: "requirement", id, item },
  };
}
