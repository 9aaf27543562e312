/**
 * What a line that tells of an error is, strongest first. The number is the weight that a block headed by
 * such a line starts with.
 */
export const STRENGTH = {
  /** The machine has run out of something: disk, memory, handles. Whatever fails after it fails because of it. */
  exhausted: 96,
  /** A tool says in one line why the whole build ended. */
  verdict: 93,
  /** A compiler, linter or type checker points at a place in a file. */
  diagnostic: 92,
  /** A test runner names a test that failed. */
  test: 90,
  /** An exception or a crash. */
  exception: 82,
  /** The machine said no: disk, memory, network, a missing command. */
  system: 80,
  /** A tool reports an error in its own words. */
  tool: 72,
  /** Sums up errors that were told elsewhere. */
  summary: 46,
  /** An error word on a line of no known form. */
  word: 36,
  /** Only says that something before it failed. */
  consequence: 12,
} as const;

export type ErrorKind = keyof typeof STRENGTH;

/** One way a line shows an error. `has` are lower-case literals (any of them finds the line); `re` decides. */
export interface ErrorSign {
  readonly kind: ErrorKind;
  readonly has: readonly string[];
  readonly re: RegExp;
  /**
   * `next`: the line is only a title and what it announces begins on the next one. `detail`: it names what
   * failed; where the next line is indented and tells why, that one is read first. `reason`: it names what
   * failed; where the next line is an error in its own words, that one is the headline.
   */
  readonly title?: "next" | "detail" | "reason";
  /** The lines that follow up to a blank one belong to it, whatever they look like. */
  readonly paragraph?: boolean;
}
