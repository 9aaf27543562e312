import type { Cause } from "../cause/cause.ts";

/**
 * The ways in which a step of the QA engineer ends. `CHANGED`: CI failed in the step, and passed on a commit that
 * somebody else answered with, whose files are not known here.
 */
export const VERDICT_WORDS = [
  "NO CHANGE NEEDED",
  "TEST CHANGED",
  "CHANGED",
  "CODE CHANGE NEEDED",
  "BLOCKED",
] as const;

/**
 * The ways in which a step of somebody outside ends, a builder's or a reviewer's: it judges no check. `SKIPPED`: nobody
 * does it. `OVERTAKEN`: somebody pushed while it was reviewed. `CLOSED`: the change was merged or closed.
 */
export const OUTSIDE_WORDS = ["ANSWERED", "SKIPPED", "REVIEWED", "OVERTAKEN", "CLOSED"] as const;

export type OutsideWord = (typeof OUTSIDE_WORDS)[number];

/** How a step ended, with the parts that its word requires. Its texts are masked and are data. */
export type Verdict =
  | { readonly word: "NO CHANGE NEEDED" | OutsideWord; readonly why: string; readonly by: VerdictSource }
  | {
      readonly word: "TEST CHANGED" | "CHANGED";
      readonly why: string;
      readonly files: readonly string[];
      /** Sentences of the intent that license a changed expectation, verbatim. */
      readonly quotes: readonly { readonly source: string; readonly sentence: string }[];
      readonly by: VerdictSource;
    }
  | {
      readonly word: "CODE CHANGE NEEDED";
      readonly check: string;
      readonly cause: string;
      readonly file: string;
      readonly line: number;
      /** What the code should do. */
      readonly should: string;
      readonly by: VerdictSource;
    }
  | {
      readonly word: "BLOCKED";
      /** The question for a person. */
      readonly question: string;
      readonly by: VerdictSource;
    };

export type VerdictSource = "rule" | "model" | "person";

/** What became of one failed check. */
export interface FailureNote {
  readonly check: string;
  readonly url: string | null;
  readonly cause: Cause;
  readonly rule: string | null;
  /** Best line that shows it, masked. */
  readonly quote: string | null;
  readonly whose: "change" | "base" | "flake" | "infrastructure" | "unclear";
  readonly fingerprint: string | null;
}
