import { describe, expect, test } from "vitest";
import { ruleRecord } from "../../../knowledge/acts/rule-record.ts";
import type { KnowledgeRecord } from "../../../knowledge/record/record.ts";
import { readRecordFile } from "../../../knowledge/record/record-file.ts";
import { knownOf, sampleRun } from "../../support/sample-learning.ts";
import { sampleId, sampleRecord } from "../../support/sample-record.ts";

const person = { by: "a person", at: sampleRun(2).at, reason: "seen by hand" };
const promotion = { path: "deterministic-verdict-floor", at: sampleRun(1).at, by: "gate" } as const;
const active = sampleRecord({ status: "active", promotion });
const question = sampleRecord({
  id: sampleId("unknown", 1),
  kind: "unknown",
  type: undefined,
  status: "open",
});
const retired = { act: "retire", by: "r1", at: sampleRun(1).at } as const;

async function rule(record: KnowledgeRecord, act: "accept" | "reject" | "forget") {
  return ruleRecord(await knownOf(record), act, person);
}

describe("a person", () => {
  const ruled = (act: string) => ({ act, by: "a person", at: person.at, reason: person.reason });
  test.each([
    [
      "accept",
      sampleRecord({ held: "needs-enrichment" }),
      { status: "active", promotion: { path: "user-sovereign", by: "a person", at: person.at } },
    ],
    ["accept", active, { status: "active", promotion: { path: "user-sovereign" } }],
    [
      "accept",
      sampleRecord({ status: "deprecated", ruled: { ...retired, act: "forget" } }),
      { status: "active" },
    ],
    ["accept", question, { status: "resolved", ruled: ruled("accept") }],
    ["reject", sampleRecord({ held: "needs-enrichment" }), { status: "deprecated", ruled: ruled("reject") }],
    ["reject", question, { status: "resolved", ruled: ruled("reject") }],
    ["forget", sampleRecord(), { status: "deprecated", ruled: ruled("forget") }],
    ["forget", active, { status: "deprecated", ruled: ruled("forget") }],
    [
      "forget",
      sampleRecord({ status: "deprecated", ruled: retired }),
      { status: "deprecated", ruled: ruled("forget") },
    ],
  ] as const)("may %s: case %#", async (act, record, expected) => {
    const answer = await rule(record, act);
    expect(answer).toMatchObject({ kind: "apply", drafts: [{ record: expected }] });
    if (answer.kind !== "apply") return;
    const [draft] = answer.drafts;
    expect(draft?.record.held).toBeUndefined();
    expect(draft?.record.status !== "active" || draft.record.ruled === undefined).toBe(true);
    expect(await readRecordFile(draft?.path ?? "", draft?.text ?? "")).toMatchObject({
      record: draft?.record,
    });
  });

  const gone = sampleRecord({
    status: "superseded",
    superseded_at: sampleRun(1).at,
    superseded_by: "fact_NEXT",
  });
  test.each([
    ["reject", active, "assay knowledge forget"],
    ["forget", question, "assay knowledge reject"],
    ["accept", { ...question, status: "resolved" as const }, "nothing to do"],
    [
      "accept",
      sampleRecord({ id: sampleId("procedure", 1), kind: "procedure", type: undefined }),
      "add a new record",
    ],
    ["accept", { ...active, promotion: { ...promotion, path: "user-sovereign" as const } }, "nothing to do"],
    ["forget", gone, "assay knowledge show fact_NEXT"],
    ["forget", sampleRecord({ status: "deprecated" }), "assay knowledge accept"],
  ] as const)("may not %s, and is told the way out: case %#", async (act, record, recover) => {
    const answer = await rule(record, act);
    expect(answer.kind).toBe("refused");
    if (answer.kind === "refused") expect(answer.recover).toContain(recover);
  });

  test("is asked to mend a file that breaks a rule first", async () => {
    const known = await knownOf(sampleRecord());
    const text = known.file.text.replace(/learned_at: .*/, "learned_at: 2026-01-10");
    const answer = await ruleRecord(await knownOf(sampleRecord(), { text }), "accept", person);
    expect(answer).toMatchObject({ kind: "refused", code: "record-unsound" });
  });

  test("leaves the bytes that a ruling is not about, and the count as of now", async () => {
    const { file } = await knownOf(sampleRecord());
    const text = file.text.replace("origin: local", "origin: local # ours");
    const confirmed = { count: 7, last: sampleRun(1).at };
    const answer = await ruleRecord(await knownOf(sampleRecord(), { text, confirmed }), "accept", person);
    if (answer.kind !== "apply") throw new Error(answer.why);
    expect(answer.drafts[0]?.text).toContain("origin: local # ours\n");
    expect(answer.drafts[0]?.record.confirmed).toEqual(confirmed);
  });
});
