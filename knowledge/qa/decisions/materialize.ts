import type { SubjectState } from "../subject-state.ts";
import { asMaterialization } from "./as-materialization.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision } from "./decision.ts";
import { gainCases, type MaterializeAsk } from "./gain-cases.ts";
import type { Materialized } from "./materialized.ts";

/**
 * Gives every case of the plans a row: those that are there are confirmed and not rewritten, a case that corrects a failed
 * requirement is declared its replacement in the same transaction. To repeat it is no event. Pure.
 */
export function materialize(
  state: SubjectState,
  ask: MaterializeAsk,
  context: DecisionContext,
): QaDecision<Materialized> {
  const gained = gainCases(state, ask, context);
  if (gained.kind === "refused") return gained;
  const { created, confirmed, links, creations, declarations } = gained;
  return decided(asMaterialization([...creations, ...declarations], context), {
    plan_ids: ask.plans.map(({ slug }) => slug),
    created,
    confirmed,
    refreshed: [],
    replaced: links.map(({ case_key, failed, by }) => ({
      requirement_id: failed,
      case_key,
      fields: [],
      replacement_requirement_id: by,
    })),
    kept: [],
    waived: [],
  });
}
