import type { Check } from "./check.ts";

/** Milliseconds after the last check's end in which a job that waited for it can still appear. */
const APPEARING = 20_000;

/**
 * Whether no more checks are to be expected by the time that has passed: a job that needs another one does not report
 * before that one has ended, and for some seconds a commit looks as if all had passed. Pure.
 */
export function isSettled(checks: readonly Check[], now: number): boolean {
  return checks.every(
    ({ completedAt }) => completedAt !== null && now - Date.parse(completedAt) >= APPEARING,
  );
}
