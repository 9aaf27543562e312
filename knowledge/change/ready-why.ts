import type { ReadyWhy } from "./change-events.ts";
import type { Move } from "./move.ts";

/** Why a move is for a host with a checkout; null where it needs none, or nothing is to be done. Pure. */
export function readyWhy(move: Move): ReadyWhy | null {
  switch (move.kind) {
    case "write":
      return "to-write";
    case "engage":
      return move.mode === "ci" ? "ci-failed" : "own-tests";
    case "advance":
      return move.events.some((event) => event.type === "run.ended" && event.outcome === "person")
        ? "to-person"
        : null;
    case "wait":
    case "finished":
      return null;
  }
}
