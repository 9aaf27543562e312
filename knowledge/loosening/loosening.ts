/** Ways in which a change of a test file makes the tests prove less. */
export const LOOSENING_KINDS = [
  "test-removed",
  "test-renamed-away",
  "test-skipped",
  "test-focused",
  "test-emptied",
  "assertion-removed",
  "assertion-weakened",
  "assertion-unreachable",
  "tolerance-widened",
  "retries-raised",
  "timeout-raised",
  "failure-swallowed",
  "subject-replaced",
  "snapshot-rewritten",
  "expectation-changed",
  "unreadable",
] as const;
export type LooseningKind = (typeof LOOSENING_KINDS)[number];

/** One place where a test proves less than before. */
export interface Loosening {
  readonly kind: LooseningKind;
  readonly path: string;
  /** The line that shows it: of the new text, or of the old one where it is gone. 1-based. */
  readonly side: "before" | "after";
  readonly line: number;
  readonly text: string;
  /** In words, what is less than before. */
  readonly why: string;
  /** Name of the test, where it is in one. */
  readonly test: string | null;
  /** For `expectation-changed` and `snapshot-rewritten`: the values, as they stand in the text. */
  readonly was: string | null;
  readonly is: string | null;
}

/** A test file before and after; null where there was or is none. */
export interface TestEdit {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}
