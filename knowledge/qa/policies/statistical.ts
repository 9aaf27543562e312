import * as z from "zod/mini";
import { isRateAtLeast } from "../decimal.ts";
import { CLAUSE_OUTCOME, ofRuns, verdictOf } from "../policy-run.ts";
import type { PolicyReadOut, SuccessPolicy } from "../success-policy.ts";
import { wilsonBounds } from "../wilson.ts";

const shape = z.strictObject({
  type: z.literal("statistical"),
  min_runs: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Above 0: at 0 nothing would have to pass. */
  min_pass_rate: z.number().check(z.gt(0), z.maximum(1)),
  /** Wilson's bounds decide instead of the rate: below both is failed, between them undetermined. */
  confidence: z.exactOptional(z.literal("lower_bound")),
});

/**
 * The pass rate over enough runs. `undetermined` is no run here, neither passed nor counted; an error is one that did not
 * pass.
 */
export const statistical = {
  type: "statistical",
  shape,
  evaluate(policy, runs) {
    const verdicts = runs.map(verdictOf).filter((verdict) => verdict !== "undetermined");
    const passes = verdicts.filter((verdict) => verdict === "pass").length;
    const isEnough = verdicts.length >= policy.min_runs;
    const interval = wilsonBounds(passes, verdicts.length);
    const rate = isEnough ? rateOutcome(policy, passes, verdicts.length, interval) : "undetermined";
    const bound = policy.confidence === "lower_bound" ? " by Wilson's lower 95% bound" : "";
    return {
      outcome: rate,
      clauses: [
        {
          clause: `at least ${ofCount(policy.min_runs)} with a verdict`,
          outcome: isEnough ? "passed" : "not_evaluated",
          seen: ofRuns(verdicts.length, runs.length),
        },
        {
          clause: `pass rate at least ${policy.min_pass_rate}${bound}`,
          outcome: CLAUSE_OUTCOME[rate],
          seen: ofRuns(passes, verdicts.length),
        },
      ],
      interval,
    };
  },
} as const satisfies SuccessPolicy<typeof shape>;

function rateOutcome(
  { min_pass_rate, confidence }: z.output<typeof shape>,
  passes: number,
  runs: number,
  interval: PolicyReadOut["interval"],
): PolicyReadOut["outcome"] {
  if (confidence !== "lower_bound")
    return isRateAtLeast(passes, runs, min_pass_rate) ? "satisfied" : "failed";
  if (interval === null) return "undetermined";
  if (interval.low >= min_pass_rate) return "satisfied";
  return interval.high < min_pass_rate ? "failed" : "undetermined";
}

function ofCount(runs: number): string {
  return `${runs} ${runs === 1 ? "run" : "runs"}`;
}
