import * as z from "zod/mini";
import { anyOf, CLAUSE_OUTCOME, checkOf, mayDecide, ofRuns, verdictOf } from "../policy-run.ts";
import type { QaRun } from "../qa-run.ts";
import type { SuccessPolicy } from "../success-policy.ts";

const shape = z.union([
  z.strictObject({ type: z.literal("deterministic"), criteria: z.literal("verdict_pass") }),
  z.strictObject({
    type: z.literal("deterministic"),
    check: z.string().check(z.minLength(1), z.maxLength(200)),
    expected: z.union([z.string().check(z.maxLength(1000)), z.number(), z.boolean()]),
  }),
]);

/** One run that passed, or whose check came out as expected, is enough. */
export const deterministic = {
  type: "deterministic",
  shape,
  evaluate(policy, runs) {
    const byCheck = "check" in policy;
    const outcomes = runs.map((run) => (byCheck ? checked(run, policy) : judged(run)));
    const outcome = anyOf(outcomes);
    const count = outcomes.filter((one) => one === "satisfied").length;
    return {
      outcome,
      clauses: [
        {
          clause: byCheck
            ? `one run with ${policy.check} ${JSON.stringify(policy.expected)}`
            : "one run that passed",
          outcome: CLAUSE_OUTCOME[outcome],
          seen: ofRuns(count, runs.length),
        },
      ],
      interval: null,
    };
  },
} as const satisfies SuccessPolicy<typeof shape>;

type One = "satisfied" | "failed" | "undetermined";

function judged(run: QaRun): One {
  const verdict = verdictOf(run);
  if (verdict === "pass") return "satisfied";
  return verdict === "undetermined" ? "undetermined" : "failed";
}

function checked(
  run: QaRun,
  { check, expected }: { readonly check: string; readonly expected: string | number | boolean },
): One {
  const decides = mayDecide(run);
  if (decides !== "yes") return decides;
  const seen = checkOf(run, check);
  if (seen === null) return "undetermined";
  return seen === expected ? "satisfied" : "failed";
}
