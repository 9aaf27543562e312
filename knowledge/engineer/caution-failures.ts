import type { AnalysedFailure } from "../learn/learning-events.ts";
import type { SortedFailure } from "./sort-failures.ts";

/** What a failure warns of, for learning: each of its flaky tests by name, else the job as a whole. Pure. */
export function cautionFailures({ failed, note }: SortedFailure): readonly AnalysedFailure[] {
  const { cause, rule, confidence, preExisting, nextAction } = failed.result;
  const tests = note.whose === "flake" && failed.tests.length > 0 ? failed.tests : [null];
  const quote = note.quote?.slice(0, 200) ?? null;
  return tests.map((test) => ({
    test,
    cause,
    rule,
    confidence,
    preExisting,
    fingerprint: note.fingerprint,
    quote,
    nextAction,
  }));
}
