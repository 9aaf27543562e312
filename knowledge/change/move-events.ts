import type { LedgerEvent } from "../ports/ledger.ts";
import { changeEvent } from "./change-events.ts";
import type { MoveEvent } from "./move.ts";
import type { PlannedEffect } from "./planned-effect.ts";

/** The events of a move as they are appended; the effects stand with the end of the step. Pure. */
export function moveEvents(
  events: readonly MoveEvent[],
  {
    run,
    at,
    effects,
  }: { readonly run: number; readonly at: string; readonly effects: readonly PlannedEffect[] },
): LedgerEvent[] {
  return events.map((event) => toLedgerEvent(event, { run, at }, effects));
}

function toLedgerEvent(
  event: MoveEvent,
  when: { readonly run: number; readonly at: string },
  effects: readonly PlannedEffect[],
): LedgerEvent {
  switch (event.type) {
    case "step.started":
      return changeEvent("step.started", { ...when, ...without(event) });
    case "ci.seen":
      return changeEvent("ci.seen", { ...when, ...without(event) });
    case "head.moved":
      return changeEvent("head.moved", { ...when, ...without(event) });
    case "step.ended":
      return changeEvent("step.ended", { ...when, effects, ...without(event) });
    case "run.returned":
      return changeEvent("run.returned", { ...when, ...without(event) });
    case "run.ended":
      return changeEvent("run.ended", { ...when, ...without(event) });
  }
}

function without<Event extends MoveEvent>({ type: _, ...data }: Event): Omit<Event, "type"> {
  return data;
}
