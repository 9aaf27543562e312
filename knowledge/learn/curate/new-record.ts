import { type KnowledgeRecord, type Origin, RECORD_SCHEMA, type RecordKind } from "../../record/record.ts";
import { birthStatus } from "../../record/record-problems.ts";
import { type Candidate, candidateDigest } from "../candidate.ts";
import type { Change } from "../change.ts";
import { learnedId } from "./learned-id.ts";

/** Where and when a record is added. */
export interface Birth {
  /** Run that saw it. */
  readonly run: string;
  /** What makes its id: a run, or the proposal that is carried out. */
  readonly id: { readonly run: string; readonly at: string };
  /** When it was true, and when it became known; ISO 8601. */
  readonly validFrom: string;
  readonly learnedAt: string;
  readonly origin: Origin;
  readonly curatedBy: KnowledgeRecord["curated_by"];
}

export type Adding = Extract<Change, { op: "Add" | "Supersede" | "MintUnknown" }>;

/** The record that a change adds, as it is born: a candidate, or an open question. Equal for equal input. */
export function newRecord(change: Adding, birth: Birth): KnowledgeRecord {
  const { candidate } = change;
  if (change.op === "MintUnknown") {
    const [anchor = ""] = change.anchors;
    const digest = candidateDigest({ kind: "unknown", anchor, claim: change.question });
    return {
      ...born("unknown", digest, birth),
      anchors: [...new Set(change.anchors)],
      evidence: { run: birth.run, complete: false, digest },
      claim: change.question,
    };
  }
  const { kind, type, cause, digest, anchors, measured } = candidate;
  return {
    ...born(kind, digest, birth),
    ...(type === undefined ? {} : { type }),
    anchors,
    evidence: recordEvidence(candidate, birth.run, digest),
    ...(cause === undefined ? {} : { root_cause: cause }),
    ...(measured === undefined ? {} : { baseline: firstOf(measured) }),
    claim: change.claim,
  };
}

/** What a run saw of a candidate, as a record keeps it; `digest` is that of the statement that the record came from. */
export function recordEvidence(
  { evidence: { step, matched, check, complete } }: Candidate,
  run: string,
  digest: string,
): NonNullable<KnowledgeRecord["evidence"]> {
  return {
    run,
    ...(step === undefined || step === "" ? {} : { step }),
    ...(matched === undefined ? {} : { matched }),
    check,
    complete,
    digest,
  };
}

/** A baseline begins with the value that was seen first. */
function firstOf({
  value,
  unit,
}: NonNullable<Candidate["measured"]>): NonNullable<KnowledgeRecord["baseline"]> {
  return { unit, values: [value], median: value, spread: 0 };
}

function born(kind: RecordKind, digest: string, { id, validFrom, learnedAt, origin, curatedBy }: Birth) {
  return {
    id: learnedId(kind, id, digest),
    schema: RECORD_SCHEMA,
    kind,
    status: birthStatus(kind),
    learned_at: learnedAt,
    valid_from: validFrom,
    origin,
    curated_by: curatedBy,
  };
}
