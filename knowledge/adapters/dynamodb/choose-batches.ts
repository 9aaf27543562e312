import { placeOf } from "./batch-item.ts";
import { type FeedPosition, lookedFrom } from "./feed-position.ts";

/** A batch as the index of the feed shows it. */
export interface FeedEntry {
  readonly feedKey: string;
  readonly stream: string;
  readonly pk: string;
  readonly sk: string;
}

export interface ChosenBatches {
  readonly entries: readonly FeedEntry[];
  /** Where the reader is then; null while it was given nothing at all. */
  readonly next: FeedPosition | null;
  /** False where the position's own batch was not among the entries: the index is late, or it is another ledger. */
  readonly metPosition: boolean;
}

/**
 * What a reader at `from` is to be given next out of the entries in order from where it looks again, until they hold
 * `limit` events. Batches behind the position are new; one at or before it is late where its second holds more than the
 * reader was given, and then that second comes again whole, for nobody knows which one it is. An index that shows
 * fewer than before is not believed, and a batch is passed over while the one of its stream before it is not shown:
 * each stream comes in its order. Pure but for reading the entries.
 */
export async function chooseBatches(
  entries: AsyncIterable<FeedEntry> | Iterable<FeedEntry>,
  from: FeedPosition | null,
  limit: number,
): Promise<ChosenBatches> {
  const start = from === null ? 0 : lookedFrom(from);
  const chosen: FeedEntry[] = [];
  const counts = new Map(from?.counts);
  const ends = new Map<string, number>();
  let events = 0;
  let last = from === null ? null : { key: from.key, stream: from.stream };
  let metPosition = from === null;
  let again: FeedEntry[] = [];
  let againSecond = -1;

  const choose = (batches: readonly FeedEntry[]) => {
    chosen.push(...batches);
    for (const { feedKey } of batches) {
      const place = placeOf(feedKey);
      events += place.last - place.first + 1;
    }
  };
  const settleSecond = () => {
    if (again.length > (counts.get(againSecond) ?? 0)) {
      choose(again);
      counts.set(againSecond, again.length);
    }
    again = [];
  };

  for await (const entry of entries) {
    const { second, first, last: end, before } = placeOf(entry.feedKey);
    if (entry.feedKey === from?.key) metPosition = true;
    const isFollowing = before >= start && first > 1;
    if (isFollowing && ends.get(entry.stream) !== first - 1) continue;
    ends.set(entry.stream, end);
    const isNew = from === null || entry.feedKey > from.key;
    if (isNew || second !== againSecond) settleSecond();
    if (events >= limit) return done();
    if (isNew) {
      choose([entry]);
      counts.set(second, (counts.get(second) ?? 0) + 1);
      last = { key: entry.feedKey, stream: entry.stream };
    } else {
      again.push(entry);
      againSecond = second;
    }
  }
  settleSecond();
  return done();

  function done(): ChosenBatches {
    return { entries: chosen, next: last === null ? null : { ...last, counts }, metPosition };
  }
}
