import type { Check } from "../ci/check.ts";
import { checkKeys } from "./check-keys.ts";
import type { Draft } from "./draft.ts";
import type { HeadOutcome } from "./watch-events.ts";
import { openFailures } from "./watch-state.ts";

/** Ends the failures of which no check fails or is unclear at a tip, and some passed; all of them where everything passed. */
export function recover(draft: Draft, commit: string, outcome: HeadOutcome, checks: readonly Check[]): void {
  const passed = new Set(checkKeys(checks.filter(({ state }) => state === "passed")).all);
  const others = new Set(checkKeys(checks.filter(({ state }) => state !== "passed")).all);
  const over = openFailures(draft.state).filter(
    (failure) =>
      outcome === "passed" ||
      (failure.checks.every((check) => !others.has(check)) &&
        failure.checks.some((check) => passed.has(check))),
  );
  if (over.length === 0) return;
  draft.add("ci.recovered", { at: draft.at, commit, failures: over.map(({ failure }) => failure) });
}
