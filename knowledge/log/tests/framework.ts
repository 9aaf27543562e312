import type { TestCounts } from "../../test-counts.ts";

/**
 * How the log output of one test framework is read. One constant in one file under `frameworks/`, one
 * line in `frameworks/index.ts`.
 */
export interface TestFramework {
  readonly framework: string;
  /**
   * Lower-case literals. A line reaches the reader only when it holds one of them (ASCII case ignored)
   * or when the reader asked for it; a framework without a cue on a line costs nothing there.
   */
  readonly cues: readonly string[];
  /**
   * Frameworks whose output stands inside this one's (CTest shows that of GoogleTest): where both speak,
   * only this one counts.
   */
  readonly embeds?: readonly string[];
  open(): FrameworkReader;
}

export interface FrameworkReader {
  /**
   * One cleaned line (no time stamp, no ANSI, at most 2,000 characters), `at` 1-based. Returns how many
   * of the following lines it wants whether or not they hold a cue (0 or nothing = none).
   */
  line(text: string, at: number): number | undefined;
  /** Null where the framework did not speak. */
  end(): FrameworkResult | null;
}

export interface FrameworkResult extends TestCounts {
  /** Totals as the log states them, or counted; several modules or suites are added up. */
  /**
   * Each once, in order of appearance; `line` is where it is told best (with its message). Two entries
   * bear one name where two tests, modules or runs of that name failed.
   */
  readonly failedTests: readonly {
    readonly name: string;
    readonly line: number;
    readonly message?: string;
  }[];
}
