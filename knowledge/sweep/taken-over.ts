import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { refusalOf } from "./hold-week.ts";
import { sweepStream } from "./sweep-events.ts";
import type { SweepOutcome } from "./sweep-outcome.ts";
import type { SweepRun } from "./sweep-run.ts";
import { SWEEPS, weekIn } from "./sweeps.ts";

/** How a week ends for a process that has lost it: somebody else has it, or has done it. Errors: those of the ledger. */
export async function takenOver(
  deps: Pick<Deps, "ledger" | "clock">,
  { organisation, product, week }: SweepRun,
  holder: string,
): Promise<SweepOutcome> {
  const { state } = await readState(deps.ledger, sweepStream(organisation, product.name), SWEEPS);
  const now = weekIn(state, week);
  const refusal = refusalOf(now, { holder, now: deps.clock.now(), isGone: () => false });
  if (refusal?.kind === "claimed-by-other") return refusal;
  return now.done === null
    ? { kind: "claimed-by-other", holder: now.claim?.holder ?? "", until: now.claim?.until ?? "" }
    : { kind: "already", week: now };
}
