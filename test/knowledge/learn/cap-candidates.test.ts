import fc from "fast-check";
import { expect, test } from "vitest";
import { capCandidates } from "../../../knowledge/learn/curate/cap-candidates.ts";
import { knownOf, sampleCandidate, sampleRun } from "../../support/sample-learning.ts";
import { sampleRecord } from "../../support/sample-record.ts";

const at = (n: number) => `element:/page-${n}#button[Go]`;
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => sampleCandidate({ anchors: [at(n)], claim: `Claim ${n}.` }));

test("equal candidates are one before they are counted", () => {
  const many = numbered(50);
  const { kept, overCap } = capCandidates([...many, ...many], []);
  expect(kept).toHaveLength(50);
  expect(overCap).toEqual([]);
  expect(kept.every(({ seen }) => seen === 2)).toBe(true);
});

test("equal candidates keep the better evidence and all their tests", () => {
  const tests = [["test:b"], ["test:a"]];
  const [kept] = capCandidates(
    [
      sampleCandidate({ tests: tests[0] ?? [], evidence: { check: "none", complete: false } }),
      sampleCandidate({ tests: tests[1] ?? [] }),
    ],
    [],
  ).kept;
  expect(kept).toMatchObject({ tests: ["test:a", "test:b"], seen: 2, evidence: { check: "passed" } });
});

test("contradictions of active records come first, then new anchors, then what was confirmed long ago", async () => {
  const promotion = { path: "deterministic-verdict-floor", at: sampleRun(1).at, by: "gate" } as const;
  const record = (n: number, claim: string) =>
    sampleRecord({
      id: `fact_SAMPLE${n}`,
      anchors: [at(n), "test:checkout/pays"],
      claim,
      status: "active",
      promotion,
    });
  const [contradicted, early, late] = [record(0, "Otherwise."), record(1, "Claim 1."), record(2, "Claim 2.")];
  const known = [
    await knownOf(contradicted),
    await knownOf(early, { confirmed: { count: 1, last: sampleRun(2).at } }),
    await knownOf(late, { confirmed: { count: 1, last: sampleRun(3).at } }),
  ];
  const candidates = numbered(52).reverse();
  const { kept, overCap } = capCandidates(candidates, known);
  expect(kept[0]?.claim).toBe("Claim 0.");
  expect(kept).toHaveLength(50);
  expect(overCap.map(({ claim }) => claim)).toEqual(["Claim 1.", "Claim 2."]);
});

test("the order of what is given does not matter, and nothing is lost", () => {
  const some = numbered(60);
  fc.assert(
    fc.property(fc.shuffledSubarray(some, { minLength: 60 }), (shuffled) => {
      const capped = capCandidates(shuffled, []);
      expect(capped).toEqual(capCandidates(some, []));
      expect([...capped.kept, ...capped.overCap]).toHaveLength(60);
    }),
    { numRuns: 30 },
  );
});
