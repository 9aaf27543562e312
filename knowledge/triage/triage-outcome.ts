import type { TriageDecision } from "../watch/watch-events.ts";
import type { WrittenIssue } from "./write-issue.ts";

/** What became of a triage; money in whole micro-dollars, times ISO 8601. */
export type TriageOutcome =
  /** Decided and written, or decided and nothing to write. */
  | {
      readonly kind: "done";
      readonly decision: TriageDecision;
      readonly issue: WrittenIssue | null;
      /** Why the forge did not take the issue, or null. */
      readonly refused: string | null;
      readonly micros: number;
      /** Why nobody was told that a person is needed, or null. */
      readonly untold: string | null;
    }
  /** It was answered before. */
  | { readonly kind: "answered" }
  /** Somebody works on it, or it rests until then because checks run again. */
  | { readonly kind: "claimed-by-other"; readonly holder: string; readonly until: string }
  /** The workflow is off; nothing was read or written. */
  | { readonly kind: "skipped"; readonly why: string }
  /** No money is left; nothing was read or written. It stays due, and nobody is asked to try before `until`. */
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly why: string;
      readonly recover: string;
      readonly until: string | null;
    }
  /** Checks run again, or the forge's lists are behind; it stays due. */
  | { readonly kind: "later"; readonly why: string; readonly until: string | null };

/** Another process has taken it over, and goes on with it. */
export const LOST: TriageOutcome = {
  kind: "later",
  why: "another process has taken it over meanwhile",
  until: null,
};
