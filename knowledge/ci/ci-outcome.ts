import type { Check, CiOutcome } from "./check.ts";

export interface OutcomeQuestion {
  /** When the commit was pushed, or first seen where that is not known; milliseconds since the epoch. */
  readonly since: number;
  readonly now: number;
  /** Seconds without any report after which a repository counts as one without CI for changes. */
  readonly noCiAfterSeconds: number;
  /** Whether a failure is the answer although others still run. */
  readonly firstFailure?: boolean;
}

/**
 * What CI as a whole says of a commit. Nothing is a pass but every check passed: a cancelled or stale one is unclear,
 * and so is a conclusion that nobody knows. While a check runs, nothing is settled. Pure.
 */
export function ciOutcome(checks: readonly Check[], question: OutcomeQuestion): CiOutcome {
  const { since, now, noCiAfterSeconds, firstFailure = false } = question;
  if (checks.length === 0) {
    const until = since + noCiAfterSeconds * 1_000;
    return now < until ? { kind: "silent", until: new Date(until).toISOString() } : { kind: "none" };
  }
  const of = (state: Check["state"]) => checks.filter((check) => check.state === state);
  const [running, failed, unclear] = [of("running"), of("failed"), of("unclear")];
  if (running.length > 0 && !(firstFailure && failed.length > 0)) return { kind: "running", running, failed };
  if (failed.length > 0) return { kind: "failed", failed, unclear };
  return unclear.length > 0 ? { kind: "unclear", unclear } : { kind: "passed" };
}
