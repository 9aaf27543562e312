import { lastRun } from "../change/change-run.ts";
import type { ChangeRun, ChangeState } from "../change/change-state.ts";
import type { Move, MoveSettings } from "../change/move.ts";
import { moveEvents } from "../change/move-events.ts";
import { nextMove } from "../change/next-move.ts";
import type { Sight } from "./observe-change.ts";
import { withEvents } from "./with-events.ts";

/**
 * The run as it will stand once all that follows from what is known has been appended, and the move after that. Writes
 * nothing. Pure.
 */
export function foresee(
  run: ChangeRun,
  sight: Sight,
  now: number,
  settings: MoveSettings,
): { readonly run: ChangeRun; readonly move: Move } {
  let state: ChangeState = { runs: [run] };
  // A run has few steps, and each is advanced a few times at one sight.
  for (let turn = 0; turn < 50; turn++) {
    const current = lastRun(state) ?? run;
    const move = nextMove(current, sight, now, settings);
    if (move.kind !== "advance") return { run: current, move };
    const at = new Date(now).toISOString();
    state = withEvents(state, moveEvents(move.events, { run: run.run, at, effects: [] }));
    // A step that has just begun needs what was not asked of the forge.
    if (sight.ci === null) break;
  }
  const last = lastRun(state) ?? run;
  return { run: last, move: { kind: "advance", events: [] } };
}
