import { AssayError } from "../errors.ts";
import { fullTestName, type TestCase } from "../evidence/test-case.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";

const MOST_NAMED = 5;

/**
 * The failing or flaky test of a run with this full name, or the only one whose name holds it; without a name the
 * run's only one. Errors: mark_unclear, which names the tests there are.
 */
export function findTest(
  { failures, flakyTests }: Pick<RunEvidence, "failures" | "flakyTests">,
  run: string,
  name: string | undefined,
): TestCase {
  const tests = new Map([...failures, ...flakyTests].map((test) => [fullTestName(test), test]));
  const exact = tests.get(name ?? "");
  if (exact !== undefined) return exact;
  const found = [...tests].filter(([full]) => full.includes(name ?? ""));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only[1];
  const some = (found.length === 0 ? [...tests] : found).map(([full]) => full);
  const named = `${some.slice(0, MOST_NAMED).join("; ")}${some.length > MOST_NAMED ? "; …" : ""}`;
  throw new AssayError("mark_unclear", {
    problem:
      name === undefined
        ? `run ${run} has ${tests.size} failing or flaky tests, and which one is meant is not said`
        : `run ${run} has ${found.length === 0 ? "no" : found.length} failing or flaky tests with "${name}" in their name`,
    way: tests.size === 0 ? "mark the run right or not-a-failure" : `name one with --test: ${named}`,
  });
}
