import type { Check } from "../ci/check.ts";
import { failureSet } from "../ci/same-checks.ts";

/** Of one tip; the rest of more is left out, always the same. */
const MOST = 500;
/** Characters of all of them, so that they fit into one append. */
const ROOM = 60_000;

/** The keys of all checks and of those that failed, the legs of a matrix as one; sorted, bounded. Pure. */
export function checkKeys(checks: readonly Check[]): {
  readonly all: readonly string[];
  readonly failed: readonly string[];
} {
  return { all: keysOf(checks), failed: keysOf(checks.filter(({ state }) => state === "failed")) };
}

/** The keys of the checks that passed in all legs of their matrix. Pure. */
export function passedKeys(checks: readonly Check[]): ReadonlySet<string> {
  const passed = new Set(keysOf(checks.filter(({ state }) => state === "passed")));
  for (const key of keysOf(checks.filter(({ state }) => state !== "passed"))) passed.delete(key);
  return passed;
}

function keysOf(checks: readonly Check[]): readonly string[] {
  let room = ROOM;
  return failureSet("", "", checks)
    .checks.slice(0, MOST)
    .filter((key) => {
      room -= key.length;
      return room >= 0;
    });
}
