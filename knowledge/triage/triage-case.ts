import type { FailedCheck } from "../ci/failed-check.ts";
import type { MergedChange } from "./merged-change.ts";

/** All that a triage reads of a failure; everything masked, nothing of it trusted. */
export interface TriageCase {
  readonly branch: string;
  readonly commit: string;
  /** The newest tip that passed before it, or null. */
  readonly lastGreen: string | null;
  /** Whether the branch has passed these checks again since. */
  readonly recovered: boolean;
  /** The checks that fail still. */
  readonly failed: readonly FailedCheck[];
  /** Names of others that fail, too many to be read. */
  readonly unread: readonly string[];
  /** Names of those that run still, for too long to be waited for. */
  readonly running: readonly string[];
  /** Keys of checks that failed and passed when they were run again at the same commit. */
  readonly passed: readonly string[];
  /** Keys of those that report no more: their commit or its reports are gone. */
  readonly gone: readonly string[];
  readonly merged: readonly MergedChange[];
  /** Why it is not known what was merged, or null. */
  readonly mergedUnknown: string | null;
}
