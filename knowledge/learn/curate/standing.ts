import { isCurrent } from "../../record/lifecycle.ts";
import { type KnowledgeRecord, primaryAnchor } from "../../record/record.ts";
import { type Candidate, candidateDigest } from "../candidate.ts";
import type { KnownRecord } from "./curation.ts";
import { isForgotten } from "./is-forgotten.ts";

/** What the records of a place have to do with a candidate. */
export type Standing =
  | { readonly kind: "new" }
  /** A current record says it. */
  | { readonly kind: "known"; readonly by: KnownRecord }
  /** A person took back a record that said it. */
  | { readonly kind: "forgotten"; readonly by: KnownRecord }
  /** A current record says something else that no longer holds, and this candidate is the one to replace it. */
  | { readonly kind: "contradicts"; readonly by: KnownRecord };

/**
 * Where a candidate stands among what is known and among all that the run saw. Records of another kind, type,
 * primary anchor or root cause have nothing to do with it. A record is contradicted where the run did not see
 * what it says, and a test that it names saw something else there, or what it had superseded was seen again; of
 * several candidates the first by digest that replaces no other record replaces it, and what is left over stands
 * beside. Pure; the order of `known` and `seenNow` does not matter.
 */
export function standingOf(
  candidate: Candidate,
  known: readonly KnownRecord[],
  seenNow: readonly Candidate[],
): Standing {
  const place = known.filter(({ file }) => isSamePlace(file.record, candidate));
  const said = place.filter(({ file }) => saysSame(file.record, candidate)).sort(bestFirst);
  const current = said.find(({ file }) => isCurrent(file.record));
  if (current !== undefined) return { kind: "known", by: current };
  const forgotten = said.find(({ file }) => isForgotten(file.record));
  if (forgotten !== undefined) return { kind: "forgotten", by: forgotten };

  const seen = seenNow.filter((other) => isOfPlace(other, candidate));
  const unsettled = seen
    .filter((other) => isUnsettled(other, place))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const taken = new Set<string>();
  for (const rival of place.filter(({ file }) => isCurrent(file.record)).sort(bestFirst)) {
    const { record } = rival.file;
    if (seen.some((other) => saysSame(record, other))) continue;
    const next = unsettled.find((other) => !taken.has(other.digest) && replaces(other, record, place));
    if (next?.digest === candidate.digest) return { kind: "contradicts", by: rival };
    if (next !== undefined) taken.add(next.digest);
  }
  return { kind: "new" };
}

/** Whether a record is about what the candidate is about. */
export function isSamePlace(record: KnowledgeRecord, { kind, type, anchors, cause }: Candidate): boolean {
  return (
    record.kind === kind &&
    record.type === type &&
    primaryAnchor(record) === anchors[0] &&
    record.root_cause === cause
  );
}

/** Whether a record came from the candidate's statement, or is worded as it is. */
export function saysSame(record: KnowledgeRecord, { digest }: Pick<Candidate, "digest">): boolean {
  return record.evidence?.digest === digest || statementDigest(record) === digest;
}

/** The digest of what the record says now; `evidence.digest` is that of what it said when it was written. */
export function statementDigest(record: KnowledgeRecord): string {
  const { kind, type, claim, root_cause: cause } = record;
  return candidateDigest({
    kind,
    anchor: primaryAnchor(record),
    claim,
    ...(type === undefined ? {} : { type }),
    ...(cause === undefined ? {} : { cause }),
  });
}

function isOfPlace(one: Candidate, other: Candidate): boolean {
  return (
    one.kind === other.kind &&
    one.type === other.type &&
    one.anchors[0] === other.anchors[0] &&
    one.cause === other.cause
  );
}

/** Neither known nor forgotten. */
function isUnsettled(candidate: Candidate, place: readonly KnownRecord[]): boolean {
  return !place.some(
    ({ file: { record } }) => saysSame(record, candidate) && (isCurrent(record) || isForgotten(record)),
  );
}

function replaces(candidate: Candidate, record: KnowledgeRecord, place: readonly KnownRecord[]): boolean {
  if (candidate.tests.some((test) => record.anchors.includes(test))) return true;
  const past = place.filter(({ file }) => saysSame(file.record, candidate));
  return past.some(({ file }) => lastSuccessor(file.record, place) === record.id);
}

/** The end of the line of successors; a ring of links ends where it closes. */
function lastSuccessor(record: KnowledgeRecord, place: readonly KnownRecord[]): string {
  const successors = new Map(place.map(({ file }) => [file.record.id, file.record.superseded_by]));
  const met = new Set([record.id]);
  let last = record.id;
  for (let at = successors.get(last); at !== undefined && !met.has(at); at = successors.get(at)) {
    met.add(at);
    last = at;
  }
  return last;
}

/** What is active before what is not, then the older by id. */
function bestFirst({ file: { record: a } }: KnownRecord, { file: { record: b } }: KnownRecord): number {
  const rank = (record: KnowledgeRecord) => (record.status === "active" ? 0 : 1);
  return rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
}
