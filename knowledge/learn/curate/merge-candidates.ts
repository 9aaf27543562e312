import type { Candidate } from "../candidate.ts";

/** Tests that a candidate keeps. */
const TESTS_KEPT = 50;

/** Candidates with equal ones made one, in order of digest. The order of `candidates` does not matter. */
export function mergeCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  const byDigest = Map.groupBy(candidates, ({ digest }) => digest);
  return [...byDigest.values()].map(mergeEqual).sort((a, b) => (a.digest < b.digest ? -1 : 1));
}

function mergeEqual(equal: readonly Candidate[]): Candidate {
  const [best, ...others] = equal.toSorted(
    (a, b) => proof(b) - proof(a) || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1),
  ) as [Candidate, ...Candidate[]];
  if (others.length === 0) return best;
  const [primary = "", ...context] = best.anchors;
  const all = new Set([...context, ...others.flatMap(({ anchors }) => anchors.slice(1))]);
  const anchors = [primary, ...[...all].filter((anchor) => anchor !== primary).sort(pagesFirst)];
  return {
    ...best,
    // As many as one of them names: a record is not to grow with the number of suites.
    anchors: anchors.slice(0, Math.max(...equal.map((one) => one.anchors.length))),
    tests: [...new Set(equal.flatMap(({ tests }) => tests))].sort().slice(0, TESTS_KEPT),
    seen: equal.reduce((sum, { seen }) => sum + seen, 0),
  };
}

/** How much of what the gate asks for is there. */
function proof({ evidence: { check, complete, matched } }: Candidate): number {
  return (check === "passed" ? 4 : check === "failed" ? 2 : 0) + (complete ? 1 : 0) + (matched === 1 ? 1 : 0);
}

function pagesFirst(a: string, b: string): number {
  const rank = (anchor: string) => (anchor.startsWith("page:") ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}
