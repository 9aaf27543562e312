import * as z from "zod/mini";
import type { PlanCurrency } from "../../../qa/currency.ts";
import type { QaRun } from "../../../qa/qa-run.ts";
import type { Requirement } from "../../../qa/requirement.ts";
import { RequirementRow, Time, Verdict } from "../../../qa/row-schemas.ts";
import type { Standing } from "../../../qa/standing.ts";
import type { RequirementState } from "../../../qa/subject-state.ts";

const Clause = z.object({
  clause: z.string(),
  outcome: z.enum(["passed", "failed", "not_evaluated"]),
  seen: z.string(),
});

/** How a requirement stands, and why. */
export const StandingOut = z.object({
  word: z
    .enum(["satisfied", "failed", "undetermined", "unmet", "pending", "waived", "superseded", "retracted"])
    .check(z.describe("a discharge is never `satisfied`")),
  is_settled: z.boolean().check(z.describe("whether it holds nothing up")),
  clauses: z.array(Clause).check(z.describe("what its policy asks; none where a discharge answers")),
  pass_rate_bounds: z
    .nullable(z.object({ low: z.number(), high: z.number() }))
    .check(z.describe("Wilson's 95% bounds, where a rate is looked at")),
  qualifying: z.array(z.string()).check(z.describe("runs that count")),
  unqualified: z.array(z.object({ run: z.string(), why: z.string() })),
  waiver_ended_at: z.nullable(Time).check(z.describe("when a waiver ended, so that the row binds again")),
});
export type StandingOut = z.output<typeof StandingOut>;

export function standingOut({
  word,
  isSettled,
  readOut,
  qualifying,
  unqualified,
  waiverEndedAt,
}: Standing): StandingOut {
  return {
    word,
    is_settled: isSettled,
    clauses: readOut === null ? [] : readOut.clauses.map((one) => ({ ...one })),
    pass_rate_bounds: readOut?.interval ?? null,
    qualifying: [...qualifying],
    unqualified: unqualified.map((one) => ({ ...one })),
    waiver_ended_at: waiverEndedAt,
  };
}

const Extra = z.object({
  standing: StandingOut,
  plan_currency: z
    .nullable(
      z.object({
        kind: z.enum(["current", "stale", "orphaned", "unreadable"]),
        fields: z.array(z.string()).check(z.describe("fields of the case that differ")),
      }),
    )
    .check(z.describe("against the plan's file; null where no plan made it")),
  runs: z.int(),
  latest_run: z.nullable(
    z.object({ id: z.string(), verdict: z.nullable(Verdict), completed_at: z.nullable(Time) }),
  ),
});
type Extra = z.output<typeof Extra>;

/** A requirement with how it stands: the row's columns, and what is computed of them. */
export type RequirementView = Requirement & Extra;
export const RequirementView: z.ZodMiniType<RequirementView> = z.extend(RequirementRow, Extra.shape);

export function requirementView(
  { row, runs }: RequirementState,
  standing: Standing,
  { kind, fields }: PlanCurrency,
): RequirementView {
  const latest: QaRun | undefined = runs.at(-1);
  return {
    ...row,
    standing: standingOut(standing),
    plan_currency: kind === "unplanned" ? null : { kind, fields: [...fields] },
    runs: runs.length,
    latest_run:
      latest === undefined
        ? null
        : { id: latest.id, verdict: latest.verdict, completed_at: latest.completed_at },
  };
}
