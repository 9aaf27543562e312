import { AssayError } from "../errors.ts";
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

/** Milliseconds between two looks at the forge: the first, and the longest. */
const FIRST_PAUSE = 10_000;
const LONGEST_PAUSE = 30_000;
/** Looks in a row that may fail while something is waited for. */
const MOST_MISSED = 5;

/**
 * Carries out the moves of a change until it waits for somebody outside, has ended, or needs a person's word. Waiting
 * costs requests and nothing else. Errors: those of `carryOut`.
 */
export async function workChange(deps: WorkDeps, id: ChangeId, options: WorkOptions): Promise<Worked> {
  let pause = FIRST_PAUSE;
  let missed = 0;
  for (;;) {
    let carried: Carried;
    try {
      carried = await carryOut(deps, id, options);
      missed = 0;
    } catch (error) {
      // A forge that is away for a moment ends no wait; the first look has to succeed.
      const isPassing = error instanceof AssayError && error.code === "forge_unavailable";
      if (!isPassing || !options.waits || pause === FIRST_PAUSE || ++missed >= MOST_MISSED) throw error;
      await deps.pause.sleep(pause);
      continue;
    }
    if (carried.kind === "moved") {
      pause = FIRST_PAUSE;
      continue;
    }
    if (carried.kind !== "waiting") return carried;
    const { wait } = carried;
    if (!("until" in wait) || !options.waits) return carried;
    options.onWait(carried);
    const left = Date.parse(wait.until) - deps.clock.now();
    await deps.pause.sleep(Math.max(1_000, Math.min(pause, left)));
    pause = Math.min(LONGEST_PAUSE, pause * 1.5);
  }
}
