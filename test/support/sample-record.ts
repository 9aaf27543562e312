import { statementDigest } from "../../knowledge/learn/curate/standing.ts";
import { normaliseAnchor } from "../../knowledge/record/anchor.ts";
import { type KnowledgeRecord, primaryAnchor } from "../../knowledge/record/record.ts";
import { newRecordId } from "../../knowledge/record/record-id.ts";
import { recordPath } from "../../knowledge/record/record-path.ts";

/** A sound candidate fact as the template writes it; `change` replaces keys, and undefined takes one away. */
export function sampleRecord(
  change: { readonly [Key in keyof KnowledgeRecord]?: KnowledgeRecord[Key] | undefined } = {},
): KnowledgeRecord {
  const record = {
    id: sampleId("fact", 1),
    schema: 1,
    kind: "fact",
    type: "selector",
    anchors: ["element:/checkout#button[Place order]", "page:/checkout"],
    status: "candidate",
    learned_at: "2026-01-10T08:00:00.000Z",
    valid_from: "2026-01-10T07:59:00.000Z",
    evidence: { run: "r1", step: "4", matched: 1, check: "passed", complete: true, digest: "" },
    origin: "local",
    curated_by: "template",
    claim: "The button that places an order is called Place order.",
    ...change,
  };
  const sound = Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as unknown as KnowledgeRecord;
  const { evidence } = sound;
  if (evidence === undefined || change.evidence !== undefined) return sound;
  return { ...sound, evidence: { ...evidence, digest: statementDigest(sound) } };
}

/** The `n`th id of a kind; the same each time. */
export function sampleId(kind: KnowledgeRecord["kind"], n: number): string {
  return newRecordId(kind, {
    clock: { now: () => 1_767_225_600_000 + n },
    ids: { random: (bytes) => new Uint8Array(bytes).fill(n >> 8, -2).fill(n & 255, -1) },
  });
}

/** Where a record goes in an empty scope. */
export function samplePath(record: KnowledgeRecord, scope = "checkout"): string {
  return recordPath({ scope, anchor: primaryAnchor(record), id: record.id }, new Set());
}

/** An active fact and the one that takes its place, before they are linked. */
export function samplePair(): { readonly old: KnowledgeRecord; readonly next: KnowledgeRecord } {
  const old = sampleRecord({
    status: "active",
    promotion: { path: "deterministic-verdict-floor", at: "2026-01-11T08:00:00.000Z", by: "gate" },
  });
  const next = sampleRecord({
    id: sampleId("fact", 2),
    learned_at: "2026-02-10T08:00:00.000Z",
    valid_from: "2026-02-10T07:59:00.000Z",
    claim: "The button that places an order is called Buy now.",
  });
  return { old, next };
}

/** The normal form of an anchor that has one. */
export function anchored(text: string): string {
  const normal = normaliseAnchor(text);
  if (normal.kind !== "anchor") throw new Error(normal.problem);
  return normal.anchor;
}
