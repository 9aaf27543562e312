import type { Config } from "../../config/config.ts";
import type { TestCase } from "../../evidence/test-case.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { FAILURES_LEARNED, type RunEvidence } from "../run-evidence.ts";
import { maskStep, maskTest } from "./mask-test.ts";
import { openObservations } from "./observations.ts";
import { scopeOf } from "./scope-of.ts";
import { stepFacts } from "./step-facts.ts";
import { testAnchor } from "./test-anchor.ts";
import { testTitle } from "./test-title.ts";

/** Takes the tests of a run as they are read, and keeps of them what learning needs. */
export interface Observer {
  test(test: TestCase): void;
  end(): Pick<RunEvidence, "failures" | "flakyTests" | "scopes" | "observations" | "dropped">;
}

/**
 * An observer of one run. Every text is masked before it is kept; memory is bounded, whatever the size of the run.
 * The observations do not depend on the order of the tests. Only the steps of the last attempt of a test that
 * passed or failed are learned from.
 */
export function openObserver({
  mask,
  config,
}: {
  readonly mask: SecretMask;
  readonly config: Pick<Config, "scopes">;
}): Observer {
  const failures: TestCase[] = [];
  const flakyTests: TestCase[] = [];
  const scopes: Record<string, string> = {};
  const observations = openObservations(mask);
  return {
    test(test) {
      const kept = listFor(test, failures, flakyTests);
      const keep = kept !== null && kept.length < FAILURES_LEARNED;
      const steps = ranWhole(test) ? (test.steps ?? test.attempts?.at(-1)?.steps ?? []) : [];
      if (!keep && steps.length === 0) return;
      const masked = maskTest(test, mask);
      const anchor = testAnchor(masked);
      const scope = scopeOf(masked, config);
      if (keep) {
        kept.push(masked);
        scopes[anchor] = scope;
      }
      const title = testTitle(masked);
      for (const step of steps) {
        for (const fact of stepFacts(maskStep(step, mask), title)) observations.add(fact, anchor, scope);
      }
    },
    end: () => ({ failures, flakyTests, scopes, ...observations.end() }),
  };
}

function listFor(test: TestCase, failures: TestCase[], flakyTests: TestCase[]): TestCase[] | null {
  if (test.outcome === "failed" || test.outcome === "errored") return failures;
  return test.outcome === "passed" && test.flaky ? flakyTests : null;
}

/** One that errored could not be carried out; what it saw on the way proves nothing of the application. */
function ranWhole({ outcome, notRun }: TestCase): boolean {
  return notRun !== true && (outcome === "passed" || outcome === "failed");
}
