import { currentStep } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import { goneHolders } from "../ledger/gone-holders.ts";
import type { Deps } from "../ports/deps.ts";

/** Tells of those who hold something of the run whether they run no more. */
export function goneFromRun(
  deps: Pick<Deps, "holder">,
  run: ChangeRun,
): Promise<(holder: string) => boolean> {
  const attempt = currentStep(run)?.round.attempts.at(-1);
  const writers = Object.values(run.begun).map(({ holder }) => holder);
  return goneHolders(deps, [...writers, ...(attempt?.ended === null ? [attempt.holder] : [])]);
}
