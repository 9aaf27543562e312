import type { Method } from "../plan/method.ts";
import type { PolicyReadOut } from "./success-policy.ts";

/**
 * How a requirement stands. Discharges are words of their own, never a pass. `unmet`: no run qualifies. `pending`: one is
 * started and not completed, and nothing else answers it.
 */
export type StandingWord =
  | "satisfied"
  | "failed"
  | "undetermined"
  | "unmet"
  | "pending"
  | "waived"
  | "superseded"
  | "retracted";

export interface Standing {
  readonly word: StandingWord;
  /**
   * Whether it holds nothing up: satisfied, waived (not expired), or superseded by one that itself holds nothing up; a
   * retracted one is no obligation.
   */
  readonly isSettled: boolean;
  /** Null where a discharge answers. */
  readonly readOut: PolicyReadOut | null;
  /** Runs that count, and those that do not with why. */
  readonly qualifying: readonly string[];
  readonly unqualified: readonly { readonly run: string; readonly why: UnqualifiedWhy }[];
  /** When the row's waiver ended and it began to bind again (ISO 8601); null where none did. */
  readonly waiverEndedAt: string | null;
}

/** Why a run does not count. */
export type UnqualifiedWhy =
  | "not_completed"
  | "config_changed"
  | "config_unstamped"
  | "target_changed"
  | "other_commit"
  | "no_commit"
  | "artifact_missing"
  | "unreviewed_capture"
  /** Its review counts instead. */
  | "reviewed_capture"
  /** Another review of the same capture counts instead. */
  | "other_review"
  /** Only the newest attempt counts, and this is an older one. */
  | "not_newest";

/** What standing is judged against, beside the subject's own state. */
export interface StandingContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Commits that the gate takes; null where the subject has none, and then no run is asked for one. */
  readonly acceptedRevisions: ReadonlySet<string> | null;
  /** Only the newest qualifying attempt counts (a project's option, off by default). */
  readonly isNewestOnly: boolean;
  /** Methods of the project, beside the built-in ones. */
  readonly methods: readonly Method[];
}
