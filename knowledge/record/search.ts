import { normaliseAnchor } from "./anchor.ts";
import { bestOf } from "./best-of.ts";
import { isCurrent } from "./lifecycle.ts";
import type { KnowledgeRecord, RecordKind, RecordStatus } from "./record.ts";

/** A record with the scope that its path says; of the record no more than finding needs. */
export interface FiledRecord {
  readonly scope: string;
  /** Puts two files of one id in order; relative to the knowledge root. */
  readonly path: string;
  readonly record: Pick<KnowledgeRecord, "id" | "kind" | "status" | "anchors" | "superseded_by" | "claim"> & {
    readonly confirmed?: { readonly count: number } | undefined;
  };
}

/** A record, and the one that it names as its successor. */
export type RecordLink = Pick<KnowledgeRecord, "id" | "superseded_by">;

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

/** A part of an answer: `limit` records, Infinity for all, from the `offset`th, counted from 0. */
export interface SearchWindow {
  readonly offset: number;
  readonly limit: number;
}

const WHOLE: SearchWindow = { offset: 0, limit: Number.POSITIVE_INFINITY };

/**
 * The records that answer a query, best first, and how many there are outside of the window too: the one filter of
 * every surface. A record never stands above its successor. Deterministic: the order of `records` does not matter.
 * `links` are at least those of `records` that name a successor, for who has them at hand.
 */
export function searchRecords<Filed extends FiledRecord>(
  records: Iterable<Filed>,
  query: RecordQuery,
  { offset, limit }: SearchWindow = WHOLE,
  links: Iterable<RecordLink> = linksIn(records),
): { readonly total: number; readonly records: readonly Filed[] } {
  const words = fold(query.text ?? "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const anchor = query.anchor === undefined ? null : spelling(query.anchor);
  const successors = successorsOf(links);
  const kept = bestOf<Found<Filed>>(offset + limit, compareFound);
  for (const filed of records) {
    const { scope, record } = filed;
    if (query.scope !== undefined && scope !== query.scope) continue;
    if (query.kinds !== undefined && !query.kinds.includes(record.kind)) continue;
    if (query.statuses === undefined ? !isCurrent(record) : !query.statuses.includes(record.status)) continue;
    if (anchor !== null && !record.anchors.includes(anchor)) continue;
    const score = textScore(record, words);
    if (score === null) continue;
    kept.add({
      filed,
      depth: distanceToLast(record.id, successors),
      status: STATUS_RANK[record.status],
      score,
      confirmed: record.confirmed?.count ?? 0,
    });
  }
  const { total, best } = kept.end();
  return { total, records: best.slice(offset).map(({ filed }) => filed) };
}

interface Found<Filed> {
  readonly filed: Filed;
  /** Supersessions up to the last of its line. */
  readonly depth: number;
  /** Place in the order of statuses. */
  readonly status: number;
  readonly score: number;
  readonly confirmed: number;
}

function compareFound<Filed extends FiledRecord>(a: Found<Filed>, b: Found<Filed>): number {
  return (
    a.depth - b.depth ||
    a.status - b.status ||
    b.score - a.score ||
    b.confirmed - a.confirmed ||
    compare(a.filed.record.id, b.filed.record.id) ||
    compare(a.filed.path, b.filed.path)
  );
}

const STATUS_RANK: Record<RecordStatus, number> = {
  active: 0,
  candidate: 1,
  open: 2,
  resolved: 3,
  deprecated: 4,
  superseded: 5,
};

/** Those that name a successor, and it. */
export function linksIn(records: Iterable<FiledRecord>): RecordLink[] {
  const links: RecordLink[] = [];
  for (const { record } of records) {
    const { id, superseded_by } = record;
    if (superseded_by !== undefined) links.push({ id, superseded_by });
  }
  return links;
}

/** By id. Of two files of one id the one that names a successor counts, and of two successors the first. */
function successorsOf(links: Iterable<RecordLink>): ReadonlyMap<string, string> {
  const successors = new Map<string, string>();
  for (const { id, superseded_by: next } of links) {
    if (next === undefined) continue;
    const known = successors.get(id);
    if (known === undefined || next < known) successors.set(id, next);
  }
  return successors;
}

/** How many supersessions lie between a record and the last of its line; a ring of links ends where it closes. */
function distanceToLast(id: string, successors: ReadonlyMap<string, string>): number {
  // Without any link not even the id is looked up.
  if (successors.size === 0 || !successors.has(id)) return 0;
  const seen = new Set([id]);
  let distance = 0;
  for (let at = successors.get(id); at !== undefined && !seen.has(at); at = successors.get(at)) {
    seen.add(at);
    distance++;
  }
  return distance;
}

/** A word counts 4 whole in the claim, 3 whole in an anchor or the id, 2 and 1 as a part; null where one is absent. */
function textScore(record: FiledRecord["record"], words: readonly string[]): number | null {
  if (words.length === 0) return 0;
  const claim = fold(record.claim);
  let names: string | undefined;
  let score = 0;
  for (const word of words) {
    let best = rate(claim, word, 4, 2);
    if (best < 4) {
      names ??= fold([...record.anchors, record.id].join(" "));
      best = Math.max(best, rate(names, word, 3, 1));
    }
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
  // Printable ASCII has no other form.
  return (/[^ -~]/.test(text) ? text.normalize("NFKC") : text).toLowerCase();
}

/** An anchor that has no normal form is looked for as it stands. */
function spelling(text: string): string {
  const normal = normaliseAnchor(text);
  return normal.kind === "anchor" ? normal.anchor : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
