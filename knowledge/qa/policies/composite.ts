import * as z from "zod/mini";
import { anyOf, CLAUSE_OUTCOME, checkOf, mayDecide, metricOf } from "../policy-run.ts";
import type { QaRun } from "../qa-run.ts";
import type { Clause, PolicyReadOut, SuccessPolicy } from "../success-policy.ts";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const Rule = z.union([
  z.strictObject({ metric: name, min: z.number() }),
  z.strictObject({ metric: name, min_pct: z.number().check(z.minimum(0), z.maximum(100)) }),
  z.strictObject({ check: name }),
]);

const shape = z.strictObject({
  type: z.literal("composite"),
  rules: z.array(Rule).check(z.maxLength(100)),
});

/**
 * One run for which every rule holds is enough: a metric is at least so much (`min_pct`: percent), a check is there and
 * true. Without rules nothing is ever shown.
 */
export const composite = {
  type: "composite",
  shape,
  evaluate({ rules }, runs) {
    if (rules.length === 0)
      return {
        outcome: "undetermined",
        clauses: [{ clause: "at least one rule", outcome: "not_evaluated", seen: "none" }],
        interval: null,
      };
    const readings = runs.map((run) => reading(rules, run));
    const outcome = anyOf(readings.map((one) => one.outcome));
    const shown = readings.filter((one) => one.outcome === outcome).reduce(closer, null);
    return {
      outcome,
      clauses:
        shown?.clauses ??
        rules.map((rule) => ({ clause: inWords(rule), outcome: "not_evaluated", seen: "no run" })),
      interval: null,
    };
  },
} as const satisfies SuccessPolicy<typeof shape>;

interface Reading {
  readonly run: QaRun;
  readonly outcome: PolicyReadOut["outcome"];
  readonly clauses: readonly Clause[];
}

function reading(rules: readonly z.output<typeof Rule>[], run: QaRun): Reading {
  const decides = mayDecide(run);
  if (decides !== "yes")
    return {
      run,
      outcome: decides,
      clauses: rules.map((rule) => ({
        clause: inWords(rule),
        outcome: CLAUSE_OUTCOME[decides],
        seen: `the run is ${run.verdict === "pass" ? "a pass of no tests" : run.verdict}`,
      })),
    };
  const clauses = rules.map((rule) => clauseOf(rule, run));
  const outcome = clauses.some((one) => one.outcome === "failed")
    ? "failed"
    : clauses.every((one) => one.outcome === "passed")
      ? "satisfied"
      : "undetermined";
  return { run, outcome, clauses };
}

function clauseOf(rule: z.output<typeof Rule>, run: QaRun): Clause {
  const clause = inWords(rule);
  if ("check" in rule) {
    const seen = checkOf(run, rule.check);
    if (typeof seen !== "boolean") return { clause, outcome: "not_evaluated", seen: "not there" };
    return { clause, outcome: seen ? "passed" : "failed", seen: String(seen) };
  }
  const value = metricOf(run, rule.metric);
  if (value === null) return { clause, outcome: "not_evaluated", seen: "not there" };
  const least = "min" in rule ? rule.min : rule.min_pct;
  return { clause, outcome: value >= least ? "passed" : "failed", seen: String(value) };
}

function inWords(rule: z.output<typeof Rule>): string {
  if ("check" in rule) return `${rule.check} is true`;
  return "min" in rule ? `${rule.metric} at least ${rule.min}` : `${rule.metric} at least ${rule.min_pct}%`;
}

/** Of two readings that came out alike, the one with more that holds; else of the newer run. */
function closer(one: Reading | null, other: Reading): Reading {
  if (one === null) return other;
  const difference = passed(other) - passed(one);
  if (difference !== 0) return difference > 0 ? other : one;
  return newness(other) > newness(one) ? other : one;
}

function passed({ clauses }: Reading): number {
  return clauses.filter(({ outcome }) => outcome === "passed").length;
}

function newness({ run }: Reading): string {
  return `${run.started_at} ${run.id}`;
}
