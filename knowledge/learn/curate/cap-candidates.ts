import { primaryAnchor } from "../../record/record.ts";
import { CANDIDATES_A_RUN, type Candidate } from "../candidate.ts";
import type { KnownRecord } from "./curation.ts";
import { mergeCandidates } from "./merge-candidates.ts";
import { standingOf } from "./standing.ts";

export interface CappedCandidates {
  /** At most {@link CANDIDATES_A_RUN}, the most pressing first. */
  readonly kept: readonly Candidate[];
  /** The others, in the same order. */
  readonly overCap: readonly Candidate[];
}

/**
 * Equal candidates are made one, then the most pressing are kept: those that contradict an active record, those
 * of an anchor that has no record, then those confirmed the longest time ago. Pure; a total order, so that the
 * order of `candidates` and `known` does not matter.
 */
export function capCandidates(
  candidates: readonly Candidate[],
  known: readonly KnownRecord[],
): CappedCandidates {
  const merged = mergeCandidates(candidates);
  const knownAt = Map.groupBy(known, ({ file }) => primaryAnchor(file.record));
  const seenAt = Map.groupBy(merged, primaryAnchor);
  const ranked = merged.map((candidate) => {
    const anchor = primaryAnchor(candidate);
    return { candidate, rank: rankOf(candidate, knownAt.get(anchor) ?? [], seenAt.get(anchor) ?? []) };
  });
  // The sort is stable, and what is merged stands in order of digest.
  const sorted = ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ candidate }) => candidate);
  return { kept: sorted.slice(0, CANDIDATES_A_RUN), overCap: sorted.slice(CANDIDATES_A_RUN) };
}

/** A text that sorts: `0`, `1`, or `2` and the time of the last confirmation. */
function rankOf(candidate: Candidate, known: readonly KnownRecord[], seen: readonly Candidate[]): string {
  if (known.length === 0) return "1";
  const standing = standingOf(candidate, known, seen);
  if (standing.kind === "contradicts" && standing.by.file.record.status === "active") return "0";
  if (standing.kind !== "known") return "2";
  const { confirmed, file } = standing.by;
  return `2 ${new Date(confirmed.last ?? file.record.learned_at).toISOString()}`;
}
