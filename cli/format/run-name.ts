import { type RunSummary, shortRunId } from "#knowledge";
import { sanitise } from "../terminal/sanitise.ts";
import type { Style } from "../terminal/style.ts";

/** A run's id for a person: a digest is cut, an id that somebody gave is not. */
export function runName(run: string): string {
  return sanitise(shortRunId(run));
}

/** The mark of a verdict; its word stands beside it always. */
export function verdictStyle(verdict: RunSummary["verdict"], { green, red, yellow }: Style) {
  return { pass: green, fail: red, error: red, undetermined: yellow }[verdict];
}
