import { describe, expect, test } from "vitest";
import { type Marking, markRun } from "../../../knowledge/acts/mark-run.ts";
import type { JournalEntry } from "../../../knowledge/learn/learning-events.ts";
import type { KnowledgeRecord } from "../../../knowledge/record/record.ts";
import { knownOf, sampleCandidate, sampleRun } from "../../support/sample-learning.ts";
import { sampleId, sampleRecord } from "../../support/sample-record.ts";

const TEST = "test:checkout/pays";
const timeout = sampleCandidate({
  kind: "caution",
  type: undefined,
  anchors: [TEST],
  cause: "timeout",
  claim: "checkout/pays runs out of time now and then (timeout).",
});
const flaky = sampleCandidate({
  kind: "caution",
  type: undefined,
  anchors: [TEST],
  cause: "flaky",
  claim: "checkout/pays is flaky.",
});
const caution = sampleRecord({
  id: sampleId("caution", 1),
  kind: "caution",
  type: undefined,
  anchors: [TEST],
  root_cause: "timeout",
  claim: timeout.claim,
  evidence: { run: "r1", check: "failed", complete: true, digest: timeout.digest },
});
const fact = sampleRecord();
const PERSON = { by: "Ada", at: "2026-04-01T09:00:00.000Z", reason: null };

const entry = (record: KnowledgeRecord, op: JournalEntry["op"]): JournalEntry => ({
  op,
  record: record.id,
  source: "template",
  outcome: "applied",
  reason: null,
  before: null,
  after: null,
  candidate: record.evidence?.digest ?? "",
});

async function marking(change: Partial<Marking>, ...records: readonly KnowledgeRecord[]): Promise<Marking> {
  return {
    mark: "right",
    test: null,
    run: sampleRun(1),
    learned: records.map((record) => entry(record, "Add")),
    cautions: [],
    known: await Promise.all(records.map((record) => knownOf(record))),
    folders: new Map(),
    person: PERSON,
    ...change,
  };
}
const became = ({ drafts }: Awaited<ReturnType<typeof markRun>>) =>
  drafts.map(({ record }) => [record.id, record.status]);

describe("what a mark does to records", () => {
  test("right makes active what the run added or confirmed, and nothing else", async () => {
    const confirmed = sampleRecord({ id: sampleId("fact", 2), claim: "Confirmed." });
    const other = sampleRecord({ id: sampleId("fact", 3), claim: "Of another run." });
    const marked = await markRun({
      ...(await marking({}, fact, confirmed, other, caution)),
      learned: [entry(fact, "Add"), entry(confirmed, "Confirm"), entry(caution, "Add")],
    });
    expect(became(marked).sort()).toEqual([fact, confirmed, caution].map(({ id }) => [id, "active"]).sort());
    expect(marked.drafts.every(({ record }) => record.promotion?.path === "user-sovereign")).toBe(true);
    expect(marked.journal.map(({ op }) => op)).toEqual(["Promote", "Promote", "Promote"]);
  });

  test("with a test it is about the records that name the test", async () => {
    const marked = await markRun(await marking({ test: TEST }, fact, caution));
    expect(became(marked)).toEqual([[caution.id, "active"]]);
  });

  test("what a change of the run was refused or proposed for is left alone, and so is what is past", async () => {
    const past = sampleRecord({ id: sampleId("fact", 2), status: "deprecated" });
    const refused = { ...entry(fact, "Add"), outcome: "proposed" as const };
    const marked = await markRun({
      ...(await marking({}, fact, past)),
      learned: [refused, entry(past, "Confirm")],
    });
    expect(marked).toEqual({ drafts: [], journal: [], left: [] });
  });

  test("not-a-failure takes back the cautions that the run added, active ones too, never what it confirmed", async () => {
    const active = {
      ...caution,
      id: sampleId("caution", 2),
      status: "active" as const,
      promotion: { path: "deterministic-verdict-floor" as const, at: PERSON.at, by: "gate" },
    };
    const confirmed = { ...caution, id: sampleId("caution", 3) };
    const marked = await markRun({
      ...(await marking({ mark: "not-a-failure" }, fact, caution, active, confirmed)),
      learned: [entry(fact, "Add"), entry(caution, "Add"), entry(active, "Add"), entry(confirmed, "Confirm")],
    });
    expect(became(marked).sort()).toEqual([caution, active].map(({ id }) => [id, "deprecated"]).sort());
  });

  test("wrong-cause keeps the caution of the right cause and adds what is missing, as the person's", async () => {
    const right = await markRun(await marking({ mark: "wrong-cause", cautions: [timeout] }, caution));
    expect(became(right)).toEqual([[caution.id, "active"]]);
    const other = await markRun(await marking({ mark: "wrong-cause", cautions: [flaky] }, caution));
    expect(other.journal.map(({ op }) => op)).toEqual(["Deprecate", "Add"]);
    const added = other.drafts.find(({ expected }) => expected === null)?.record;
    expect(added).toMatchObject({
      status: "active",
      origin: "person",
      root_cause: "flaky",
      promotion: { path: "user-sovereign", by: "Ada" },
    });
  });

  test("a caution that a person had taken back holds again when one says so", async () => {
    const back = { ...caution, status: "deprecated" as const };
    const marked = await markRun({
      ...(await marking({ mark: "flaky", cautions: [timeout] }, back)),
      learned: [],
    });
    expect(became(marked)).toEqual([[caution.id, "active"]]);
  });

  test.each([
    ["right", []],
    ["not-a-failure", []],
    ["wrong-cause", [flaky]],
  ] as const)("%s done again on what it did writes nothing and tells the same", async (mark, cautions) => {
    const first = await markRun(await marking({ mark, cautions }, caution));
    const after = await Promise.all(first.drafts.map(({ record }) => knownOf(record)));
    const again = await markRun({ ...(await marking({ mark, cautions }, caution)), known: after });
    expect(again.drafts).toEqual([]);
    expect(again.journal.map(({ record }) => record).sort()).toEqual(
      first.journal.map(({ record }) => record).sort(),
    );
  });
});
