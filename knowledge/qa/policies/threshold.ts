import * as z from "zod/mini";
import { anyOf, CLAUSE_OUTCOME, mayDecide, metricOf, ofRuns } from "../policy-run.ts";
import type { SuccessPolicy } from "../success-policy.ts";

const OPERATORS = {
  gte: { says: "at least", holds: (value: number, threshold: number) => value >= threshold },
  gt: { says: "more than", holds: (value: number, threshold: number) => value > threshold },
  lte: { says: "at most", holds: (value: number, threshold: number) => value <= threshold },
  lt: { says: "less than", holds: (value: number, threshold: number) => value < threshold },
  eq: { says: "exactly", holds: (value: number, threshold: number) => value === threshold },
} as const;

const shape = z.strictObject({
  type: z.literal("threshold"),
  metric: z.string().check(z.minLength(1), z.maxLength(200)),
  threshold: z.number(),
  operator: z.enum(Object.keys(OPERATORS) as (keyof typeof OPERATORS)[]),
});

/** One run whose metric holds is enough. */
export const threshold = {
  type: "threshold",
  shape,
  evaluate(policy, runs) {
    const { says, holds } = OPERATORS[policy.operator];
    const outcomes = runs.map((run) => {
      const decides = mayDecide(run);
      if (decides !== "yes") return decides;
      const value = metricOf(run, policy.metric);
      if (value === null) return "undetermined";
      return holds(value, policy.threshold) ? "satisfied" : "failed";
    });
    const outcome = anyOf(outcomes);
    const count = outcomes.filter((one) => one === "satisfied").length;
    return {
      outcome,
      clauses: [
        {
          clause: `one run with ${policy.metric} ${says} ${policy.threshold}`,
          outcome: CLAUSE_OUTCOME[outcome],
          seen: ofRuns(count, runs.length),
        },
      ],
      interval: null,
    };
  },
} as const satisfies SuccessPolicy<typeof shape>;
