import type { FailedCheck } from "../ci/failed-check.ts";

/** How sure it is that a job which went both ways at one commit is flaky. */
const CONFIDENCE = 0.92;

/** A failed check whose job has passed at the very same commit: flaky, whatever its log shows. Pure. */
export function asFlake(failed: FailedCheck): FailedCheck {
  const nextAction =
    "Open an issue for what the job depends on beside the code: it has both passed and failed at one commit.";
  const result = {
    ...failed.result,
    cause: "flaky",
    infrastructure: false,
    preExisting: false,
    confidence: CONFIDENCE,
    rule: "flake/job-attempts",
    nextAction,
  } as const;
  return { ...failed, result };
}
