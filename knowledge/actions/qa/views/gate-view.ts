import * as z from "zod/mini";
import { BLOCKING_MODES, QA_PHASES } from "../../../plan/plan-words.ts";
import type { GateReadOut } from "../../../qa/gate.ts";
import { Time } from "../../../qa/row-schemas.ts";
import type { SubjectState } from "../../../qa/subject-state.ts";
import { StandingOut, standingOut } from "./requirement-view.ts";

/** What a gate says, as answers hold it. */
export const GateOut = z.object({
  target: z.string(),
  is_open: z.boolean(),
  word: z
    .enum(["accepted", "discharged", "refused"])
    .check(z.describe("discharged: open, and no blocking case passed: each was waived or superseded")),
  clauses: z
    .array(
      z.object({
        clause: z.string(),
        outcome: z.enum(["passed", "failed", "not_evaluated"]),
        seen: z.string(),
      }),
    )
    .check(z.describe("what was asked, in order; after one that failed the rest is not evaluated")),
  blockers: z
    .array(
      z.object({
        code: z.string(),
        requirement_id: z.nullable(z.string()),
        qa_run_id: z.nullable(z.string()),
        why: z.string(),
        recover: z.string().check(z.describe("a command line that gets out of it")),
      }),
    )
    .check(z.describe("what is owed; none where the gate is open")),
  rows: z.array(
    z.object({
      requirement_id: z.string(),
      title: z.string(),
      qa_phase: z.enum(QA_PHASES),
      blocking_mode: z.enum(BLOCKING_MODES),
      task_num: z.nullable(z.int()),
      is_due: z.boolean().check(z.describe("whether this gate looks at it")),
      state: z
        .enum(["SATISFIED", "WAIVED", "SUPERSEDED", "RETIRED", "UNSATISFIED"])
        .check(z.describe("RETIRED: withdrawn; history, and never unsatisfied")),
      retracted_at: z.nullable(Time),
      standing: StandingOut,
    }),
  ),
});
export type GateOut = z.output<typeof GateOut>;

const STATES = {
  satisfied: "SATISFIED",
  waived: "WAIVED",
  superseded: "SUPERSEDED",
  retracted: "RETIRED",
} as const;

/** A gate's read-out of a subject as answers hold it. Pure. */
export function gateOut(
  { target, isOpen, word, clauses, blockers, rows }: GateReadOut,
  qa: SubjectState,
): GateOut {
  return {
    target,
    is_open: isOpen,
    word,
    clauses: clauses.map((one) => ({ ...one })),
    blockers: blockers.map((one) => ({ ...one })),
    rows: rows.flatMap(({ requirement_id, title, task_num, isDue, standing }) => {
      const row = qa.requirements[requirement_id]?.row;
      if (row === undefined) return [];
      const answered = standing.isSettled || standing.word === "retracted";
      const settled = standing.word as keyof typeof STATES;
      return [
        {
          requirement_id,
          title,
          qa_phase: row.qa_phase,
          blocking_mode: row.blocking_mode,
          task_num,
          is_due: isDue,
          state: answered ? STATES[settled] : ("UNSATISFIED" as const),
          retracted_at: row.retracted_at,
          standing: standingOut(standing),
        },
      ];
    }),
  };
}
