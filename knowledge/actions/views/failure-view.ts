import * as z from "zod/mini";
import type { WatchEvents } from "../../watch/watch-events.ts";

const Answer = z.object({
  /** `reopen`: the issue is opened again for a person. `none`: nothing is done, and `why` says why. */
  kind: z.enum(["triage", "comment", "reopen", "none"]),
  issue: z.nullable(z.int()),
  why: z.nullable(z.string()),
});

/** Keys of a {@link FailureView}, for views that tell more of it. */
export const FAILURE_KEYS = {
  failure: z.string(),
  at: z.string(),
  branch: z.string(),
  commit: z.string(),
  checks: z.array(z.string()),
  lastGreen: z.nullable(z.string()),
  answer: Answer,
};

/** A failure of a default branch with what it is answered with. */
export const FailureView = z.lazy(() => z.object(FAILURE_KEYS));
export type FailureView = z.output<typeof FailureView>;

/** A failure as it was raised, for a reader. Pure. */
export function failureView({
  failure,
  at,
  branch,
  commit,
  checks,
  lastGreen,
  answer,
}: WatchEvents["ci.failed"]): FailureView {
  return {
    failure,
    at,
    branch,
    commit,
    checks: [...checks],
    lastGreen,
    answer: {
      kind: answer.kind,
      issue: "issue" in answer ? answer.issue : null,
      why: "why" in answer ? answer.why : null,
    },
  };
}
