import type { Cause, Quote } from "../cause/cause.ts";
import type { Check } from "./check.ts";

/** All that is known of one failed check, masked: what a person reads, and what the QA engineer starts with. */
export interface FailedCheck {
  readonly check: Check;
  /** Cleaned and masked, failures first, at most 50; the rest is counted. */
  readonly annotations: readonly {
    readonly path: string;
    readonly line: number;
    readonly level: "notice" | "warning" | "failure";
    readonly message: string;
  }[];
  readonly annotationsLeftOut: number;
  readonly result: {
    readonly cause: Cause;
    readonly infrastructure: boolean;
    readonly preExisting: boolean;
    readonly confidence: number;
    readonly rule: string | null;
    readonly evidence: readonly Quote[];
    readonly nextAction: string;
  };
  /** Full names of the failed tests that the log tells of, at most 50. */
  readonly tests: readonly string[];
  readonly fingerprint: string | null;
  /** The first errors with their surroundings and the last lines, at most 64 KiB; null where there is no log. */
  readonly excerpt: LogExcerpt | null;
  /** Why there is no log, else null. */
  readonly noLog: string | null;
  readonly base: BaseState;
}

/** How the same check stands on the base branch. */
export type BaseState =
  | {
      readonly kind: "failed";
      /** It fails there with the same failure, as far as can be told; null where the failures were not compared. */
      readonly same: boolean | null;
      readonly url: string | null;
      /** Failed tests that fail there too, at most 50; absent where the failures were not compared. */
      readonly tests?: readonly string[];
    }
  | { readonly kind: "passed" | "running" | "unclear" | "absent" | "unknown" };

export interface LogExcerpt {
  /** Best first, at most five, each with up to 20 lines around; cleaned of time stamps and colours, masked. */
  readonly errors: readonly ExcerptPart[];
  /** The last 40 lines that are not in one of them. */
  readonly tail: ExcerptPart | null;
  /** Lines of the whole log. */
  readonly lines: number;
  /** Lines were left out of it, or the log ended early. */
  readonly cut: boolean;
}

export interface ExcerptPart {
  readonly line: number;
  readonly endLine: number;
  readonly lines: readonly { readonly line: number; readonly text: string; readonly isError: boolean }[];
}
