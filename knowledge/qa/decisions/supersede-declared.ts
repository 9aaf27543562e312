import type { QaRun } from "../qa-run.ts";
import type { Requirement } from "../requirement.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import type { QaEvent } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { isSatisfied } from "./is-satisfied.ts";
import { scopeChanges } from "./link-problem.ts";
import { recordedBy } from "./recorded-by.ts";
import { withEvents } from "./with-events.ts";

type Superseded = Extract<QaEvent, { readonly type: "QARequirementSuperseded" }>;

/**
 * Rows that an independent verdict supersedes: those that declared the judged row their replacement, directly or through
 * others, where after `verdict` it is satisfied on its own evidence and still of their scope. None for any other verdict
 * than a pass. Pure.
 */
export function supersedeDeclared(
  state: SubjectState,
  verdict: readonly QaEvent[],
  { id: qa_run_id, qa_requirement_id }: Pick<QaRun, "id" | "qa_requirement_id">,
  context: DecisionContext,
): readonly Superseded[] {
  const after = withEvents(state, verdict);
  const replacement = after.requirements[qa_requirement_id];
  const run = replacement?.runs.find(({ id }) => id === qa_run_id);
  if (replacement === undefined || run?.verdict !== "pass") return [];
  if (dischargeOf(replacement.row, context.at) !== null || !isSatisfied(replacement, after, context))
    return [];
  return declaring(after, qa_requirement_id)
    .filter(
      (row) =>
        dischargeOf(row, context.at) === null && scopeChanges(after, row, replacement.row).length === 0,
    )
    .map(({ id }) => ({
      type: "QARequirementSuperseded",
      data: {
        id,
        superseded_by_requirement_id: qa_requirement_id,
        at: context.at,
        by: recordedBy(context.actor),
        rationale: "the declared replacement passed an independent review",
        source: context.actor.isAgent ? "agent" : "operator",
        qa_run_id,
      },
    }));
}

/** Rows whose declared replacement is that one, or one that declares it in turn. */
function declaring(state: SubjectState, id: string): readonly Requirement[] {
  const rows = Object.values(state.requirements).map(({ row }) => row);
  const found: Requirement[] = [];
  let targets = new Set([id]);
  while (targets.size > 0) {
    const next = rows.filter(
      (row) =>
        row.replacement_requirement_id !== null &&
        targets.has(row.replacement_requirement_id) &&
        !found.includes(row),
    );
    found.push(...next);
    targets = new Set(next.map((row) => row.id));
  }
  return found;
}
