import { createHash } from "node:crypto";
import { failureFingerprint } from "../cause/failure-fingerprint.ts";
import { fullTestName, type TestCase } from "../evidence/test-case.ts";
import type { HistoryRow } from "../ports/history.ts";

const FLUSH = 1 << 16;

/** What makes a run this one, fed row by row. */
export interface RowDigest {
  row(row: HistoryRow): void;
  /** 32 hexadecimal digits; spent after that. */
  end(place: { readonly commit: string | null; readonly job: string | null }): string;
}

/** What a history keeps of a test. */
export function historyRow(test: TestCase): HistoryRow {
  const failure = test.failure ?? test.attempts?.findLast((attempt) => attempt.failure)?.failure;
  return {
    test: fullTestName(test),
    outcome: test.notRun ? "skipped" : test.outcome,
    flaky: test.flaky,
    durationMs: test.durationMs ?? null,
    fingerprint: failure === undefined ? null : failureFingerprint(failure),
  };
}

/** The digest of a run's evidence (names, outcomes, durations, failures, in the order of the report), commit and job. */
export function openRowDigest(): RowDigest {
  const digest = createHash("sha256");
  let pending = "";
  return {
    row({ test, outcome, durationMs, fingerprint }) {
      pending += `${test}\0${outcome}\0${durationMs ?? ""}\0${fingerprint ?? ""}\n`;
      if (pending.length > FLUSH) {
        digest.update(pending);
        pending = "";
      }
    },
    end({ commit, job }) {
      const identity = `${pending}\0${commit ?? ""}\0${job ?? ""}`;
      return digest.update(identity).digest("hex").slice(0, 32);
    },
  };
}
