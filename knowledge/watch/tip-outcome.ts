import type { Check } from "../ci/check.ts";
import { ciOutcome } from "../ci/ci-outcome.ts";
import { isSettled } from "../ci/is-settled.ts";
import type { HeadOutcome } from "./watch-events.ts";

/** Milliseconds that failures wait for the checks that still run beside them. */
const PATIENCE = 60 * 60_000;

export interface TipQuestion {
  /** When the tip was seen first; milliseconds since the epoch. */
  readonly since: number;
  readonly now: number;
  /** Seconds without any report after which a tip counts as one without CI. */
  readonly noCiAfterSeconds: number;
}

/**
 * What CI says of a tip. Nothing is told before no more checks are to be expected, but for failures of which the newest
 * is an hour old: what still runs then may never end, as a job that waits for somebody's approval. Pure.
 */
export function tipOutcome(checks: readonly Check[], question: TipQuestion): HeadOutcome {
  const { since, now } = question;
  const failed = checks.filter(({ state }) => state === "failed");
  const isOverdue =
    failed.length > 0 &&
    failed.every(
      ({ completedAt }) => now - (completedAt === null ? since : Date.parse(completedAt)) >= PATIENCE,
    );
  const { kind } = ciOutcome(checks, { ...question, firstFailure: isOverdue });
  if (kind === "none") return "none";
  if (kind === "silent" || kind === "running") return "running";
  return isOverdue || isSettled(checks, now) ? kind : "running";
}
