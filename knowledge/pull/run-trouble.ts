import { AssayError } from "../errors.ts";
import { INTERRUPTED, isSameRun } from "../watch/after-pull.ts";
import type { RunName } from "../watch/watch-events.ts";
import type { PulledEvidence } from "../watch/watch-state.ts";

/** Times that a run may fail, or end whoever reads it, before it is passed over. */
const MOST_TIMES = 3;
/** Milliseconds after its beginning until which most runs have been read, unless whoever reads them was ended. */
const LATE = 30 * 60_000;

/** How often a run could not be read, the last reader that told no end of it among it, and the code of the last time. */
function troubleOf(
  evidence: PulledEvidence | null,
  run: RunName,
): { readonly times: number; readonly code: string } {
  const known = evidence?.troubles.find((one) => isSameRun(one, run)) ?? { times: 0, code: INTERRUPTED };
  const begun = evidence?.begun ?? null;
  const isBegun = begun !== null && isSameRun(begun, run);
  return isBegun ? { times: known.times + 1, code: INTERRUPTED } : { times: known.times, code: known.code };
}

/** Why a run is not even begun any more; null where it is. Pure. */
export function passedOver(evidence: PulledEvidence | null, run: RunName): string | null {
  const { times, code } = troubleOf(evidence, run);
  return times >= MOST_TIMES ? code : null;
}

/** Whether a run that fails now is passed over with that. Pure. */
export function isLastTime(evidence: PulledEvidence | null, run: RunName): boolean {
  return troubleOf(evidence, run).times + 1 >= MOST_TIMES;
}

/**
 * Whether a run is told before it is read though that costs an event, for no run before it is to be kept: where somebody
 * may have been ended by it already. Pure.
 */
export function isToldBefore(evidence: PulledEvidence | null, run: RunName, now: number): boolean {
  return (evidence?.begun ?? null) !== null || now - Date.parse(run.createdAt) >= LATE;
}

/** Whether an error is the forge's, or a store's, and is gone in a while, whatever is read. */
export function isPassing(error: unknown): boolean {
  return error instanceof AssayError && (error.kind === "unavailable" || error.kind === "conflict");
}

/** Whether it tells of a limit of the forge, which no run is to blame for. */
export function isLimited({ data }: AssayError): boolean {
  return data.when !== undefined;
}
