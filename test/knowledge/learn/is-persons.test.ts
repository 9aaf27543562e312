import { describe, expect, test } from "vitest";
import { candidateDigest } from "../../../knowledge/learn/candidate.ts";
import { curate } from "../../../knowledge/learn/curate/curate.ts";
import { isPersons } from "../../../knowledge/learn/curate/is-persons.ts";
import { curationInput, sampleCandidate, sampleRun } from "../../support/sample-learning.ts";
import { sampleRecord } from "../../support/sample-record.ts";

const fact = sampleCandidate({});
const number = {
  ...sampleCandidate({ type: "measurement", claim: "In it, the reported load is a number of ms." }),
  measured: { value: 4, unit: "ms" },
};
const claim = "It is flaky: it passed and failed at one revision.";
const { type: _, ...untyped } = sampleCandidate({ anchors: ["test:a/b"], claim });
const caution = {
  ...untyped,
  kind: "caution",
  cause: "flaky",
  digest: candidateDigest({ kind: "caution", anchor: "test:a/b", claim, cause: "flaky" }),
} as const;

describe("whose a record is", () => {
  test.each([
    ["a fact", fact],
    ["a number", number],
    ["a caution", caution],
  ])("what the template wrote of %s is learning's, and in other words a person's", async (_, candidate) => {
    const { drafts } = await curate(curationInput({ run: sampleRun(1), candidates: [candidate] }));
    const [draft] = drafts;
    expect(draft?.record).toMatchObject({ curated_by: "template", claim: candidate.claim });
    if (draft === undefined) throw new Error("nothing was added");
    expect(isPersons(draft.record)).toBe(false);
    expect(isPersons({ ...draft.record, claim: `${candidate.claim} So it is.` })).toBe(true);
  });

  test("a model words freely: only what a person did makes it a person's", () => {
    const free = sampleRecord({
      curated_by: "model",
      evidence: { ...sampleRecord().evidence!, digest: "x" },
    });
    expect(isPersons(free)).toBe(false);
    expect(isPersons({ ...free, curated_by: "person" })).toBe(true);
  });
});
