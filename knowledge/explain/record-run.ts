import { createHash } from "node:crypto";
import { failureFingerprint } from "../cause/failure-fingerprint.ts";
import { fullTestName, type TestCase } from "../evidence/test-case.ts";
import type { History, RunKey, RunWriter } from "../ports/history.ts";

const FLUSH = 1 << 16;

/** When and of what a run was. */
export type RunPlace = Omit<RunKey, "run">;

/** A run on its way into the history: fed test by test, then named. */
export interface RunRecorder {
  test(test: TestCase): void;
  /** Says which run it is, and whether that was there already. Errors: those of the history. */
  commit(where: RunPlace): Promise<{ readonly run: string; readonly known: boolean }>;
  discard(): Promise<void>;
}

/**
 * A row a test. The run's key is the digest of its evidence (names, outcomes, durations, failures, in the
 * order of the report), its commit and its job, so that the same report recorded twice is one run.
 */
export async function openRunRecorder(history: History): Promise<RunRecorder> {
  const writer: RunWriter = await history.write();
  const digest = createHash("sha256");
  let pending = "";
  return {
    test(test) {
      const name = fullTestName(test);
      const failure = test.failure ?? test.attempts?.findLast((attempt) => attempt.failure)?.failure;
      const fingerprint = failure === undefined ? null : failureFingerprint(failure);
      writer.add({
        test: name,
        outcome: test.notRun ? "skipped" : test.outcome,
        flaky: test.flaky,
        durationMs: test.durationMs ?? null,
        fingerprint,
      });
      pending += `${name}\0${test.outcome}\0${test.durationMs ?? ""}\0${fingerprint ?? ""}\n`;
      if (pending.length > FLUSH) {
        digest.update(pending);
        pending = "";
      }
    },
    async commit(where) {
      const identity = `${pending}\0${where.commit ?? ""}\0${where.job ?? ""}`;
      const run = digest.update(identity).digest("hex").slice(0, 32);
      return { run, known: (await writer.commit({ run, ...where })) === "known" };
    },
    discard: () => writer.discard(),
  };
}
