import type { PlanList, PlanUses, PlanValidation } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import { planDetail, unusableDetail } from "../details/plan-detail.ts";
import type { Detail, Row, Screen } from "../screen.ts";
import { withWords } from "../screen.ts";

type Problems = PlanValidation["problems"];

/** How each state of a plan's file looks; it is said as a word too. */
const USABLE = { symbol: "✓", word: "valid", tone: "good" } as const;
const STALE = { symbol: "!", word: "changed", tone: "warn" } as const;
const FAULTY = { symbol: "!", word: "faulty", tone: "warn" } as const;
const UNUSABLE = { symbol: "✗", word: "unusable", tone: "bad" } as const;

export const plans = {
  id: "plans",
  title: "Plans",
  key: "P",
  noun: ["plan", "plans"],
  filterHint: "words, e.g. changed, unusable or a method",
  async rows(operations, { filter, offset, limit }) {
    const [list, { problems }, { result }] = await Promise.all([
      operations.plans(),
      operations.planProblems(),
      operations.planUses(null),
    ]);
    const rows = [
      ...list.unusable.map(unusableRow),
      ...list.plans.map((plan) => planRow(plan, problems, result?.uses ?? [])),
    ];
    const kept = withWords(rows, filter);
    const left = result?.left ?? 0;
    return {
      rows: kept.slice(offset, offset + limit),
      total: kept.length,
      ...(left === 0 ? {} : { note: `${counted(left, "item")} at work were not looked into for uses` }),
    };
  },
  async detail(operations, { subject }): Promise<Detail> {
    const { problems } = await operations.planProblems();
    if (subject.kind === "plan" && !subject.isUsable)
      return unusableDetail(
        subject.id,
        problems.filter(({ file }) => file === subject.id),
      );
    const plan = await operations.plan(subject.id);
    const own = problems.filter(({ file }) => file === plan.file);
    return planDetail(plan, own, (await operations.planUses(subject.id)).result);
  },
  empty: (filter) =>
    filter === ""
      ? [
          { kind: "title", text: "There is no plan yet." },
          { kind: "gap" },
          { kind: "text", text: "A plan says what has to be proved. Leave with q, then write one:" },
          { kind: "gap" },
          { kind: "quote", text: "assay plan new checkout" },
        ]
      : [{ kind: "text", text: `No plan holds “${filter}”.` }],
} as const satisfies Screen;

function unusableRow({ file, problems }: PlanList["unusable"][number]): Row {
  return {
    id: file,
    sign: UNUSABLE,
    text: file,
    facts: [counted(problems, "fault")],
    at: null,
    group: "Cannot be used",
    subject: { kind: "plan", id: file, isUsable: false },
  };
}

function planRow(
  { slug, file, title, cases, blocking, methods }: PlanList["plans"][number],
  problems: Problems,
  uses: NonNullable<PlanUses["result"]>["uses"],
): Row {
  const own = uses.filter(({ plan_id }) => plan_id === slug);
  const items = new Set(own.map(({ item_id }) => item_id)).size;
  const differing = own.reduce((sum, one) => sum + one.differing, 0);
  const faults = problems.filter((one) => one.file === file).length;
  return {
    id: slug,
    sign: faults > 0 ? FAULTY : differing > 0 ? STALE : USABLE,
    text: [
      `${slug}  ${title}`,
      ...(faults === 0 ? [] : [counted(faults, "fault")]),
      ...(differing === 0 ? [] : [`${differing} not as items froze it`]),
    ].join(" · "),
    facts: [
      methods.join(", "),
      items === 0 ? "" : `used by ${items}`,
      `${counted(cases, "case")}${blocking === cases ? "" : `, ${blocking} blocking`}`,
    ],
    at: null,
    group: "Plans of this project",
    subject: { kind: "plan", id: slug, isUsable: true },
  };
}
