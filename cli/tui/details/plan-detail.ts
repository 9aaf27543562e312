import type { PlanUses, PlanValidation, PlanView } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import type { Block } from "../blocks.ts";
import type { Detail } from "../screen.ts";

type Case = PlanView["cases"][number];
type Problem = PlanValidation["problems"][number];
type Uses = NonNullable<PlanUses["result"]>;
type Use = Uses["uses"][number];

/** What is told of one case's config, instructions and expectations. */
const MOST_OF_A_TEXT = 600;

/** A plan: what is wrong with its file, and its cases; beside it who materialised it, and what changed since. */
export function planDetail(plan: PlanView, problems: readonly Problem[], uses: Uses | null): Detail {
  const { slug, title, file, purpose, cases } = plan;
  const blocking = cases.filter(({ blocking_mode }) => blocking_mode === "blocking").length;
  return {
    path: file,
    blocks: [
      { kind: "title", text: `${slug}  ${title}` },
      { kind: "text", text: file, tone: "quiet" },
      ...(purpose === "" ? [] : [{ kind: "text", text: purpose } as const]),
      ...problemBlocks(problems),
      { kind: "gap" },
      { kind: "text", text: `${counted(cases.length, "case")}, ${blocking} blocking` },
      ...cases.flatMap(caseBlocks),
    ],
    evidence: heldBlocks(uses),
    links: (uses?.uses ?? []).map((use) => ({
      label: `${holderName(use)}  ${use.status}`,
      subject: { kind: "item", id: use.item_id },
    })),
    tests: [],
  };
}

/** A file that cannot be used, and why. */
export function unusableDetail(file: string, problems: readonly Problem[]): Detail {
  return {
    path: file,
    blocks: [{ kind: "title", text: `${file} cannot be used` }, ...problemBlocks(problems)],
    evidence: [],
    links: [],
    tests: [],
  };
}

/** What is wrong: line and key, then what gets out of it. */
function problemBlocks(problems: readonly Problem[]): Block[] {
  return problems.flatMap(({ line, key, message, fix }): Block[] => [
    { kind: "gap" },
    { kind: "pair", label: `line ${line}`, text: `${key === null ? "" : `${key} `}${message}`, tone: "bad" },
    { kind: "pair", label: "", text: fix },
  ]);
}

function caseBlocks(one: Case): Block[] {
  const { key, title, method_id, qa_phase, blocking_mode, target_env, line } = one;
  const facts = [method_id, qa_phase, blocking_mode.replaceAll("_", "-"), target_env && `on ${target_env}`];
  return [
    { kind: "gap" },
    { kind: "heading", text: `${key} · line ${line}` },
    { kind: "text", text: title, tone: "strong" },
    { kind: "text", text: facts.filter(Boolean).join(" · "), tone: "quiet" },
    ...pair("do", one.instructions),
    ...pair("expect", one.expected_outcome),
    ...pair("config", said(one.method_config)),
    ...pair("policy", one.success_policy === null ? "one qualifying pass" : said(one.success_policy)),
    ...pair("needs", one.capability_requirements.join(", ")),
  ];
}

function heldBlocks(uses: Uses | null): Block[] {
  if (uses === null) return [];
  const left = uses.left === 0 ? [] : [`${uses.left} more items at work were not looked into`];
  return [
    { kind: "heading", text: "where it was materialised" },
    ...(uses.uses.length === 0
      ? [
          {
            kind: "text",
            text: "No item at work holds it. `assay plan materialize` gives it to one.",
          } as const,
        ]
      : uses.uses.flatMap((use): Block[] => [
          {
            kind: "text",
            text: `${holderName(use)} · ${use.status} · ${counted(use.cases, "case")} · ${use.differing === 0 ? "current" : `${use.differing} not as the file says`}`,
            tone: use.differing === 0 ? "plain" : "warn",
          },
          ...use.differences.map((one): Block => ({ kind: "item", text: differenceWords(one) })),
        ])),
    ...left.map((text): Block => ({ kind: "text", text, tone: "warn" })),
    ...(uses.uses.some(({ differing }) => differing > 0)
      ? [
          { kind: "gap" } as const,
          { kind: "text", text: "d shows what they froze and what it says now." } as const,
        ]
      : []),
  ];
}

/** What each item froze of the plan, and what its file says now: lines by sign and colour. */
export function planDiffBlocks({ uses }: Uses): Block[] {
  const differing = uses.filter(({ differences }) => differences.length > 0);
  if (differing.length === 0)
    return [{ kind: "text", text: "What items froze of it is what it says now, or none holds it." }];
  return differing.flatMap((use): Block[] => [
    { kind: "gap" },
    { kind: "text", text: `${holderName(use)} · ${counted(use.differing, "case")}`, tone: "strong" },
    ...use.differences.flatMap(({ case_key, kind, fields }): Block[] => [
      { kind: "line", text: `@ ${case_key}${kind === "stale" ? "" : `: ${KINDS[kind]}`}`, tone: "name" },
      ...fields.flatMap(({ field, frozen, now }): Block[] => [
        { kind: "line", text: `- ${field}: ${said(frozen)}`, tone: "bad" },
        { kind: "line", text: `+ ${field}: ${said(now)}`, tone: "good" },
      ]),
    ]),
  ]);
}

const KINDS = {
  stale: "changed",
  orphaned: "no case of the plan any more",
  unreadable: "its plan's file cannot be used",
} as const satisfies Record<Use["differences"][number]["kind"], string>;

function differenceWords({ case_key, kind, fields }: Use["differences"][number]): string {
  return `${case_key}: ${kind === "stale" ? fields.map(({ field }) => field).join(", ") : KINDS[kind]}`;
}

function holderName({ item_id, task_num }: Use): string {
  return task_num === null ? item_id : `${item_id} task ${task_num}`;
}

/** A value as a line of its file would say it. */
function said(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > MOST_OF_A_TEXT ? `${text.slice(0, MOST_OF_A_TEXT)}…` : text;
}

function pair(label: string, text: string): Block[] {
  return text === "" || text === "{}" ? [] : [{ kind: "pair", label, text: said(text) }];
}
