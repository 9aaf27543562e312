import type { Candidate } from "../candidate.ts";
import { FAILURES_LEARNED, OBSERVATIONS_KEPT, type RunEvidence } from "../run-evidence.ts";
import { addCounts } from "./run-verdict.ts";

/** Tests of a candidate that are kept, and those of them among its anchors. */
const TESTS_KEPT = 50;
const TESTS_NAMED = 5;

/** The evidence of one run out of that of its parts, in their order; equal observations are merged. */
export function mergeEvidence(parts: readonly RunEvidence[]): RunEvidence {
  const observations = new Map<string, Candidate>();
  for (const candidate of parts.flatMap((part) => part.observations)) {
    const other = observations.get(candidate.digest);
    observations.set(candidate.digest, other === undefined ? candidate : merged(other, candidate));
  }
  const sorted = [...observations.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const outside = parts.flatMap(({ outsideTests }) => outsideTests ?? []);
  const outputs = parts.flatMap(({ output }) => (output === null ? [] : [output]));
  return {
    v: 1,
    tests: addCounts(parts.map(({ tests }) => tests)),
    failures: parts.flatMap(({ failures }) => failures).slice(0, FAILURES_LEARNED),
    flakyTests: parts.flatMap(({ flakyTests }) => flakyTests).slice(0, FAILURES_LEARNED),
    scopes: Object.assign({}, ...parts.map(({ scopes }) => scopes)),
    observations: sorted.slice(0, OBSERVATIONS_KEPT),
    dropped:
      parts.reduce((sum, { dropped }) => sum + dropped, 0) + Math.max(0, sorted.length - OBSERVATIONS_KEPT),
    ...(outside.length === 0 ? {} : { outsideTests: outside.slice(0, FAILURES_LEARNED) }),
    output: outputs.at(-1) ?? null,
  };
}

/** What two parts saw of one thing: the evidence of the one that saw it better, and the tests of both. */
function merged(one: Candidate, other: Candidate): Candidate {
  const better = strength(other) > strength(one) ? other : one;
  const first = (other.tests[0] ?? "") < (one.tests[0] ?? "") ? other : one;
  const tests = [...new Set([...one.tests, ...other.tests])].sort().slice(0, TESTS_KEPT);
  const [primary, ...context] = better.anchors;
  const places = context.filter((anchor) => !better.tests.includes(anchor));
  const anchors = [...(primary === undefined ? [] : [primary]), ...places, ...tests.slice(0, TESTS_NAMED)];
  return {
    ...better,
    scope: first.scope,
    anchors: [...new Set(anchors)],
    tests,
    seen: one.seen + other.seen,
  };
}

function strength({ evidence }: Candidate): number {
  return (evidence.check === "passed" ? 2 : 0) + (evidence.complete ? 1 : 0);
}
