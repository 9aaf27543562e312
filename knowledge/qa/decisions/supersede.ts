import type { DischargeSource } from "../requirement.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { alreadyDischarged, findRow } from "./find-row.ts";
import { isSatisfied } from "./is-satisfied.ts";
import { linkProblem } from "./link-problem.ts";
import { recordedBy } from "./recorded-by.ts";
import { WAY_OUT } from "./way-out.ts";

/**
 * Lets a corrected row that has passed on its own evidence take the place of one that has not. The superseded row keeps
 * everything but its link columns. To say it again is no event. Pure.
 */
export function supersede(
  state: SubjectState,
  ask: {
    readonly requirement_id: string;
    readonly superseded_by_requirement_id: string;
    readonly rationale: string;
    readonly source: DischargeSource;
  },
  context: DecisionContext,
): QaDecision<{ readonly requirement_id: string; readonly superseded_by_requirement_id: string }> {
  const { requirement_id, superseded_by_requirement_id } = ask;
  const found = findRow(state, requirement_id);
  if (found.kind === "refused") return found;
  const replacement = findRow(state, superseded_by_requirement_id);
  if (replacement.kind === "refused") return replacement;
  const result = { requirement_id, superseded_by_requirement_id };
  if (found.row.superseded_by_requirement_id === superseded_by_requirement_id) return decided([], result);
  const discharge = dischargeOf(found.row, context.at);
  if (discharge !== null) return alreadyDischarged(found.row, discharge);
  const rationale = ask.rationale.trim();
  if (rationale === "")
    return refuse(
      "precondition_failed",
      "a supersession needs a rationale: what was wrong with the case",
      WAY_OUT.supersede(requirement_id, superseded_by_requirement_id, "the case was wrong; corrected"),
    );
  const problem = linkProblem(state, found.row, replacement.row, context.at);
  if (problem !== null) return problem;
  if (isSatisfied(found, state, context))
    return refuse(
      "already_judged",
      `${requirement_id} has passed: there is nothing to supersede`,
      WAY_OUT.showRequirement(requirement_id),
    );
  if (!isSatisfied(replacement, state, context))
    return refuse(
      "evidence_missing",
      `${superseded_by_requirement_id} has no pass of its own that counts; a link cannot carry a failure`,
      WAY_OUT.prove(replacement.row),
    );
  return decided(
    [
      {
        type: "QARequirementSuperseded",
        data: {
          id: requirement_id,
          superseded_by_requirement_id,
          at: context.at,
          by: recordedBy(context.actor),
          rationale,
          source: ask.source,
          qa_run_id: null,
        },
      },
    ],
    result,
  );
}
