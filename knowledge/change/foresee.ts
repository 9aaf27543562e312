import type { LedgerEvent } from "../ports/ledger.ts";
import { lastRun } from "./change-run.ts";
import type { ChangeRun } from "./change-state.ts";
import type { Move, MoveSettings, Observation } from "./move.ts";
import { moveEvents } from "./move-events.ts";
import { nextMove } from "./next-move.ts";
import { withEvents } from "./with-events.ts";

/** What follows from one look at the forge. */
export interface Foreseen {
  /** What is to be appended, in order; none where nothing follows. */
  readonly events: readonly LedgerEvent[];
  /** The run after them. */
  readonly run: ChangeRun;
  /** The move after that; null where it may rest on CI, of which nothing was asked. */
  readonly move: Move | null;
}

/** Advances that follow one another; a run has few steps, and each is advanced a few times at one look. */
const TURNS = 50;

/**
 * Takes all that follows by itself from what is known of a run, up to the first advance that `takes` leaves to others.
 * Writes nothing. Pure.
 */
export function foresee(
  run: ChangeRun,
  seen: Observation,
  now: number,
  settings: MoveSettings,
  takes: (advance: Move) => boolean = () => true,
): Foreseen {
  const at = new Date(now).toISOString();
  const events: LedgerEvent[] = [];
  let current = run;
  for (let turn = 0; turn < TURNS; turn++) {
    const move = nextMove(current, seen, now, settings);
    if (move.kind !== "advance" || !takes(move)) return { events, run: current, move };
    const taken = moveEvents(move.events, { run: run.run, at, effects: [] });
    events.push(...taken);
    current = lastRun(withEvents({ runs: [current] }, taken)) ?? current;
    if (seen.ci === null) break;
  }
  return { events, run: current, move: null };
}
