import type { BlockingMode, QaPhase } from "../../plan/plan-words.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement, RequirementSource } from "../requirement.ts";
import type { Subject } from "../subject.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, type QaEvent, refuse } from "./decision.ts";
import { declareReplacement } from "./declare-replacement.ts";
import { freshId } from "./fresh-id.ts";
import { methodProblem } from "./method-problem.ts";
import { newRow, targetColumns } from "./new-row.ts";
import { policyProblem } from "./policy-problem.ts";
import { ownerOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";
import { withEvents } from "./with-events.ts";

/** A requirement that somebody asks for by itself, not by a plan. */
export interface NewRequirement {
  readonly title: string;
  /** Free text. */
  readonly qa_kind: string;
  readonly qa_phase: QaPhase;
  readonly target_env: string | null;
  readonly blocking_mode: BlockingMode;
  readonly requirement_source: RequirementSource;
  readonly success_policy: Readonly<Record<string, unknown>> | null;
  readonly capability_requirements: readonly string[];
  readonly suite_id: string | null;
  readonly method_id: string | null;
  readonly instructions: string | null;
  readonly expected_outcome: string | null;
  readonly method_config: Readonly<Record<string, unknown>> | null;
  /** A failed requirement of the same subject whose place it is to take once it has passed, or null. */
  readonly replaces: string | null;
}

/**
 * Adds all of them or none: a batch with one that is not valid adds nothing. What is recorded may name a target that cases
 * may not be carried out against from here; only carrying out looks at that. Pure.
 */
export function addRequirements(
  state: SubjectState,
  ask: { readonly subject: Subject; readonly requirements: readonly NewRequirement[] },
  context: DecisionContext,
): QaDecision<{ readonly requirements: readonly Requirement[] }> {
  const rows: Requirement[] = [];
  for (const [index, wanted] of ask.requirements.entries()) {
    const row = rowOf(wanted, index, ask.subject, context);
    if (row.kind === "refused") return row;
    rows.push(row.row);
  }
  let events: readonly QaEvent[] = rows.map((row) => ({
    type: "QARequirementCreated",
    data: { row, materialization: null },
  }));
  for (const [index, { replaces, title }] of ask.requirements.entries()) {
    if (replaces === null) continue;
    const declared = declareReplacement(
      withEvents(state, events),
      {
        requirement_id: replaces,
        replacement_requirement_id: rows[index]!.id,
        rationale: `corrected as: ${title}`,
      },
      context,
    );
    if (declared.kind === "refused") return declared;
    events = [...events, ...declared.events];
  }
  return decided(events, { requirements: rows });
}

function rowOf(
  wanted: NewRequirement,
  index: number,
  subject: Subject,
  context: DecisionContext,
): { readonly kind: "row"; readonly row: Requirement } | QaRefusal {
  const { replaces: _, target_env, ...chosen } = wanted;
  if (chosen.title.trim() === "" || chosen.qa_kind.trim() === "")
    return refuse(
      "precondition_failed",
      "a requirement has a title and a kind that say what has to be proved",
      WAY_OUT.listRequirements(subject),
    );
  const problem =
    policyProblem(chosen.success_policy, WAY_OUT.listRequirements(subject)) ??
    methodProblem(chosen, context, WAY_OUT.listRequirements(subject));
  if (problem !== null) return problem;
  const target = targetColumns(target_env, context);
  if ("kind" in target) return target;
  const id = freshId(context.seed, ownerOf(subject), "req", index);
  return { kind: "row", row: newRow(id, subject, { ...chosen, ...target, plan_case: null }, context) };
}
