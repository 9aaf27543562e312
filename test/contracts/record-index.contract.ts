import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { IndexedRecords, RecordIndex } from "../../knowledge/ports/record-index.ts";
import { indexRecordFile } from "../../knowledge/record/index-record-file.ts";
import { type KnowledgeRecord, RECORD_STATUSES } from "../../knowledge/record/record.ts";
import { writeRecordFile } from "../../knowledge/record/record-file.ts";
import { type RecordQuery, searchRecords } from "../../knowledge/record/search.ts";
import { sampleId, samplePath, sampleRecord } from "../support/sample-record.ts";

/** Files of records under test, changed as an editor changes them, and the index over them. */
export interface IndexedStore {
  /** A new index over the same files, as another process has it. */
  connect(): RecordIndex;
  put(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
}

export interface RecordIndexAdapter {
  readonly name: string;
  /** An empty store; what it needs is cleared away when the running test ends. */
  store(): Promise<IndexedStore>;
}

const record = sampleRecord();
const path = samplePath(record);

/** What every adapter of the record index keeps. */
export function recordIndexContract(adapter: RecordIndexAdapter): void {
  describe(`record index in ${adapter.name}`, () => {
    test("without any file there is nothing", async () => {
      const store = await adapter.store();
      expect(await store.connect().all()).toEqual({ records: [], links: [], problems: [] });
    });

    test("a record is told with all that lists need, and a bad file with what is wrong where", async () => {
      const store = await adapter.store();
      const whole = sampleRecord({
        id: sampleId("caution", 2),
        kind: "caution",
        type: undefined,
        root_cause: "timeout",
        held: "no-confirmed-evidence",
        supersedes: sampleId("caution", 8),
        confirmed: { count: 3, last: "2026-02-01T00:00:00.000Z" },
        claim: "Two lines,\n\u{1F600} and \u202e hostile ones.",
      });
      const broken = sampleRecord({ id: sampleId("fact", 3) });
      await store.put(path, writeRecordFile(record));
      await store.put(samplePath(whole, "other"), writeRecordFile(whole));
      await store.put(samplePath(broken), writeRecordFile(broken).replace("kind: fact", "kind: rumour"));
      const told = inOrder(await store.connect().all());
      const { id, kind, type, status, anchors, claim } = record;
      expect(told.records).toEqual([
        { path, scope: "checkout", record: { id, kind, type, status, anchors, claim } },
        {
          path: samplePath(whole, "other"),
          scope: "other",
          record: {
            id: whole.id,
            kind: "caution",
            status: "candidate",
            held: whole.held,
            anchors: whole.anchors,
            supersedes: whole.supersedes,
            confirmed: whole.confirmed,
            claim: whole.claim,
          },
        },
      ]);
      expect(told.problems).toMatchObject([{ path: samplePath(broken), line: 4, key: "kind" }]);
    });

    test("whatever is done to the files, every index says what the files say, and so does a search: L-003", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), query, async (steps, asked) => {
          const store = await adapter.store();
          const files = new Map<string, string>();
          const used = store.connect();
          for (const { place, text, looks } of steps) {
            if (text === null) {
              files.delete(place);
              await store.remove(place);
            } else {
              files.set(place, text);
              await store.put(place, text);
            }
            if (looks) expect(inOrder(await used.all())).toEqual(await readAll(files));
          }
          const expected = await readAll(files);
          for (const index of [used, store.connect()]) {
            const told = await index.all();
            expect(inOrder(told)).toEqual(expected);
            expect(searchRecords(told.records, asked, undefined, told.links)).toEqual(
              searchRecords(expected.records, asked),
            );
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

/** A few records of a few places, so that many steps meet; some link, some are no records. */
const step = fc
  .record({
    n: fc.integer({ min: 1, max: 5 }),
    scope: fc.constantFrom("shop", "shop-two"),
    anchor: fc.constantFrom("page:/checkout", "page:/cart"),
    status: fc.constantFrom(...RECORD_STATUSES.slice(0, 4)),
    next: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    claim: fc.constantFrom("Order.", "The order button", "Ordering is slow", "合計 is shown"),
    fault: fc.constantFrom(null, null, null, "kind: rumour", "no record at all"),
    looks: fc.boolean(),
    removes: fc.boolean(),
  })
  .map(({ n, scope, anchor, status, next, claim, fault, looks, removes }) => {
    const id = sampleId("fact", n);
    const place = samplePath(sampleRecord({ id, anchors: [anchor] }), scope);
    const text = textOf({ id, anchors: [anchor], claim }, status, next);
    const shown =
      fault === null ? text : fault.startsWith("kind") ? text.replace("kind: fact", fault) : fault;
    return { place, text: removes ? null : shown, looks };
  });

/** By hand, so that what no writer would write is among them. */
function textOf(
  change: Partial<KnowledgeRecord>,
  status: KnowledgeRecord["status"],
  next: number | undefined,
): string {
  const link = next === undefined ? "" : `\nsuperseded_by: ${sampleId("fact", next)}`;
  return writeRecordFile(sampleRecord(change)).replace("status: candidate", `status: ${status}${link}`);
}

const query: fc.Arbitrary<RecordQuery> = fc.record(
  {
    text: fc.constantFrom("order", "button", "合計"),
    scope: fc.constantFrom("shop", "shop-two"),
    statuses: fc.constant([...RECORD_STATUSES]),
    anchor: fc.constantFrom("page:/cart", "page: /checkout/"),
  },
  { requiredKeys: [] },
);

/** What reading every file says. */
async function readAll(files: ReadonlyMap<string, string>): Promise<IndexedRecords> {
  const read = await Promise.all([...files].map(([place, text]) => indexRecordFile(place, text)));
  const records = read.flatMap((file) => (file.kind === "record" ? [file.record] : []));
  return inOrder({
    records,
    links: records.flatMap(({ record: { id, superseded_by } }) =>
      superseded_by === undefined ? [] : [{ id, superseded_by }],
    ),
    problems: read.flatMap((file) => (file.kind === "bad" ? file.problems : [])),
  });
}

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

function inOrder({ records, links, problems }: IndexedRecords): IndexedRecords {
  return {
    records: [...records].sort(byPath),
    links: links.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    // They come in order, but for those that `readAll` gathers.
    problems: problems.toSorted(byPath),
  };
}
