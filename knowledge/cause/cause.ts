/** The closed set of root causes (one a failure) and the shape of an answer. */

export const CAUSES = [
  "app_bug",
  "test_bug",
  "flaky",
  "environment",
  "timeout",
  "config",
  "model_error",
  "unknown",
] as const;

export type Cause = (typeof CAUSES)[number];

/**
 * A quoted stretch of a file. `quote` is what stands on `line` once time stamps, ANSI codes, control bytes and the
 * outer blanks are off, cut at the log's line limit; in a report, once its escapes and entities are decoded.
 */
export interface Quote {
  /** Where the quote stands in another file than the one explained. */
  readonly file?: string;
  readonly line: number;
  readonly endLine: number;
  readonly quote: string;
}

/** A hypothesis with its evidence; never invented text. */
export interface Verdict {
  readonly cause: Cause;
  /** The environment is a shared machine's: runner, registry, network, quota, disk. */
  readonly infrastructure: boolean;
  /** The base branch fails the same way. */
  readonly preExisting: boolean;
  /** 0..1. */
  readonly confidence: number;
  readonly decidedBy: "rule" | "model" | "person";
  /** Id of the rule, or null where none placed the failure. */
  readonly rule: string | null;
  /** Best first, at most five. */
  readonly evidence: readonly Quote[];
  /** One sentence, imperative. */
  readonly nextAction: string;
}
