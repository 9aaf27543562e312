import { describe, expect, test } from "vitest";
import { gate } from "../../../knowledge/learn/curate/gate.ts";
import { sampleId, sampleRecord } from "../../support/sample-record.ts";

const proved = { step: "4", matched: 1, check: "passed", complete: true } as const;
const caution = sampleRecord({
  id: sampleId("caution", 1),
  kind: "caution",
  type: undefined,
  root_cause: "flaky",
  anchors: ["test:checkout/pays"],
});
const measured = sampleRecord({ type: "measurement", anchors: ["check:total", "page:/checkout"] });
const none = new Set<string>();

describe("what is enough", () => {
  test.each([
    ["a fact of one element", sampleRecord(), proved],
    ["a measurement of a check", measured, { check: "passed", complete: true } as const],
    ["a measurement read from one element", measured, proved],
    ["a caution of an explained failure", caution, { check: "failed", complete: true } as const],
  ])("%s is promoted", (_, record, evidence) => {
    expect(gate(record, evidence, { pausedAnchors: none, hasEvals: false })).toEqual({
      kind: "promoted",
      path: "deterministic-verdict-floor",
    });
  });
});

describe("what is held, and why", () => {
  const { matched: _, ...unmatched } = proved;
  const person = { act: "forget", by: "a person", at: "2026-02-10T08:00:00.000Z" } as const;
  test.each([
    [
      "kind-never-promoted",
      sampleRecord({ id: sampleId("procedure", 1), kind: "procedure", type: undefined }),
      proved,
    ],
    [
      "kind-never-promoted",
      sampleRecord({ id: sampleId("unknown", 1), kind: "unknown", status: "open" }),
      proved,
    ],
    ["deprecated-by-person", sampleRecord({ status: "deprecated", ruled: person }), proved],
    ["deprecated-by-person", sampleRecord({ status: "deprecated" }), proved],
    ["no-confirmed-evidence", sampleRecord(), { ...proved, check: "failed" } as const],
    ["no-confirmed-evidence", sampleRecord(), { ...proved, check: "none" } as const],
    ["no-confirmed-evidence", caution, { check: "none", complete: true } as const],
    ["needs-enrichment", sampleRecord(), { ...proved, complete: false }],
    ["needs-enrichment", caution, { check: "failed", complete: false } as const],
    ["not-one-element", sampleRecord(), { ...proved, matched: 2 }],
    ["not-one-element", sampleRecord(), { ...proved, matched: 0 }],
    ["not-one-element", sampleRecord(), unmatched],
    ["not-one-element", sampleRecord({ type: "measurement" }), unmatched],
    ["not-one-element", measured, { ...proved, matched: 3 }],
    ["no-root-cause", { ...caution, root_cause: undefined }, { check: "failed", complete: true } as const],
  ])("%s: case %#", (reason, record, evidence) => {
    const { root_cause, ...rest } = record;
    const sound = root_cause === undefined ? rest : { ...rest, root_cause };
    expect(gate(sound, evidence, { pausedAnchors: none, hasEvals: false })).toEqual({ kind: "held", reason });
  });

  test("anchor-churning: any of its anchors is paused", () => {
    for (const anchor of sampleRecord().anchors)
      expect(gate(sampleRecord(), proved, { pausedAnchors: new Set([anchor]), hasEvals: false })).toEqual({
        kind: "held",
        reason: "anchor-churning",
      });
  });

  test("replay-waits: where there is an eval corpus it is asked last, and what is held for another reason keeps that", () => {
    const options = { pausedAnchors: none, hasEvals: true };
    expect(gate(sampleRecord(), proved, options)).toEqual({ kind: "held", reason: "replay-waits" });
    expect(gate(sampleRecord(), { ...proved, complete: false }, options)).toEqual({
      kind: "held",
      reason: "needs-enrichment",
    });
  });

  test("what learning retired was not taken back by a person", () => {
    const retired = sampleRecord({ status: "deprecated", ruled: { ...person, act: "retire" } });
    expect(gate(retired, proved, { pausedAnchors: none, hasEvals: false })).toMatchObject({
      kind: "promoted",
    });
  });
});
