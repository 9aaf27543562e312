import type { Standing } from "./standing.ts";
import type { Clause } from "./success-policy.ts";

/** What a gate says. It opens only where nothing is owed; every blocker names the command that gets out of it. */
export interface GateReadOut {
  /** Status that it guards. */
  readonly target: string;
  readonly isOpen: boolean;
  /** `discharged`: open, and every blocking case is discharged; said apart from `accepted`. */
  readonly word: "accepted" | "discharged" | "refused";
  readonly blockers: readonly GateBlocker[];
  /** What was asked, in order; once one has failed, those after it are not evaluated. */
  readonly clauses: readonly Clause[];
  readonly rows: readonly GateRow[];
}

export interface GateRow {
  readonly requirement_id: string;
  readonly title: string;
  readonly qa_phase: string;
  readonly blocking_mode: string;
  readonly task_num: number | null;
  readonly standing: Standing;
  /** True where this gate looks at it. */
  readonly isDue: boolean;
}

export interface GateBlocker {
  readonly code: string;
  readonly requirement_id: string | null;
  readonly qa_run_id: string | null;
  readonly why: string;
  /** A command line that gets out of it, whole. */
  readonly recover: string;
}
