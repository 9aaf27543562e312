import { placeOf } from "./batch-item.ts";

/** How far a reader of the feed has come. */
export interface FeedPosition {
  /** Place in the feed of the last batch in order that the reader was given, and the stream that it is of. */
  readonly key: string;
  readonly stream: string;
  /** How many batches of each of the last seconds the reader was given: one that holds more by now has a late one. */
  readonly counts: ReadonlyMap<number, number>;
}

/** Seconds before a position that are looked through again for batches which the index showed late. */
export const OVERLAP = 300;

/** The first second that is looked through again. */
export function lookedFrom({ key }: FeedPosition): number {
  return placeOf(key).second - OVERLAP;
}

export function writePosition(position: FeedPosition): string {
  const { key, stream, counts } = position;
  const from = lookedFrom(position);
  const recent = [...counts].filter(([second]) => second >= from).sort(([a], [b]) => a - b);
  return JSON.stringify([key, stream, recent.map(([second, count]) => [second - from, count])]);
}

/** The position of a text, or null for one that {@link writePosition} did not write. */
export function readPosition(text: string): FeedPosition | null {
  const [key, stream, recent] = parsedList(text);
  if (typeof key !== "string" || typeof stream !== "string" || !Array.isArray(recent)) return null;
  const from = placeOf(key).second - OVERLAP;
  if (!Number.isSafeInteger(from) || !recent.every(isPair)) return null;
  return { key, stream, counts: new Map(recent.map(([second, count]) => [second + from, count])) };
}

function parsedList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isPair(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);
}
