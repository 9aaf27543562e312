/** Words of a case and of a whole plan run, weakest first: the strongest of its cases is the run's. */
export const OUTCOMES = [
  "passed",
  "needs_review",
  "blocked_on_precondition",
  "failed",
  "waiting",
  "error",
] as const;
export type PlanOutcome = (typeof OUTCOMES)[number];

/**
 * One execution of a plan's cases over a subject: roster and digests frozen when it begins, a cursor, a heartbeat. Stale
 * 30 minutes after the last heartbeat; one is live at a time for each subject.
 */
export interface PlanRun {
  /** `<subject>/plan-run-<random>`. */
  readonly id: string;
  readonly plan: string;
  readonly roster: readonly RosterEntry[];
  readonly begun_at: string;
  readonly begun_by: string;
  /** Process that carries it out, and until when nobody else may. */
  readonly lease: { readonly holder: string; readonly until: string } | null;
  readonly heartbeat_at: string;
  /** By requirement id; a case that is not there has not been carried out. */
  readonly outcomes: Readonly<Record<string, CaseOutcome>>;
  readonly completed: { readonly at: string; readonly outcome: PlanOutcome } | null;
}

export interface RosterEntry {
  readonly requirement_id: string;
  readonly case_key: string;
  /** Digest of config and target, frozen. */
  readonly digest: string;
}

export interface CaseOutcome {
  readonly outcome: PlanOutcome;
  /** Run that says so, or null where none was begun. */
  readonly qa_run_id: string | null;
  readonly reason: string | null;
  readonly at: string;
}
