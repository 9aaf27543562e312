import type { CaseCommandEnd } from "../ports/case-commands.ts";
import type { QaVerdict } from "../qa/qa-run.ts";

/** What a shell ends with where a program may not be run, and where there is none. */
const NOT_RUN: Readonly<Record<number, string>> = {
  126: "its program may not be run",
  127: "its program is not there",
};
/** What a shell adds to the number of a signal; the numbers of signals. */
const SIGNAL = 128;
const LAST_SIGNAL = 31;

/**
 * What the end of a command proves: exit 0 is a pass. What ended it from outside, took too long or kept it from running at
 * all says nothing of what it tests: an error, never a fail. Pure.
 */
export function commandVerdict(
  { code, signal, isTimedOut }: Pick<CaseCommandEnd, "code" | "signal" | "isTimedOut">,
  seconds: number,
): { readonly verdict: QaVerdict; readonly reason: string | null } {
  if (isTimedOut) return { verdict: "error", reason: `it was not done after ${seconds} seconds` };
  if (code === null) return { verdict: "error", reason: `${signal ?? "a signal"} ended it` };
  if (code === 0) return { verdict: "pass", reason: null };
  const notRun = NOT_RUN[code];
  if (notRun !== undefined) return { verdict: "error", reason: `${notRun} (exit ${code})` };
  if (code > SIGNAL && code <= SIGNAL + LAST_SIGNAL)
    return { verdict: "error", reason: `signal ${code - SIGNAL} ended it (exit ${code})` };
  return { verdict: "fail", reason: `exit ${code}` };
}
