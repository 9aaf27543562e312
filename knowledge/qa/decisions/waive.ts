import type { QaRefusal } from "../refusal.ts";
import type { DischargeSource, Requirement } from "../requirement.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { findBindingRow } from "./find-row.ts";
import { isSatisfied } from "./is-satisfied.ts";
import { recordedBy } from "./recorded-by.ts";
import { subjectOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

export interface WaiveAsk {
  readonly requirement_id: string;
  readonly rationale: string;
  readonly source: DischargeSource;
  /** A blocking requirement is waived by force only. */
  readonly isForced: boolean;
  /** When the waiver ends and the row binds again: ISO 8601, after now; null for never. */
  readonly expires_at: string | null;
}

/** Waives what has not passed: with a rationale, by who is entitled, blocking rows by force only. Pure. */
export function waive(
  state: SubjectState,
  ask: WaiveAsk,
  context: DecisionContext,
): QaDecision<{ readonly requirement_id: string; readonly expires_at: string | null }> {
  const found = findBindingRow(state, ask.requirement_id, context.at);
  if (found.kind === "refused") return found;
  const { row } = found;
  const rationale = ask.rationale.trim();
  if (rationale === "")
    return refuse(
      "precondition_failed",
      "a waiver needs a rationale: who reads it later has to know why",
      WAY_OUT.waive(row.id, "accepted as it is", ask.source),
    );
  if (ask.expires_at !== null && !(Date.parse(ask.expires_at) > Date.parse(context.at)))
    return refuse(
      "precondition_failed",
      `a waiver ends after now, ${ask.expires_at} does not`,
      WAY_OUT.waive(row.id, rationale, ask.source),
    );
  if (row.blocking_mode === "blocking" && !ask.isForced)
    return refuse(
      "waiver_needs_force",
      `${row.id} is blocking; it is waived by force only`,
      WAY_OUT.waive(row.id, rationale, ask.source),
    );
  const unentitled = entitlementProblem(row, ask.source, context);
  if (unentitled !== null) return unentitled;
  if (isSatisfied(found, state, context))
    return refuse(
      "already_judged",
      `${row.id} has passed: there is nothing to waive`,
      WAY_OUT.showRequirement(row.id),
    );
  return decided(
    [
      {
        type: "QARequirementWaived",
        data: {
          id: row.id,
          at: context.at,
          by: recordedBy(context.actor),
          rationale,
          source: ask.source,
          expires_at: ask.expires_at,
        },
      },
    ],
    { requirement_id: row.id, expires_at: ask.expires_at },
  );
}

/**
 * Whether who acts may decide a waiver of this row: an operator's needs the work claim or a live seat that covers the item,
 * an agent's the work claim. A standalone execution credits no gate and has no claim. Pure.
 */
export function entitlementProblem(
  row: Requirement,
  source: DischargeSource,
  { entitlement: { holdsClaim, steers, claimedBy } }: Pick<DecisionContext, "entitlement">,
): QaRefusal | null {
  const isEntitled = row.execution_id !== null || holdsClaim || (source === "operator" && steers);
  if (isEntitled) return null;
  const subject = subjectOf(row);
  const why =
    source === "operator"
      ? "an operator's waiver needs the work claim of the item or a live seat that covers it"
      : "an agent's waiver needs the work claim of the item";
  return refuse(
    "waiver_not_entitled",
    claimedBy === null ? why : `${why}; the claim is held by ${claimedBy}`,
    claimedBy === null
      ? WAY_OUT.claim(subject)
      : source === "operator"
        ? WAY_OUT.steer(subject)
        : WAY_OUT.takeOver(subject),
  );
}
