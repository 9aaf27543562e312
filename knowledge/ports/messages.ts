/** What a running operation tells before it answers, as data; how it is said is the surface's. */
export type Message =
  /** How the run ended; comes before everything that learning says. */
  | {
      readonly kind: "verdict";
      /** Null where the run could not be recorded. */
      readonly run: string | null;
      readonly verdict: "pass" | "fail" | "undetermined" | "error";
      readonly tests: {
        readonly total: number;
        readonly passed: number;
        readonly failed: number;
        readonly errored: number;
        readonly skipped: number;
        readonly flaky: number;
      };
      /** This run was recorded before: nothing is learned from it again. */
      readonly known: boolean;
    }
  /** Why tests failed: the first of them, each with its one cause, and how many there are. */
  | {
      readonly kind: "analysed";
      readonly run: string;
      readonly failures: readonly {
        /** Null for what failed outside of any test. */
        readonly test: string | null;
        /** One of the closed set of root causes. */
        readonly cause: string;
        /** A line that shows it. */
        readonly quote: string | null;
      }[];
      readonly total: number;
    }
  | {
      readonly kind: "curated";
      readonly run: string;
      readonly mode: "local" | "ci";
      readonly added: number;
      readonly confirmed: number;
      readonly superseded: number;
      readonly deprecated: number;
      readonly proposed: number;
    }
  | { readonly kind: "promoted"; readonly record: string; readonly path: string }
  | { readonly kind: "held"; readonly record: string; readonly reason: string }
  /** A job was left for later: the budget ended, it failed, or the caller asked for it. */
  | {
      readonly kind: "queued";
      readonly run: string;
      readonly job: string;
      readonly why: "budget" | "failed" | "detached";
      readonly detail: string | null;
    }
  /** What CI has said so far, while it is waited for. */
  | {
      readonly kind: "ci";
      /** Names of the checks that run, and of those that failed. */
      readonly running: readonly string[];
      readonly failed: readonly string[];
      /** Checks in all. */
      readonly total: number;
      readonly waitedSeconds: number;
    }
  /** A case of a plan that is carried out: it begins (outcome null), or what it came to. */
  | {
      readonly kind: "qa-case";
      /** Key of the case, else the requirement. */
      readonly case: string;
      readonly title: string;
      /** Place on the roster, from 1, and how many there are. */
      readonly number: number;
      readonly of: number;
      readonly outcome:
        | "passed"
        | "needs_review"
        | "blocked_on_precondition"
        | "failed"
        | "waiting"
        | "error"
        | null;
      readonly reason: string | null;
    }
  /** Anything else worth a line. */
  | { readonly kind: "note"; readonly text: string };

export interface Messages {
  tell(message: Message): void;
}
