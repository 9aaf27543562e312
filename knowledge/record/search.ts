import { normaliseAnchor } from "./anchor.ts";
import { isCurrent } from "./lifecycle.ts";
import type { KnowledgeRecord, RecordKind, RecordStatus } from "./record.ts";

/** A record with the scope that its path says. */
export interface FiledRecord {
  readonly scope: string;
  readonly record: KnowledgeRecord;
}

/** Every given condition must hold. */
export interface RecordQuery {
  /** Words that must all occur, in any order and case, in the claim, the anchors or the id. */
  readonly text?: string;
  readonly scope?: string;
  readonly kinds?: readonly RecordKind[];
  /** Without it only current records are found: candidate, active, open. */
  readonly statuses?: readonly RecordStatus[];
  /** In any spelling; any of a record's anchors may be it. */
  readonly anchor?: string;
}

/**
 * The records that answer a query, best first: the one filter of every surface. A record never stands above its
 * successor. Deterministic: the order of `records` does not matter.
 */
export function searchRecords<Filed extends FiledRecord>(
  records: readonly Filed[],
  query: RecordQuery,
): readonly Filed[] {
  const words = fold(query.text ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const anchor = query.anchor === undefined ? null : spelling(query.anchor);
  const found: { filed: Filed; score: number; depth: number }[] = [];
  const successors = new Map(records.map(({ record }) => [record.id, record.superseded_by]));
  for (const filed of records) {
    const { scope, record } = filed;
    if (query.scope !== undefined && scope !== query.scope) continue;
    if (query.kinds !== undefined && !query.kinds.includes(record.kind)) continue;
    if (query.statuses === undefined ? !isCurrent(record) : !query.statuses.includes(record.status)) continue;
    if (anchor !== null && !record.anchors.includes(anchor)) continue;
    const score = textScore(record, words);
    if (score === null) continue;
    found.push({ filed, score, depth: distanceToLast(record.id, successors) });
  }
  return found
    .sort(
      (a, b) =>
        a.depth - b.depth ||
        STATUS_RANK[a.filed.record.status] - STATUS_RANK[b.filed.record.status] ||
        b.score - a.score ||
        (b.filed.record.confirmed?.count ?? 0) - (a.filed.record.confirmed?.count ?? 0) ||
        compare(a.filed.record.id, b.filed.record.id) ||
        compare(a.filed.scope, b.filed.scope),
    )
    .map(({ filed }) => filed);
}

const STATUS_RANK: Record<RecordStatus, number> = {
  active: 0,
  candidate: 1,
  open: 2,
  resolved: 3,
  deprecated: 4,
  superseded: 5,
};

/** How many supersessions lie between a record and the last of its line; a ring of links ends where it closes. */
function distanceToLast(id: string, successors: ReadonlyMap<string, string | undefined>): number {
  const seen = new Set([id]);
  let distance = 0;
  for (let at = successors.get(id); at !== undefined && !seen.has(at); at = successors.get(at)) {
    seen.add(at);
    distance++;
  }
  return distance;
}

/** A word counts 4 whole in the claim, 3 whole in an anchor or the id, 2 and 1 as a part; null where one is absent. */
function textScore(record: KnowledgeRecord, words: readonly string[]): number | null {
  if (words.length === 0) return 0;
  const claim = fold(record.claim);
  const names = fold([...record.anchors, record.id].join(" "));
  let score = 0;
  for (const word of words) {
    const best = Math.max(rate(claim, word, 4, 2), rate(names, word, 3, 1));
    if (best === 0) return null;
    score += best;
  }
  return score;
}

function rate(text: string, word: string, whole: number, part: number): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    best = part;
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return whole;
  }
  return best;
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char);
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** An anchor that has no normal form is looked for as it stands. */
function spelling(text: string): string {
  const normal = normaliseAnchor(text);
  return normal.kind === "anchor" ? normal.anchor : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
