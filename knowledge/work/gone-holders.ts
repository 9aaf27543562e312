import { currentStep } from "../change/change-run.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { Deps } from "../ports/deps.ts";

/** Those who hold something of the run and run no more. */
export async function goneHolders(
  { holder }: Pick<Deps, "holder">,
  run: ChangeRun,
): Promise<ReadonlySet<string>> {
  const names = new Set(Object.values(run.begun).map((begun) => begun.holder));
  const attempt = currentStep(run)?.round.attempts.at(-1);
  if (attempt !== undefined && attempt.ended === null) names.add(attempt.holder);
  const gone = await Promise.all([...names].map(async (name) => ((await holder.isGone(name)) ? [name] : [])));
  return new Set(gone.flat());
}
