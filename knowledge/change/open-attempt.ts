import type { AttemptPlace } from "./change-events.ts";
import type { AttemptState, ChangeState } from "./change-state.ts";

/** An attempt that may be worked on: neither it, its round nor its run has ended, and nobody took the change over. Pure. */
export function openAttempt(
  { runs }: ChangeState,
  { run, step, round, attempt }: AttemptPlace,
): AttemptState | null {
  const inRun = runs.find((one) => one.run === run);
  const inRound = inRun?.steps.find(({ name }) => name === step)?.rounds.find((one) => one.round === round);
  if (inRun === undefined || inRound === undefined) return null;
  if (inRun.ended !== null || inRound.ended !== null || inRound.handedOver !== null) return null;
  return inRound.attempts.find((one) => one.attempt === attempt && one.ended === null) ?? null;
}
