import { createHash } from "node:crypto";
import { fullTestName, type TestCase } from "../evidence/test-case.ts";
import { fingerprintOf } from "../log/fingerprint.ts";
import type { History, RunWriter } from "../ports/history.ts";

const FLUSH = 1 << 16;

/** A run on its way into the history: fed test by test, then named. */
export interface RunRecorder {
  test(test: TestCase): void;
  /** Says whether this very run was there already. Errors: those of the history. */
  commit(at: number, commit: string | null, branch: string | null): Promise<"recorded" | "known">;
  discard(): Promise<void>;
}

/**
 * A row a test. The run's key is the digest of its evidence (names, outcomes, durations, failures, in the
 * order of the report) and its commit, so that the same report recorded twice is one run.
 */
export async function openRunRecorder(history: History): Promise<RunRecorder> {
  const writer: RunWriter = await history.write();
  const digest = createHash("sha256");
  let pending = "";
  return {
    test(test) {
      const name = fullTestName(test);
      const fingerprint = test.failure === undefined ? null : failureFingerprint(test);
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
    commit(at, commit, branch) {
      const run = digest
        .update(`${pending}\0${commit ?? ""}`)
        .digest("hex")
        .slice(0, 32);
      return writer.commit({ run, commit, branch, at });
    },
    discard: () => writer.discard(),
  };
}

function failureFingerprint({ failure }: TestCase): string {
  const { type = "", message = "", text = "" } = failure ?? {};
  return fingerprintOf(`${type} ${message === "" ? text.slice(0, 200) : message}`);
}
