import { describe, expect, test } from "vitest";
import { curate } from "../../../../knowledge/learn/curate/curate.ts";
import type { Curation, CurationInput } from "../../../../knowledge/learn/curate/curation.ts";
import { type EvalCase, replay } from "../../../../knowledge/learn/evals/replay.ts";
import { ruleNew } from "../../../../knowledge/learn/evals/rule-new.ts";
import { primaryAnchor } from "../../../../knowledge/record/record.ts";
import { afterwards, curationInput, sampleCandidate } from "../../../support/sample-learning.ts";
import { sampleRecord } from "../../../support/sample-record.ts";

const ONE = sampleCandidate();

function caseOf(right: readonly string[], change: Partial<EvalCase> = {}): EvalCase {
  return {
    name: "shop.yaml#order",
    anchor: primaryAnchor(ONE),
    ...{ kind: "fact", type: null, cause: null, right },
    ...change,
  };
}

/** The checks after a curation that knew of the corpus. */
async function checked(corpus: readonly EvalCase[], input: CurationInput) {
  const curation = await curate(input);
  const after = await afterwards(input, curation, true);
  return { curation, after, ...ruledOn(corpus, curation, after) };
}

function ruledOn(corpus: readonly EvalCase[], { journal }: Pick<Curation, "journal">, after: CurationInput) {
  return ruleNew({
    ...{ run: after.run, corpus, journal, known: after.known, folders: after.folders },
    candidates: new Map(after.candidates.map((one) => [one.digest, one])),
  });
}

const NEW = curationInput({ candidates: [ONE], hasEvals: true });

describe("a new candidate", () => {
  test("waits for the corpus, and becomes active by the path of gate 1 where a case says the same", async () => {
    const { curation, drafts, checks, promoted, held, journal } = await checked([caseOf([ONE.claim])], NEW);
    const [{ record: id } = { record: "" }] = curation.held;
    expect(curation).toMatchObject({ promoted: [], held: [{ reason: "replay-waits" }] });
    expect(curation.drafts[0]?.record).toMatchObject({ status: "candidate", held: "replay-waits" });
    expect(checks).toEqual([{ record: id, replay: "passed", case: "shop.yaml#order" }]);
    expect({ promoted, held }).toEqual({ promoted: [{ record: id, path: "gate1-lower-trust" }], held: [] });
    expect(drafts[0]?.record).toMatchObject({
      id,
      status: "active",
      promotion: { path: "gate1-lower-trust", by: "gate", at: NEW.run.at },
    });
    expect(drafts[0]?.record.held).toBeUndefined();
    expect(journal).toMatchObject([{ op: "Promote", record: id, outcome: "applied", candidate: ONE.digest }]);
    expect(journal[0]?.after).not.toBe(journal[0]?.before);
  });

  test("stays one where a case says otherwise, with the reason", async () => {
    const { drafts, checks, promoted, held } = await checked([caseOf(["It is found by #buy."])], NEW);
    expect(checks).toMatchObject([{ replay: "failed", case: "shop.yaml#order" }]);
    expect(promoted).toEqual([]);
    expect(held).toMatchObject([{ reason: "replay-failed" }]);
    expect(drafts[0]?.record).toMatchObject({ status: "candidate", held: "replay-failed" });
  });

  test("of a place that no case is about is served by what was proved of it", async () => {
    const elsewhere = caseOf([], { anchor: "element:/cart#button[Order]" });
    const { checks, promoted } = await checked([elsewhere], NEW);
    expect(checks).toMatchObject([{ replay: "untouched", case: null }]);
    expect(promoted).toMatchObject([{ path: "deterministic-verdict-floor" }]);
  });

  test("that is held for another reason is checked and stays held for that", async () => {
    const weak = sampleCandidate({ evidence: { ...ONE.evidence, complete: false } });
    const input = curationInput({ candidates: [weak], hasEvals: true });
    const { drafts, checks, promoted, held } = await checked([caseOf([weak.claim])], input);
    expect(checks).toMatchObject([{ replay: "passed" }]);
    expect([drafts, promoted, held]).toEqual([[], [], []]);
  });

  test("is a candidate still in CI, and checked", async () => {
    const input = curationInput({ candidates: [ONE], hasEvals: true, run: { ...NEW.run, mode: "ci" } });
    const { drafts, checks, promoted, held } = await checked([caseOf([ONE.claim])], input);
    expect(checks).toMatchObject([{ replay: "passed" }]);
    expect([drafts, promoted, held]).toEqual([[], [], []]);
  });
});

test("one that failed is held against the corpus again by the next run that sees it", async () => {
  const first = await checked([caseOf(["Other."])], NEW);
  const failed = await afterwards(first.after, { ...first, proposals: [], confirmed: [] });
  const input = { ...failed, run: { ...NEW.run, run: "9".repeat(32), at: "2026-03-20T09:00:00.000Z" } };
  const { curation, checks, drafts } = await checked([caseOf([ONE.claim])], input);
  expect(curation.counts).toMatchObject({ added: 0, confirmed: 1 });
  expect(checks).toMatchObject([{ replay: "passed" }]);
  expect(drafts[0]?.record).toMatchObject({
    status: "active",
    confirmed: { count: 1, last: input.run.at },
    evidence: { run: input.run.run },
  });
});

test("done again after it was killed it finds what it wrote, and tells the same", async () => {
  const corpus = [caseOf([ONE.claim])];
  const { curation, after, drafts, ...told } = await checked(corpus, NEW);
  const written = await afterwards(after, { drafts, proposals: [], confirmed: [] });
  const again = ruledOn(corpus, curation, written);
  expect(again.drafts).toEqual([]);
  expect(again.checks).toEqual(told.checks);
  expect(again.promoted).toEqual(told.promoted);
  expect(again.journal.map(({ op, record }) => [op, record])).toEqual(
    told.journal.map(({ op, record }) => [op, record]),
  );
});

test("what a person ruled on meanwhile stays as it is", async () => {
  const input = NEW;
  const curation = await curate(input);
  const after = await afterwards(input, curation);
  const [known] = after.known;
  const ruled = { act: "forget", by: "a person", at: "2026-03-03T09:00:00.000Z" } as const;
  const { held: _, ...record } = known?.file.record ?? sampleRecord();
  const taken = {
    ...known!,
    file: { ...known!.file, record: { ...record, status: "deprecated", ruled } as const },
  };
  const { drafts, promoted, held } = ruledOn([caseOf([ONE.claim])], curation, { ...after, known: [taken] });
  expect([drafts, promoted, held]).toEqual([[], [], []]);
});

describe("a case is about", () => {
  const record = sampleRecord();
  const at = (change: Partial<EvalCase>) =>
    replay(record, [caseOf([record.claim], { anchor: primaryAnchor(record), ...change })]).replay;

  test("records of its place, kind and, where it names one, type or cause", () => {
    expect(at({})).toBe("passed");
    expect(at({ type: record.type ?? null })).toBe("passed");
    expect(at({ type: "measurement" })).toBe("untouched");
    expect(at({ kind: "caution" })).toBe("untouched");
    expect(at({ cause: "flaky" })).toBe("untouched");
    expect(at({ anchor: "page:/else" })).toBe("untouched");
  });

  test("all that is claimed there: of several cases each must hold", () => {
    const anchor = primaryAnchor(record);
    const cases = [caseOf([record.claim], { anchor }), caseOf([], { anchor, name: "shop.yaml#none" })];
    expect(replay(record, cases)).toEqual({ replay: "failed", case: "shop.yaml#none" });
  });
});
