import { describe, expect, test } from "vitest";
import { comparePaths, mayChangeStatus, promote, supersede } from "../../../knowledge/record/lifecycle.ts";
import {
  type KnowledgeRecord,
  ORIGINS,
  PROMOTION_PATHS,
  RECORD_STATUSES,
} from "../../../knowledge/record/record.ts";
import { recordProblems } from "../../../knowledge/record/record-problems.ts";
import { sampleId, samplePair, sampleRecord } from "../../support/sample-record.ts";

const AT = "2026-02-10T08:00:00.000Z";
const path = (path: (typeof PROMOTION_PATHS)[number]) => ({ path, at: AT, by: "gate" });

describe("changes of status", () => {
  test("what each may do, and nothing else", () => {
    const legal = RECORD_STATUSES.flatMap((from) =>
      RECORD_STATUSES.filter((to) => to !== from).flatMap((to) =>
        ORIGINS.filter((by) => mayChangeStatus(sampleRecord({ status: from }), to, by)).map(
          (by) => `${by}: ${from} → ${to}`,
        ),
      ),
    );
    expect(legal.sort()).toEqual([
      "local: active → superseded",
      "local: candidate → active",
      "local: candidate → deprecated",
      "local: candidate → superseded",
      "local: open → resolved",
      "person: active → deprecated",
      "person: active → superseded",
      "person: candidate → active",
      "person: candidate → deprecated",
      "person: candidate → superseded",
      "person: deprecated → active",
      "person: open → resolved",
      "person: resolved → open",
    ]);
  });

  test("a procedure is never made active, and staying is no change", () => {
    const procedure = sampleRecord({ kind: "procedure", id: sampleId("procedure", 1), type: undefined });
    for (const by of ORIGINS) {
      expect(mayChangeStatus(procedure, "active", by)).toBe(false);
      expect(mayChangeStatus(procedure, "candidate", by)).toBe(true);
    }
  });
});

describe("promotion", () => {
  test("paths go from weakest to strongest", () => {
    expect([...PROMOTION_PATHS].reverse().sort(comparePaths)).toEqual([
      "deterministic-verdict-floor",
      "gate1-lower-trust",
      "gate1+gate2",
      "user-sovereign",
    ]);
  });

  test("a promoted record is active, no longer held, and sound", () => {
    const done = promote(sampleRecord({ held: "needs-enrichment" }), path("gate1+gate2"), "local");
    expect(done).toMatchObject({
      kind: "promoted",
      record: { status: "active", promotion: path("gate1+gate2") },
    });
    if (done.kind === "promoted") {
      expect(done.record.held).toBeUndefined();
      expect(recordProblems(done.record)).toEqual([]);
    }
  });

  test("a path is only ever strengthened, a person's path is a person's, and CI promotes nothing", () => {
    const active = sampleRecord({ status: "active", promotion: path("gate1+gate2") });
    expect(promote(active, path("gate1-lower-trust"), "local")).toMatchObject({ code: "weaker_path" });
    expect(promote(active, path("gate1+gate2"), "local")).toMatchObject({ code: "weaker_path" });
    expect(promote(active, path("user-sovereign"), "person")).toMatchObject({ kind: "promoted" });
    expect(promote(sampleRecord(), path("user-sovereign"), "local")).toMatchObject({ code: "weaker_path" });
    expect(promote(sampleRecord(), path("gate1+gate2"), "ci")).toMatchObject({
      code: "status_change_illegal",
    });
    expect(promote(active, path("user-sovereign"), "ci")).toMatchObject({ code: "status_change_illegal" });
  });

  test("what a person deprecated only a person brings back", () => {
    const gone = sampleRecord({ status: "deprecated" });
    expect(promote(gone, path("gate1+gate2"), "local")).toMatchObject({ code: "status_change_illegal" });
    expect(promote(gone, path("user-sovereign"), "person")).toMatchObject({ kind: "promoted" });
  });
});

describe("supersession", () => {
  const { old, next } = samplePair();

  test("both stay, the new one current and the old one not, linked at both ends: L-001, L-014", () => {
    const done = supersede(old, next, AT, "local");
    expect(done).toEqual({
      kind: "superseded",
      old: { ...old, status: "superseded", superseded_at: AT, superseded_by: next.id },
      next: { ...next, supersedes: old.id },
    });
    if (done.kind !== "superseded") return;
    for (const record of [done.old, done.next]) expect(recordProblems(record)).toEqual([]);
  });

  const refusals: readonly [string, KnowledgeRecord, KnowledgeRecord, string][] = [
    ["itself", old, old, "same_record"],
    ["a record that is past", { ...old, status: "deprecated" }, next, "not_current"],
    ["by a record that is past", old, { ...next, status: "deprecated" }, "not_current"],
    ["a second record by one", old, { ...next, supersedes: sampleId("fact", 9) }, "not_current"],
    ["by an older truth", old, { ...next, valid_from: old.valid_from }, "validity_empty"],
    ["before it was learned", { ...old, learned_at: AT }, next, "validity_empty"],
  ];
  test.each(refusals)("%s is refused with the way out", (_, one, other, code) => {
    const answer = supersede(one, other, AT, "person");
    expect(answer).toMatchObject({ kind: "refused", code });
    if (answer.kind === "refused") expect(answer.recover).not.toBe("");
  });

  test("records of another anchor or kind are left alone: L-005", () => {
    const elsewhere = { ...next, anchors: ["page:/checkout", ...old.anchors.slice(0, 1)] };
    const caution = { ...next, kind: "caution" as const, id: sampleId("caution", 2) };
    expect(supersede(old, elsewhere, AT, "person")).toMatchObject({ code: "other_anchor" });
    expect(supersede(old, caution, AT, "person")).toMatchObject({ code: "other_kind" });
  });

  test("CI corrects nothing", () => {
    expect(supersede(old, next, AT, "ci")).toMatchObject({ code: "status_change_illegal" });
  });
});
