import type { PlanOutcome } from "./plan-run.ts";
import type { SubjectState } from "./subject-state.ts";

/**
 * What a list shows of what has to be proved for a subject: only what its events say by themselves. How a requirement
 * stands needs a clock and the commits that the gate takes, and is in no summary.
 */
export interface SubjectSummary {
  readonly requirements: {
    /** Without the retracted. */
    readonly total: number;
    readonly blocking: number;
    /** Whether in force or ended. */
    readonly waived: number;
    readonly superseded: number;
    readonly retracted: number;
  };
  readonly runs: {
    readonly total: number;
    /** Started, no verdict. */
    readonly open: number;
  };
  /** Requirements by the verdict of their newest completed run. */
  readonly newest: {
    readonly pass: number;
    readonly fail: number;
    readonly undetermined: number;
    readonly error: number;
    readonly none: number;
  };
  /** The newest, or null. */
  readonly planRun: {
    readonly id: string;
    readonly plan: string;
    readonly begun_at: string;
    readonly heartbeat_at: string;
    /** Null while it is not completed. */
    readonly outcome: PlanOutcome | null;
  } | null;
}

/** Pure. */
export function subjectSummary(state: SubjectState): SubjectSummary {
  const requirements = { total: 0, blocking: 0, waived: 0, superseded: 0, retracted: 0 };
  const runs = { total: 0, open: 0 };
  const newest = { pass: 0, fail: 0, undetermined: 0, error: 0, none: 0 };
  for (const { row, runs: own } of Object.values(state.requirements)) {
    runs.total += own.length;
    runs.open += own.filter(({ verdict }) => verdict === null).length;
    if (row.retracted_at !== null) {
      requirements.retracted += 1;
      continue;
    }
    requirements.total += 1;
    if (row.blocking_mode === "blocking") requirements.blocking += 1;
    if (row.waived_at !== null) requirements.waived += 1;
    if (row.superseded_at !== null) requirements.superseded += 1;
    newest[own.findLast(({ verdict }) => verdict !== null)?.verdict ?? "none"] += 1;
  }
  const last = state.planRuns.at(-1);
  return {
    requirements,
    runs,
    newest,
    planRun:
      last === undefined
        ? null
        : {
            id: last.id,
            plan: last.plan,
            begun_at: last.begun_at,
            heartbeat_at: last.heartbeat_at,
            outcome: last.completed?.outcome ?? null,
          },
  };
}
