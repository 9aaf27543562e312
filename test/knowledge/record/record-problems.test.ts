import { describe, expect, test } from "vitest";
import type { KnowledgeRecord } from "../../../knowledge/record/record.ts";
import { writeRecordFile } from "../../../knowledge/record/record-file.ts";
import { birthStatus, recordProblems } from "../../../knowledge/record/record-problems.ts";
import { sampleId, sampleRecord } from "../../support/sample-record.ts";

const keys = (record: KnowledgeRecord) => recordProblems(record).map(({ key }) => key);
const superseded = {
  status: "superseded" as const,
  superseded_at: "2026-02-01T00:00:00.000Z",
  superseded_by: sampleId("fact", 2),
};
const ruled = { act: "forget" as const, by: "ann", at: "2026-01-11T00:00:00.000Z" };
const promotion = { path: "user-sovereign" as const, at: "2026-01-11T00:00:00.000Z", by: "ann" };

describe("rules between the keys of a record", () => {
  test.each<[string, Parameters<typeof sampleRecord>[0]]>([
    ["a candidate fact", {}],
    ["a held candidate", { held: "no-confirmed-evidence" }],
    ["an active fact", { status: "active", promotion }],
    ["a fact that a person took back", { status: "deprecated", ruled }],
    ["a superseded fact", superseded],
    ["a superseded fact that was active", { ...superseded, promotion }],
    ["a deprecated fact", { status: "deprecated" }],
    ["a caution", { kind: "caution", id: sampleId("caution", 1), type: undefined, root_cause: "flaky" }],
    ["a procedure", { kind: "procedure", id: sampleId("procedure", 1), type: undefined }],
    ["a question", { kind: "unknown", id: sampleId("unknown", 1), type: undefined, status: "open" }],
    ["a baseline", { type: "measurement", baseline: { unit: "ms", values: [1], median: 1, spread: 0 } }],
  ])("%s is sound", (_, change) => {
    expect(recordProblems(sampleRecord(change))).toEqual([]);
  });

  test.each<[string, Parameters<typeof sampleRecord>[0], string[]]>([
    ["a fact without a type", { type: undefined }, ["type"]],
    ["a caution with a type", { kind: "caution", id: sampleId("caution", 1) }, ["type"]],
    ["an id of another kind", { id: sampleId("caution", 1) }, ["id"]],
    ["an older schema", { schema: 2 }, ["schema"]],
    ["a fact that is open", { status: "open" }, ["status"]],
    [
      "a procedure that is active",
      { kind: "procedure", id: sampleId("procedure", 1), type: undefined, status: "active", promotion },
      ["status"],
    ],
    ["an anchor in another spelling", { anchors: ["page:/checkout/?a=1"] }, ["anchors"]],
    ["an anchor twice", { anchors: ["page:/a", "page:/a"] }, ["anchors"]],
    ["an anchor of no kind", { anchors: ["button"] }, ["anchors"]],
    ["a time in another spelling", { valid_from: "2026-01-01" }, ["valid_from"]],
    ["an active fact that nobody promoted", { status: "active" }, ["promotion"]],
    ["a promoted candidate", { promotion }, ["promotion"]],
    ["a ruled out active fact", { status: "active", promotion, ruled }, ["ruled"]],
    [
      "a ruling at a time in another form",
      { status: "deprecated", ruled: { ...ruled, at: "2026-01-11" } },
      ["ruled"],
    ],
    ["a held active fact", { status: "active", promotion, held: "x" }, ["held"]],
    [
      "a superseded fact without its successor",
      { ...superseded, superseded_by: undefined },
      ["superseded_by"],
    ],
    ["a superseded fact without its end", { ...superseded, superseded_at: undefined }, ["superseded_at"]],
    ["a candidate with an end", { superseded_at: superseded.superseded_at }, ["superseded_at"]],
    ["a record that supersedes itself", { supersedes: sampleId("fact", 1) }, ["supersedes"]],
    ["a fact with a root cause", { root_cause: "flaky" }, ["root_cause"]],
    [
      "a selector with a baseline",
      { baseline: { unit: "", values: [], median: 0, spread: 0 } },
      ["baseline"],
    ],
    ["a claim with a bell", { claim: "a\u0007b" }, ["claim"]],
    ["a claim with half a character", { claim: "a\ud800b" }, ["claim"]],
    ["a claim too long", { claim: "x".repeat(4_001) }, ["claim"]],
    ["an untrimmed claim", { claim: "x " }, ["claim"]],
  ])("%s is refused by its key", (_, change, expected) => {
    expect(keys(sampleRecord(change))).toEqual(expected);
  });

  test("an inverted or empty time of validity is refused at write: L-006", () => {
    for (const superseded_at of ["2026-01-10T08:00:00.000Z", "2026-01-09T00:00:00.000Z"]) {
      const record = sampleRecord({ ...superseded, superseded_at });
      expect(keys(record)).toContain("superseded_at");
      expect(() => writeRecordFile(record)).toThrow(expect.objectContaining({ code: "record_invalid" }));
    }
  });

  test("every kind is born without standing", () => {
    expect(birthStatus("fact")).toBe("candidate");
    expect(birthStatus("caution")).toBe("candidate");
    expect(birthStatus("procedure")).toBe("candidate");
    expect(birthStatus("unknown")).toBe("open");
  });
});
