import type { Plan, PlanCase } from "../../plan/plan.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement, RequirementSource } from "../requirement.ts";
import type { Subject } from "../subject.ts";
import type { SubjectState } from "../subject-state.ts";
import { caseColumns } from "./case-columns.ts";
import { caseRowsOf } from "./case-rows.ts";
import type { DecisionContext } from "./context.ts";
import { type QaEvent, refuse } from "./decision.ts";
import { declareReplacement } from "./declare-replacement.ts";
import { dischargeOf } from "./discharge-of.ts";
import { freshId } from "./fresh-id.ts";
import { newRow } from "./new-row.ts";
import { ownerOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";
import { withEvents } from "./with-events.ts";

export interface MaterializeAsk {
  readonly subject: Subject;
  /** Their slugs differ. */
  readonly plans: readonly Plan[];
  readonly requirement_source: RequirementSource;
  /** Cases that correct a failed requirement: their row is declared its replacement. */
  readonly replaces: readonly { readonly case_key: string; readonly requirement_id: string }[];
}

/** Rows that plans' cases gain, and those that they have already. */
export interface GainedCases {
  readonly kind: "gained";
  readonly created: readonly Requirement[];
  readonly confirmed: readonly string[];
  /** Failed rows and the rows that are declared their replacement. */
  readonly links: readonly { readonly case_key: string; readonly failed: string; readonly by: string }[];
  readonly creations: readonly QaEvent[];
  readonly declarations: readonly QaEvent[];
}

/** Gives every case of the plans that has no row one, and declares those that correct a failed row. Pure. */
export function gainCases(
  state: SubjectState,
  ask: MaterializeAsk,
  context: DecisionContext,
): GainedCases | QaRefusal {
  const unknown = unknownReplaced(ask);
  if (unknown !== null) return unknown;
  const created: Requirement[] = [];
  const confirmed: string[] = [];
  const links: GainedCases["links"][number][] = [];
  for (const plan of ask.plans) {
    const rows = caseRowsOf(state, ask.subject, plan.slug, context.at);
    for (const one of plan.cases) {
      const failed = ask.replaces.find(({ case_key }) => case_key === one.key)?.requirement_id;
      const current = rows.get(one.key)?.row;
      const isThere =
        current !== undefined && (failed === undefined || mayCorrect(current, failed, context.at));
      const made = isThere
        ? ({ kind: "row", row: current } as const)
        : rowOfCase(plan, one, created.length, ask, context);
      if (made.kind === "refused") return made;
      if (isThere) confirmed.push(made.row.id);
      else created.push(made.row);
      if (failed !== undefined) links.push({ case_key: one.key, failed, by: made.row.id });
    }
  }
  const creations = created.map(creationOf);
  const after = withEvents(state, creations);
  const declarations: QaEvent[] = [];
  for (const { case_key, failed, by } of links) {
    const declared = declareReplacement(
      after,
      { requirement_id: failed, replacement_requirement_id: by, rationale: `corrected case ${case_key}` },
      context,
    );
    if (declared.kind === "refused") return declared;
    declarations.push(...declared.events);
  }
  return { kind: "gained", created, confirmed, links, creations, declarations };
}

/** The `index`-th new row of a call, for a case. Pure. */
export function rowOfCase(
  plan: Plan,
  one: PlanCase,
  index: number,
  { subject, requirement_source }: Pick<MaterializeAsk, "subject" | "requirement_source">,
  context: DecisionContext,
): { readonly kind: "row"; readonly row: Requirement } | QaRefusal {
  const made = caseColumns(plan, one, requirement_source, context);
  if (made.kind === "refused") return made;
  const id = freshId(context.seed, ownerOf(subject), "req", index);
  return { kind: "row", row: newRow(id, subject, made.columns, context) };
}

export function creationOf(row: Requirement): QaEvent {
  return { type: "QARequirementCreated", data: { row, materialization: null } };
}

/** Whether the row that a case has may be what corrects a failed one: it binds, and is not the failed one itself. */
function mayCorrect(row: Requirement, failed: string, at: string): boolean {
  return row.id !== failed && dischargeOf(row, at) === null;
}

function unknownReplaced({ plans, replaces, subject }: MaterializeAsk): QaRefusal | null {
  for (const { case_key } of replaces) {
    const having = plans.filter(({ cases }) => cases.some(({ key }) => key === case_key));
    if (having.length === 1) continue;
    const first = plans[0]?.slug;
    if (having.length > 1 && first !== undefined)
      return refuse(
        "precondition_failed",
        `several plans have a case ${case_key}; name one plan`,
        WAY_OUT.materialize(first, subject),
      );
    return refuse(
      "precondition_failed",
      `no case is named ${case_key}`,
      first === undefined ? WAY_OUT.listRequirements(subject) : WAY_OUT.showPlan(first),
    );
  }
  return null;
}
