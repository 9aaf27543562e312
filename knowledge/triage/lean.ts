import { RULES } from "../cause/rules/index.ts";
import type { SortedFailure } from "../engineer/sort-failures.ts";

/** What a failed check of a default branch points to, as far as rules alone can say. */
export type Leaning = "flake" | "infrastructure" | "code" | "test" | "open";

/** A rule that is less sure than this decides nothing. */
const SURE = 0.5;

const COMPILES: ReadonlySet<string> = new Set(
  RULES.filter(({ stage }) => stage === "compile").map(({ id }) => id),
);

/**
 * Flakes and infrastructure where the cause is sure enough; a slip of test code is the test's, product code that does
 * not compile and settings that are wrong are the code's. An assertion that says no leaves it open: the code may be
 * wrong, or what the test asks for. Pure.
 */
export function leaningOf({ failed: { result }, note }: SortedFailure): Leaning {
  if (note.whose === "flake" || note.whose === "infrastructure") return note.whose;
  const { cause, rule, confidence } = result;
  if (confidence < SURE) return "open";
  if (cause === "test_bug") return "test";
  if (cause === "config") return "code";
  return cause === "app_bug" && rule !== null && COMPILES.has(rule) ? "code" : "open";
}
