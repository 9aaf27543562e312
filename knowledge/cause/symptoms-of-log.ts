import { fingerprintOf } from "../log/fingerprint.ts";
import type { LogDigest } from "../log/log-digest.ts";
import type { Symptoms } from "./symptoms.ts";

/** What a log shows, for {@link classify}. Pure. */
export function symptomsOfLog(digest: LogDigest): Symptoms {
  const { errors, sightings, tests, tail, ending, outcome, exit, failingStep, fingerprint } = digest;
  return {
    from: "log",
    errors,
    sightings,
    tests:
      tests === null
        ? null
        : {
            total: tests.total,
            passed: tests.passed,
            failed: tests.failed,
            errored: tests.errored,
            skipped: tests.skipped,
            flaky: tests.flaky,
            failedNames: tests.failedTests.map((test) => test.name),
          },
    tail,
    ending,
    outcome,
    exit,
    failingStep,
    doubt: null,
    fingerprint,
    fingerprints: new Map(
      tests?.failedTests.map(({ name, message }) => [
        name,
        message === undefined ? null : fingerprintOf(message),
      ]),
    ),
  };
}
