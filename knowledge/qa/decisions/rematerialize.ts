import type { Plan, PlanCase } from "../../plan/plan.ts";
import { planCurrency } from "../currency.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import { asMaterialization } from "./as-materialization.ts";
import { caseColumns } from "./case-columns.ts";
import { caseRowsOf, lostRationale } from "./case-rows.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, type QaEvent } from "./decision.ts";
import { declareReplacement } from "./declare-replacement.ts";
import { dischargeOf } from "./discharge-of.ts";
import { creationOf, gainCases, type MaterializeAsk, rowOfCase } from "./gain-cases.ts";
import { hasFailed, isJudged } from "./is-judged.ts";
import { isSatisfied } from "./is-satisfied.ts";
import type { AmendedCase, Materialized } from "./materialized.ts";
import { recordedBy } from "./recorded-by.ts";
import { sameJson } from "./same-json.ts";
import { isOfSubject } from "./subject-columns.ts";
import { entitlementProblem } from "./waive.ts";
import { WAY_OUT } from "./way-out.ts";
import { withEvents } from "./with-events.ts";

/**
 * Brings the rows of the plans up to their cases in one pass: cases that are new get rows; rows that nobody judged take an
 * amended case in place; a failed one gets a corrected row that is declared its replacement; a passed one stands, and the
 * answer says so; rows whose case is gone are waived. What weakens a blocking row (its case gone, or non-blocking now) is
 * decided by who may waive it. Pure.
 */
export function rematerialize(
  state: SubjectState,
  ask: MaterializeAsk,
  context: DecisionContext,
): QaDecision<Materialized> {
  const gained = gainCases(state, ask, context);
  if (gained.kind === "refused") return gained;
  const amendments: Amendment[] = [];
  const lost: Lost[] = [];
  let made = gained.created.length;
  for (const plan of ask.plans) {
    for (const behind of amendedCases(state, ask, plan, context.at)) {
      const amendment = amend(state, { plan, ...behind, index: made }, ask, context);
      if (amendment.kind === "refused") return amendment;
      if (amendment.kind === "replaced") made += 1;
      amendments.push(amendment);
    }
    for (const { row } of lostRows(state, ask, plan, context.at)) {
      const waiver = waiveLost(row, plan, context);
      if (waiver.kind === "refused") return waiver;
      lost.push(waiver);
    }
  }
  const refreshed = amendments.filter((one) => one.kind === "refreshed");
  const replaced = amendments.filter((one) => one.kind === "replaced");
  const touched = new Set(amendments.map(({ amended }) => amended.requirement_id));
  const events = [
    ...refreshed.map(({ event }) => event),
    ...gained.creations,
    ...replaced.map(({ row }) => creationOf(row)),
    ...gained.declarations,
    ...replaced.flatMap(({ declarations }) => declarations),
    ...lost.map(({ event }) => event),
  ];
  return decided(asMaterialization(events, context), {
    plan_ids: ask.plans.map(({ slug }) => slug),
    created: [...gained.created, ...replaced.map(({ row }) => row)],
    confirmed: gained.confirmed.filter((id) => !touched.has(id)),
    refreshed: refreshed.map(({ amended }) => amended),
    replaced: [
      ...gained.links.map(({ case_key, failed, by }) => ({
        requirement_id: failed,
        case_key,
        fields: [],
        replacement_requirement_id: by,
      })),
      ...replaced.map(({ amended, row }) => ({ ...amended, replacement_requirement_id: row.id })),
    ],
    kept: amendments
      .filter((one) => one.kind === "kept")
      .map(({ amended, kept }) => ({ ...amended, ...kept })),
    waived: lost.map(({ requirement_id, case_key }) => ({ requirement_id, case_key })),
  });
}

type Amendment = { readonly amended: AmendedCase } & (
  | { readonly kind: "refreshed"; readonly event: QaEvent }
  | { readonly kind: "replaced"; readonly row: Requirement; readonly declarations: readonly QaEvent[] }
  | { readonly kind: "kept"; readonly kept: { readonly why: string; readonly recover: string } }
);

interface Lost {
  readonly kind: "lost";
  readonly requirement_id: string;
  readonly case_key: string;
  readonly event: QaEvent;
}

interface AmendedRow {
  readonly one: PlanCase;
  readonly current: RequirementState;
  readonly fields: readonly string[];
}

/** Cases that their row is behind of, but for those that an explicit correction carries or corrects. */
function amendedCases(
  state: SubjectState,
  ask: MaterializeAsk,
  plan: Plan,
  at: string,
): readonly AmendedRow[] {
  const explicit = new Set(
    ask.replaces.flatMap(({ case_key, requirement_id }) => [case_key, requirement_id]),
  );
  const rows = caseRowsOf(state, ask.subject, plan.slug, at);
  return plan.cases.flatMap((one) => {
    const current = rows.get(one.key);
    if (
      current === undefined ||
      explicit.has(one.key) ||
      explicit.has(current.row.id) ||
      isCarriedElsewhere(current, state, at)
    )
      return [];
    const { kind, fields } = planCurrency(current, { plans: [plan], problems: [] });
    return kind === "stale" ? [{ one, current, fields }] : [];
  });
}

/** Whether an amended case is no matter of this row: it is discharged, or another row is to take its place. */
function isCarriedElsewhere({ row }: RequirementState, state: SubjectState, at: string): boolean {
  if (dischargeOf(row, at) !== null) return true;
  const replacement = row.replacement_requirement_id;
  return replacement !== null && state.requirements[replacement] !== undefined;
}

function amend(
  state: SubjectState,
  what: AmendedRow & { readonly plan: Plan; readonly index: number },
  ask: MaterializeAsk,
  context: DecisionContext,
): Amendment | QaRefusal {
  const { plan, one, current, fields, index } = what;
  const { row } = current;
  const amended: AmendedCase = {
    requirement_id: row.id,
    case_key: one.key,
    fields,
  };
  if (!isJudged(current)) {
    const update = refresh(plan, one, row, context);
    return update.kind === "refused" ? update : { kind: "refreshed", amended, event: update.event };
  }
  const recover = correctionOf(row, one);
  if (!hasFailed(current) || isSatisfied(current, state, context))
    return { kind: "kept", amended, kept: { why: `${row.id} has passed as it was, and stands`, recover } };
  const corrected = rowOfCase(plan, one, index, ask, context);
  if (corrected.kind === "refused") return corrected;
  const declared = declareReplacement(
    withEvents(state, [creationOf(corrected.row)]),
    {
      requirement_id: row.id,
      replacement_requirement_id: corrected.row.id,
      rationale: `case ${one.key} was amended: ${amended.fields.join(", ")}`,
    },
    context,
  );
  if (declared.kind === "refused") return { kind: "kept", amended, kept: { why: declared.why, recover } };
  return { kind: "replaced", amended, row: corrected.row, declarations: declared.events };
}

function refresh(
  plan: Plan,
  one: PlanCase,
  row: Requirement,
  context: DecisionContext,
): { readonly kind: "update"; readonly event: QaEvent } | QaRefusal {
  const made = caseColumns(plan, one, row.requirement_source, context);
  if (made.kind === "refused") return made;
  const { columns } = made;
  const isWeakened = row.blocking_mode === "blocking" && columns.blocking_mode === "non_blocking";
  const unentitled = isWeakened ? entitlementProblem(row, sourceOf(context), context) : null;
  if (unentitled !== null) return unentitled;
  const differing = Object.entries(columns).filter(
    ([name, value]) => !sameJson(value, row[name as keyof Requirement]),
  );
  const changes: Partial<Requirement> = {
    ...Object.fromEntries(differing),
    ...(sameJson(columns.method_config, row.method_config)
      ? {}
      : { method_config_revision: row.method_config_revision + 1 }),
  };
  const by = recordedBy(context.actor);
  return {
    kind: "update",
    event: {
      type: "QARequirementUpdated",
      data: { id: row.id, changes, why: "rematerialize", at: context.at, by },
    },
  };
}

function correctionOf(row: Requirement, one: PlanCase): string {
  return sameJson(row.method_config, one.method_config)
    ? WAY_OUT.showRequirement(row.id)
    : WAY_OUT.updateField(row.id, "method_config", one.method_config);
}

/** Rows that bind, of cases that their plan has no more. */
function lostRows(
  state: SubjectState,
  { subject }: MaterializeAsk,
  { slug, cases }: Plan,
  at: string,
): readonly RequirementState[] {
  const keys = new Set(cases.map(({ key }) => key));
  return Object.values(state.requirements).filter(
    ({ row }) =>
      row.plan_case?.plan === slug &&
      !keys.has(row.plan_case.case_key) &&
      isOfSubject(row, subject) &&
      dischargeOf(row, at) === null,
  );
}

function waiveLost(row: Requirement, { slug }: Plan, context: DecisionContext): Lost | QaRefusal {
  const source = sourceOf(context);
  const unentitled = row.blocking_mode === "blocking" ? entitlementProblem(row, source, context) : null;
  if (unentitled !== null) return unentitled;
  const case_key = row.plan_case?.case_key ?? "";
  return {
    kind: "lost",
    requirement_id: row.id,
    case_key,
    event: {
      type: "QARequirementWaived",
      data: {
        id: row.id,
        at: context.at,
        by: recordedBy(context.actor),
        rationale: lostRationale(slug, case_key),
        source,
        expires_at: null,
      },
    },
  };
}

function sourceOf({ actor }: DecisionContext): "agent" | "operator" {
  return actor.isAgent ? "agent" : "operator";
}
