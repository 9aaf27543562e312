import * as z from "zod/mini";
import { isOneTogether } from "../decimal.ts";
import { CLAUSE_OUTCOME, ofRuns, verdictOf } from "../policy-run.ts";
import type { QaRun } from "../qa-run.ts";
import type { SuccessPolicy } from "../success-policy.ts";

const share = z.number().check(z.minimum(0), z.maximum(1));
const shape = z.strictObject({
  type: z.literal("agent_judgment"),
  confidence_pass: share,
  confidence_fail: share,
  min_runs: z.int().check(z.minimum(1), z.maximum(100_000)),
});

/**
 * What agents judged, by how sure they were: one sure pass satisfies; failed is only what all of them failed, each at least
 * 1 − `confidence_fail` sure. Runs that are undetermined or went wrong are not judged. A person's verdict is sure unless
 * they say how sure.
 */
export const agentJudgment = {
  type: "agent_judgment",
  shape,
  evaluate(policy, runs) {
    const judged = runs.filter((run) => ["pass", "fail"].includes(verdictOf(run)));
    const isEnough = judged.length >= policy.min_runs;
    const sure = judged.filter(
      (run) => verdictOf(run) === "pass" && (confidenceOf(run) ?? -1) >= policy.confidence_pass,
    );
    const isFailed =
      judged.length === runs.length &&
      judged.every((run) => {
        const confidence = confidenceOf(run);
        return (
          verdictOf(run) === "fail" &&
          confidence !== null &&
          isOneTogether(confidence, policy.confidence_fail)
        );
      });
    const outcome = !isEnough
      ? "undetermined"
      : sure.length > 0
        ? "satisfied"
        : isFailed
          ? "failed"
          : "undetermined";
    return {
      outcome,
      clauses: [
        {
          clause: `at least ${policy.min_runs} judged`,
          outcome: isEnough ? "passed" : "not_evaluated",
          seen: ofRuns(judged.length, runs.length),
        },
        {
          clause: `one pass with confidence at least ${policy.confidence_pass}`,
          outcome: CLAUSE_OUTCOME[outcome],
          seen: ofRuns(sure.length, judged.length),
        },
      ],
      interval: null,
    };
  },
} as const satisfies SuccessPolicy<typeof shape>;

function confidenceOf({ confidence, decided_by }: QaRun): number | null {
  return confidence ?? (decided_by === "person" ? 1 : null);
}
