import type { Binding, Need, Scope } from "./keymap.ts";
import { hasPages } from "./pages.ts";
import type { Subject } from "./screen.ts";
import { chosenRows, currentDetail, currentRow, listOf, type State } from "./state.ts";

/** Scopes that get a key, the topmost first. */
export function scopesOf({ sheet, place }: State): readonly Scope[] {
  if (sheet === null) return ["always", place.pane === "list" ? "list" : "detail", "screen"];
  switch (sheet.kind) {
    case "text":
      return ["always", "text"];
    case "choose":
      return ["always", "choose"];
    case "confirm":
      return ["always", "confirm"];
    default:
      return ["always", "note"];
  }
}

/** Why the binding does nothing now, or null. */
export function whyNot(state: State, { needs, otherwise = "not here" }: Binding): string | null {
  return needs === undefined || isMet(state, needs) ? null : otherwise;
}

function isMet(state: State, need: Need): boolean {
  switch (need) {
    case "row":
      return currentRow(state) !== undefined;
    case "record":
    case "run":
      return areAll(state, need);
    case "decidable":
      return areAll(state, "record") || areAll(state, "proposal") || isOne(state, ["request"]);
    case "change":
    case "request":
      return isOne(state, [need]);
    case "asked":
      return isOne(state, ["change", "request"]);
    case "requirement":
      return isOne(state, [need]);
    case "work":
      return isOne(state, ["item", "requirement"]);
    case "startable":
      return isOne(state, ["change", "item", "requirement"]) || isUsablePlan(state);
    case "diffable":
      return isOne(state, ["request"]) || isUsablePlan(state);
    case "looked":
      return isOne(state, ["watched", "sweep", "request"]);
    case "page": {
      const rows = chosenRows(state);
      return rows.length === 1 && rows.every(hasPages);
    }
    case "link":
      return (currentDetail(state)?.detail.links.length ?? 0) > 0;
    case "back":
      return state.back.length > 0;
    case "forward":
      return state.forward.length > 0;
  }
}

function isUsablePlan(state: State): boolean {
  return (
    isOne(state, ["plan"]) &&
    chosenRows(state).every(({ subject }) => subject.kind === "plan" && subject.isUsable)
  );
}

function areAll(state: State, kind: Subject["kind"]): boolean {
  const rows = chosenRows(state);
  return rows.length > 0 && rows.every(({ subject }) => subject.kind === kind);
}

function isOne(state: State, kinds: readonly Subject["kind"][]): boolean {
  const [row, ...others] = chosenRows(state);
  return row !== undefined && others.length === 0 && kinds.includes(row.subject.kind);
}

/** Whether there is nothing to go back from: `q` leaves, and no message stands in the way. */
export function isTop(state: State): boolean {
  const { place, back, banner } = state;
  const { marked, filter } = listOf(state);
  return (
    place.pane === "list" &&
    place.only === null &&
    back.length === 0 &&
    banner === null &&
    marked.size === 0 &&
    filter === ""
  );
}
