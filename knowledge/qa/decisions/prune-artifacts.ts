import { retention } from "../retention.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, type QaEvent } from "./decision.ts";

export interface PruneArtifactsAsk {
  /** Those that may go as far as other subjects are concerned. */
  readonly ids: ReadonlySet<string>;
  readonly olderThanDays: number;
}

/** Says of artifacts that their bytes go, by id: of those that nothing has come to stand on since. Pure. */
export function pruneArtifacts(
  state: SubjectState,
  { ids, olderThanDays }: PruneArtifactsAsk,
  { at, actor, methods }: DecisionContext,
): QaDecision<{ readonly pruned: readonly string[] }> {
  const now = Date.parse(at);
  const going = retention(state, now - olderThanDays * DAY_MS, { now, methods }).filter(
    ({ why, artifact }) => why === null && ids.has(artifact.id),
  );
  return decided(
    going.map(
      ({ artifact: { id, qa_run_id, handle }, requirement_id }): QaEvent => ({
        type: "QAArtifactPruned",
        data: {
          id,
          qa_requirement_id: requirement_id,
          qa_run_id,
          handle,
          older_than_days: olderThanDays,
          at,
          by: actor.actor_id,
        },
      }),
    ),
    { pruned: going.map(({ artifact }) => artifact.id) },
  );
}

const DAY_MS = 24 * 60 * 60_000;
