import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { alreadyDischarged, findRow } from "./find-row.ts";
import { hasFailed } from "./is-judged.ts";
import { isSatisfied } from "./is-satisfied.ts";
import { linkProblem } from "./link-problem.ts";
import { recordedBy } from "./recorded-by.ts";
import { WAY_OUT } from "./way-out.ts";

export interface DeclareAsk {
  readonly requirement_id: string;
  readonly replacement_requirement_id: string;
  /** What was wrong with the case. */
  readonly rationale: string;
}

/**
 * Says on a failed row what is to take its place. It goes on blocking and leaves the roster; a passing independent verdict
 * on the replacement supersedes it. To say it again is no event. Pure.
 */
export function declareReplacement(
  state: SubjectState,
  ask: DeclareAsk,
  context: DecisionContext,
): QaDecision<{ readonly requirement_id: string; readonly replacement_requirement_id: string }> {
  const { requirement_id, replacement_requirement_id } = ask;
  const found = findRow(state, requirement_id);
  if (found.kind === "refused") return found;
  const replacement = findRow(state, replacement_requirement_id);
  if (replacement.kind === "refused") return replacement;
  const result = { requirement_id, replacement_requirement_id };
  if (found.row.replacement_requirement_id === replacement_requirement_id) return decided([], result);
  const discharge = dischargeOf(found.row, context.at);
  if (discharge !== null) return alreadyDischarged(found.row, discharge);
  const problem =
    rationaleProblem(ask) ??
    linkProblem(state, found.row, replacement.row, context.at) ??
    historyProblem(state, found, replacement.row, context);
  if (problem !== null) return problem;
  if (isSatisfied(replacement, state, context))
    return refuse(
      "already_judged",
      `${replacement_requirement_id} has passed already: it supersedes at once, there is nothing to declare`,
      WAY_OUT.supersede(requirement_id, replacement_requirement_id, ask.rationale),
    );
  return decided(
    [
      {
        type: "QAReplacementDeclared",
        data: {
          id: requirement_id,
          replacement_requirement_id,
          at: context.at,
          by: recordedBy(context.actor),
          rationale: ask.rationale.trim(),
        },
      },
    ],
    result,
  );
}

function rationaleProblem(ask: DeclareAsk): QaRefusal | null {
  if (ask.rationale.trim() !== "") return null;
  return refuse(
    "precondition_failed",
    "a replacement needs a rationale: what was wrong with the case",
    WAY_OUT.declareReplacement(
      ask.requirement_id,
      ask.replacement_requirement_id,
      "the case was wrong; corrected",
    ),
  );
}

/** What of the row's past forbids to replace it: it has not failed, or another replacement is on its way. */
function historyProblem(
  state: SubjectState,
  found: RequirementState,
  to: Requirement,
  context: DecisionContext,
): QaRefusal | null {
  const { row } = found;
  if (isSatisfied(found, state, context))
    return refuse(
      "already_judged",
      `${row.id} has passed; only what failed is replaced`,
      WAY_OUT.showRequirement(row.id),
    );
  if (!hasFailed(found))
    return refuse(
      "precondition_failed",
      `${row.id} has no fail or error that stands; until then it is corrected in place`,
      correctInPlace(row.id, to),
    );
  const declared = row.replacement_requirement_id;
  const other = declared === null ? undefined : state.requirements[declared];
  if (other === undefined || dischargeOf(other.row, context.at) !== null) return null;
  return refuse(
    "replacement_graph_invalid",
    `${row.id} has a replacement already, ${other.row.id}; correct that one`,
    hasFailed(other)
      ? WAY_OUT.declareReplacement(other.row.id, to.id, "the correction was wrong; corrected again")
      : correctInPlace(other.row.id, to),
  );
}

function correctInPlace(id: string, { method_config }: Requirement): string {
  return method_config === null
    ? WAY_OUT.showRequirement(id)
    : WAY_OUT.updateField(id, "method_config", method_config);
}
