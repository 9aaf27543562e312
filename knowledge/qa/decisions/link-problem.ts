import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { SubjectState } from "../subject-state.ts";
import { refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { isOfSubject, subjectOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

/**
 * Why a row may not take the place of another: it is of another subject, transition, phase or target, is not blocking, is
 * itself discharged, or the links would run in a circle. Null where it may. Pure.
 */
export function linkProblem(
  state: SubjectState,
  from: Requirement,
  to: Requirement,
  at: string,
): QaRefusal | null {
  const own = state.requirements[from.id];
  const recover = WAY_OUT.addCorrected(own ?? { row: from, runs: [] });
  if (from.id === to.id)
    return refuse("replacement_graph_invalid", `${from.id} cannot take its own place`, recover);
  const changed = scopeChanges(state, from, to);
  if (changed.length > 0)
    return refuse(
      "replacement_link_scope_changed",
      `${to.id} is not of the scope of ${from.id}: ${changed.join("; ")}`,
      recover,
    );
  const discharge = dischargeOf(to, at);
  if (discharge !== null)
    return refuse(
      "replacement_graph_invalid",
      `${to.id} is itself ${discharge}; it can take nobody's place`,
      recover,
    );
  if (placesAfter(state, to.id).includes(from.id))
    return refuse(
      "replacement_graph_invalid",
      `${from.id} stands, over its own links, in for ${to.id} already: they would run in a circle`,
      recover,
    );
  return null;
}

/** What of a row's scope another does not share, in words. Pure. */
export function scopeChanges(state: SubjectState, from: Requirement, to: Requirement): readonly string[] {
  const changes = [];
  if (!isOfSubject(to, subjectOf(from))) changes.push("another subject");
  const transitions = [transitionOf(state, from), transitionOf(state, to)];
  if (transitions[0] !== transitions[1])
    changes.push(`transition ${transitions[1]} instead of ${transitions[0]}`);
  if (from.qa_phase !== to.qa_phase) changes.push(`phase ${to.qa_phase} instead of ${from.qa_phase}`);
  if (from.target_env !== to.target_env)
    changes.push(`target ${to.target_env ?? "none"} instead of ${from.target_env ?? "none"}`);
  if (to.blocking_mode !== "blocking") changes.push("not blocking");
  return changes;
}

/** Rows that stand in for a row, one after the other, by supersession or declaration. Pure. */
function placesAfter(state: SubjectState, id: string): readonly string[] {
  const after: string[] = [];
  for (let next: string | null = id; next !== null && !after.includes(next); ) {
    if (next !== id) after.push(next);
    const row: Requirement | undefined = state.requirements[next]?.row;
    next = row?.superseded_by_requirement_id ?? row?.replacement_requirement_id ?? null;
  }
  return after;
}

const BY_PHASE = {
  verification: "reviewed-implementation",
  post_deploy: "release",
  manual_acceptance: "done",
} as const;

/** Status that a row is to be proved before: where its plan is attached, or what its phase says. */
function transitionOf(state: SubjectState, row: Requirement): string {
  const attachment = state.attachments.find(
    ({ plan, task_num, retracted }) =>
      plan === row.plan_case?.plan && task_num === row.task_num && retracted === null,
  );
  return attachment?.transition ?? BY_PHASE[row.qa_phase];
}
