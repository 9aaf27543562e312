import type { TestCase } from "../../evidence/test-case.ts";
import { historyRow, openRowDigest } from "../../explain/run-digest.ts";

/** What makes a run this one, fed with every test of its reports in their order. */
export interface RunDigest {
  test(test: TestCase): void;
  /** 32 hexadecimal digits; spent after that. */
  end(place: { readonly commit: string | null; readonly job: string | null }): string;
}

/** Digits of a run's digest that are shown; enough to tell runs apart, and to name one. */
const SHOWN = 8;

/** A run's id for people: a digest is cut, an id that somebody gave is not. */
export function shortRunId(run: string): string {
  return /^[0-9a-f]{32}$/.test(run) ? run.slice(0, SHOWN) : run;
}

/** The id of a run: the one that the history has for the same report, commit and job. */
export function openRunDigest(): RunDigest {
  const digest = openRowDigest();
  return { test: (test) => digest.row(historyRow(test)), end: digest.end };
}
