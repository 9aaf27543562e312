import type { BlockingMode, QaPhase } from "./plan-words.ts";

/** `.assay/plans/<slug>.yaml`: what has to be proved, case by case. Keys are the file's own. */
export interface Plan {
  /** `^[a-z0-9]+(-[a-z0-9]+)*$`, and the file's stem. */
  readonly slug: string;
  readonly title: string;
  /** Why it is there; empty where nothing is said. */
  readonly purpose: string;
  /** What every case has where it says nothing itself. */
  readonly defaults: {
    readonly qa_phase: QaPhase;
    readonly blocking_mode: BlockingMode;
    readonly target_env: string | null;
  };
  /** At least one, in the file's order; their keys differ. */
  readonly cases: readonly PlanCase[];
}

export interface PlanCase {
  /** `^[a-z0-9]+(-[a-z0-9]+)*$`, once in its plan. */
  readonly key: string;
  readonly title: string;
  /** Free text; the method's own kind where nothing is said. */
  readonly qa_kind: string;
  readonly method_id: string;
  readonly instructions: string;
  readonly expected_outcome: string;
  /** JSON as the method's config contract has it. */
  readonly method_config: Readonly<Record<string, unknown>>;
  readonly qa_phase: QaPhase;
  readonly blocking_mode: BlockingMode;
  readonly target_env: string | null;
  /** JSON; null is one qualifying pass. */
  readonly success_policy: Readonly<Record<string, unknown>> | null;
  /** Beside those of the method. */
  readonly capability_requirements: readonly string[];
  /** Suite that the case graduated to, or null. */
  readonly suite_id: string | null;
  /** Line of the case in its file, from 1. */
  readonly line: number;
}
