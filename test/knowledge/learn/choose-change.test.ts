import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../knowledge/learn/candidate.ts";
import { templateChange } from "../../../knowledge/learn/curate/choose-change.ts";
import type { KnownRecord } from "../../../knowledge/learn/curate/curation.ts";
import { learnedId } from "../../../knowledge/learn/curate/learned-id.ts";
import { newRecord } from "../../../knowledge/learn/curate/new-record.ts";
import type { RunIdentity } from "../../../knowledge/learn/run-evidence.ts";
import type { KnowledgeRecord } from "../../../knowledge/record/record.ts";
import { knownOf, sampleCandidate, sampleRun } from "../../support/sample-learning.ts";

const seen = sampleCandidate();
const other = sampleCandidate({ claim: "On /checkout, the button is found by #buy." });

/** The record that run `n` added for a candidate. */
async function recordOf(
  candidate: Candidate,
  change: Partial<KnowledgeRecord> = {},
  n = 1,
): Promise<KnownRecord> {
  const run = sampleRun(n);
  const birth = {
    run: run.run,
    id: run,
    validFrom: run.at,
    learnedAt: run.at,
    origin: "local",
    curatedBy: "template",
  } as const;
  const record = newRecord({ candidate, source: "template", op: "Add", claim: candidate.claim }, birth);
  return knownOf({ ...record, ...change });
}

function choose(
  candidate: Candidate,
  known: readonly KnownRecord[],
  { seenNow = [candidate], run = sampleRun(2) }: { seenNow?: readonly Candidate[]; run?: RunIdentity } = {},
): string {
  const change = templateChange(candidate, known, seenNow, run);
  return change.op === "Noop"
    ? `Noop ${change.why}`
    : "record" in change
      ? `${change.op} ${change.record}`
      : change.op;
}

describe("the template", () => {
  test("adds what no record says", async () => {
    expect(choose(seen, [])).toBe("Add");
  });

  test("confirms what a record says, also one that a person reworded", async () => {
    const known = await recordOf(seen, { claim: "The order button is #order." });
    expect(choose(seen, [known])).toBe(`Confirm ${known.file.record.id}`);
  });

  test("confirms what a person wrote down in the same words", async () => {
    const { evidence: _, ...record } = (await recordOf(seen)).file.record;
    const known = await knownOf({ ...record, origin: "person" });
    expect(choose(seen, [known])).toBe(`Confirm ${record.id}`);
  });

  test("supersedes where a test that the record names saw something else now", async () => {
    const known = await recordOf(seen);
    expect(choose(other, [known])).toBe(`Supersede ${known.file.record.id}`);
  });

  test.each([
    ["another test saw it", { tests: ["test:checkout/ships"] }],
    ["it is of another type", { type: "behavioral" as const }],
    ["it is about another anchor", { anchors: ["element:/cart#button[Order]"] }],
    ["it is of another kind", { kind: "caution" as const, type: undefined, cause: "flaky" as const }],
  ])("leaves a record alone where %s", async (_, change) => {
    const known = await recordOf(seen);
    expect(choose(sampleCandidate({ claim: other.claim, ...change }), [known])).toBe("Add");
  });

  test("a caution of another cause stands beside", async () => {
    const caution = { kind: "caution", type: undefined, anchors: seen.tests } as const;
    const flaky = sampleCandidate({ ...caution, cause: "flaky", claim: "It is flaky." });
    const slow = sampleCandidate({ ...caution, cause: "timeout", claim: "It times out." });
    expect(choose(slow, [await recordOf(flaky)])).toBe("Add");
  });

  test("adds beside a record that the run saw too", async () => {
    const known = await recordOf(seen);
    expect(choose(other, [known], { seenNow: [seen, other] })).toBe("Add");
  });

  test("of two that contradict one record only one replaces it", async () => {
    const known = await recordOf(seen);
    const third = sampleCandidate({ claim: "On /checkout, the button is found by #pay." });
    const seenNow = [other, third];
    const chosen = seenNow.map((one) => choose(one, [known], { seenNow }));
    expect(chosen.toSorted()).toEqual(["Add", `Supersede ${known.file.record.id}`]);
  });

  test("of two records that two things contradict each is replaced by one", async () => {
    const third = sampleCandidate({ claim: "On /checkout, the button is found by #pay." });
    const fourth = sampleCandidate({ claim: "On /checkout, the button is found by #go." });
    const known = [await recordOf(seen), await recordOf(other)];
    const seenNow = [third, fourth];
    const chosen = seenNow.map((one) => choose(one, known, { seenNow }));
    expect(chosen.toSorted()).toEqual(known.map(({ file }) => `Supersede ${file.record.id}`).toSorted());
    const onlyOne = choose(third, known, { seenNow: [third] });
    expect(onlyOne).toMatch(/^Supersede /);
  });

  test("what was superseded and is seen again replaces the end of its line, whoever sees it", async () => {
    const next = await recordOf(other, {}, 2);
    const old = await recordOf(seen, {
      status: "superseded",
      superseded_at: sampleRun(2).at,
      superseded_by: next.file.record.id,
    });
    const again = sampleCandidate({ tests: ["test:checkout/ships"] });
    const run = sampleRun(3);
    expect(choose(again, [old, next], { run })).toBe(`Supersede ${next.file.record.id}`);
    expect(choose(again, [old, next], { run, seenNow: [again, other] })).toBe("Add");
  });

  test("leaves what a person took back", async () => {
    const ruled = { act: "reject", by: "a person", at: sampleRun(1).at } as const;
    expect(choose(seen, [await recordOf(seen, { status: "deprecated", ruled })])).toBe(
      "Noop forgotten-by-a-person",
    );
    const retired = { ...ruled, act: "retire" } as const;
    expect(choose(seen, [await recordOf(seen, { status: "deprecated", ruled: retired })])).toBe("Add");
  });

  test("a run that is older than what is known corrects nothing", async () => {
    const known = await recordOf(seen, {}, 5);
    expect(choose(other, [known])).toBe("Noop older-than-what-is-known");
    const confirmed = { count: 1, last: sampleRun(4).at };
    expect(choose(other, [{ ...(await recordOf(seen)), confirmed }])).toBe("Noop older-than-what-is-known");
    const past = await recordOf(seen, {
      status: "superseded",
      superseded_at: sampleRun(3).at,
      superseded_by: "fact_NEXT",
    });
    expect(choose(seen, [past])).toBe("Noop older-than-what-is-known");
  });

  test("of what the run itself wrote before it was killed says the same again", async () => {
    const run = sampleRun(2);
    const old = await recordOf(seen);
    const id = learnedId("fact", run, other.digest);
    const next = await recordOf(other, { id, supersedes: old.file.record.id }, 2);
    const ended = await recordOf(seen, { status: "superseded", superseded_at: run.at, superseded_by: id });
    expect(choose(other, [old])).toBe(`Supersede ${old.file.record.id}`);
    expect(choose(other, [ended, next])).toBe(`Supersede ${old.file.record.id}`);
    expect(choose(seen, [await recordOf(seen, {}, 2)])).toBe("Add");
  });
});
