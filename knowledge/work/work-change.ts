import { type Looked, lookUntil } from "../ci/look-until.ts";
import type { Carried, WorkChoices } from "./carried.ts";
import { carryOut, type WorkDeps } from "./carry-out.ts";
import type { ChangeId } from "./read-change.ts";

/** Why the work on a change stopped. */
export type Worked = Exclude<Carried, { kind: "moved" }>;

export interface WorkOptions extends WorkChoices {
  /** Whether to wait for CI, a lease or the forge; a builder or a reviewer is never waited for. */
  readonly waits: boolean;
  /** Told of each wait, as often as it begins. */
  readonly onWait: (waiting: Extract<Carried, { kind: "waiting" }>) => void;
}

/** Milliseconds between two looks at the forge. */
const PACE = { firstMs: 10_000, longestMs: 30_000 } as const;
const SHORTEST_PAUSE = 1_000;

/**
 * Carries out the moves of a change until it waits for somebody outside, has ended, or needs a person's word. Waiting
 * costs requests and nothing else. Errors: those of `carryOut`.
 */
export async function workChange(deps: WorkDeps, id: ChangeId, options: WorkOptions): Promise<Worked> {
  async function look(): Promise<Looked<Worked>> {
    let carried = await carryOut(deps, id, options);
    const anew = carried.kind === "moved";
    while (carried.kind === "moved") carried = await carryOut(deps, id, options);
    if (carried.kind !== "waiting" || !("until" in carried.wait) || !options.waits)
      return { kind: "over", answer: carried };
    options.onWait(carried);
    const left = Date.parse(carried.wait.until) - deps.clock.now();
    return { kind: "again", withinMs: Math.max(SHORTEST_PAUSE, left), anew };
  }
  return lookUntil(deps, PACE, look, () => ({
    kind: "again",
    withinMs: Number.POSITIVE_INFINITY,
    anew: false,
  }));
}
