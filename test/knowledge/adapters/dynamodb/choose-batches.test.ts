import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  feedKeyOf,
  partitionOf,
  placeOf,
  sortKeyOf,
} from "../../../../knowledge/adapters/dynamodb/batch-item.ts";
import { chooseBatches, type FeedEntry } from "../../../../knowledge/adapters/dynamodb/choose-batches.ts";
import {
  OVERLAP,
  readPosition,
  writePosition,
} from "../../../../knowledge/adapters/dynamodb/feed-position.ts";

const START = 1_700_000_000;

/** A batch of a history: its stream, how many events it has, seconds after the one before, rounds until it is shown. */
const written = fc.record({
  stream: fc.constantFrom("tally/a", "tally/b", "tally/c"),
  events: fc.integer({ min: 1, max: 3 }),
  later: fc.constantFrom(0, 0, 0, 1, 2, OVERLAP / 10),
  hiddenFor: fc.constantFrom(0, 0, 0, 1, 2, 5),
});

interface Shown extends FeedEntry {
  /** Round from which the index shows it. */
  readonly from: number;
}

/** Entries as a table would hold them; batch n is written in round n. */
function entriesOf(
  history: readonly { stream: string; events: number; later: number; hiddenFor: number }[],
): Shown[] {
  const ends = new Map<string, { last: number; second: number }>();
  let second = START;
  return history.map(({ stream, events, later, hiddenFor }, round) => {
    second += later;
    const before = ends.get(stream) ?? { last: 0, second: 0 };
    const place = { second, first: before.last + 1, last: before.last + events, before: before.second };
    ends.set(stream, { last: place.last, second });
    return {
      stream,
      feedKey: feedKeyOf(place, `t${round}`),
      pk: partitionOf(stream),
      sk: sortKeyOf(place.first),
      from: round + hiddenFor,
    };
  });
}

function shownIn(entries: readonly Shown[], round: number): Shown[] {
  return entries.filter(({ from }) => from <= round).toSorted((a, b) => (a.feedKey < b.feedKey ? -1 : 1));
}

/** Reads on to the end of what is shown, and gives the batches in the order in which they came. */
async function follow(shown: readonly Shown[], from: string, limit: number) {
  const given: FeedEntry[] = [];
  let position = from;
  for (let pages = 0; pages < 1_000; pages++) {
    const before = readPosition(position);
    const { entries, next } = await chooseBatches(shown, before, limit);
    if (entries.length === 0) return { given, position };
    given.push(...entries);
    const after = next === null ? "" : writePosition(next);
    if (after === position) throw new Error("no progress");
    position = after;
  }
  throw new Error("the feed does not come to an end");
}

describe("the choice of what a reader of the feed is given", () => {
  test("whatever the index shows late, each batch comes, and each stream in its order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 1, max: 7 }),
        async (history, limit) => {
          const entries = entriesOf(history);
          const seen = new Map<string, number>();
          const given = new Set<string>();
          let position = "";
          for (let round = 0; round < history.length + 6; round++) {
            const page = await follow(shownIn(entries, round), position, limit);
            position = page.position;
            for (const { feedKey, stream } of page.given) {
              const { first, last } = placeOf(feedKey);
              if (!given.has(feedKey)) expect(first, feedKey).toBe((seen.get(stream) ?? 0) + 1);
              seen.set(stream, Math.max(seen.get(stream) ?? 0, last));
              given.add(feedKey);
            }
          }
          expect([...given].sort()).toEqual(entries.map(({ feedKey }) => feedKey).sort());
        },
      ),
      { numRuns: 400, seed: 11 },
    );
  });

  test("where nothing is late and each second has one batch, nothing comes twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          written.map((batch) => ({ ...batch, later: 1, hiddenFor: 0 })),
          { minLength: 1, maxLength: 25 },
        ),
        fc.integer({ min: 1, max: 7 }),
        async (history, limit) => {
          const entries = entriesOf(history);
          const first = await follow(shownIn(entries, history.length / 2), "", limit);
          const rest = await follow(shownIn(entries, history.length), first.position, limit);
          const all = [...first.given, ...rest.given].map(({ feedKey }) => feedKey);
          expect(all).toEqual(shownIn(entries, history.length).map(({ feedKey }) => feedKey));
        },
      ),
      { numRuns: 200, seed: 12 },
    );
  });

  test("an index that shows fewer than before gives nothing again", async () => {
    const entries = entriesOf(
      Array.from({ length: 6 }, () => ({ stream: "tally/a", events: 1, later: 0, hiddenFor: 0 })),
    );
    const { position } = await follow(shownIn(entries, 6), "", 10);
    for (const hidden of [0, 3, 5]) {
      const shown = shownIn(entries, 6).filter((_, index) => index !== hidden);
      expect((await chooseBatches(shown, readPosition(position), 10)).entries).toEqual([]);
    }
    const { entries: none, metPosition } = await chooseBatches([], readPosition(position), 10);
    expect([none, metPosition]).toEqual([[], false]);
  });

  test("a position stays short, however many batches a second had", async () => {
    const entries = entriesOf(
      Array.from({ length: 3_000 }, () => ({ stream: "tally/a", events: 1, later: 0, hiddenFor: 0 })),
    );
    const { position } = await follow(shownIn(entries, 3_000), "", 1_000);
    expect(position.length).toBeLessThan(120);
  });
});

describe("a position of the feed", () => {
  test.each([
    "",
    "nonsense",
    "-1",
    "99",
    "1.1",
    "[]",
    '["a"]',
    '["a","b",{}]',
    '["a","b",[[1]]]',
    '["a","b",[[1,"x"]]]',
    "null",
  ])("%j is none", (text) => {
    expect(readPosition(text)).toBeNull();
  });

  test("is read back as it was written, without the seconds that are not looked through again", () => {
    const key = feedKeyOf({ second: START, first: 3, last: 4, before: START - 9 }, "token");
    const counts = new Map([
      [START - OVERLAP - 1, 7],
      [START - OVERLAP, 2],
      [START, 1],
    ]);
    expect(readPosition(writePosition({ key, stream: "tally/a", counts }))).toEqual({
      key,
      stream: "tally/a",
      counts: new Map([...counts].slice(1)),
    });
  });
});
