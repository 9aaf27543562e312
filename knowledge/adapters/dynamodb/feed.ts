import { AssayError } from "../../errors.ts";
import type { FeedPage, StoredEvent } from "../../ports/ledger.ts";
import {
  batchOf,
  FEED,
  partitionOf,
  placeOf,
  type StoredBatch,
  secondText,
  sortKeyOf,
  streamOfPartition,
} from "./batch-item.ts";
import { chooseBatches, type FeedEntry } from "./choose-batches.ts";
import { type FeedPosition, lookedFrom, readPosition, writePosition } from "./feed-position.ts";
import { ledgerTable } from "./ledger-table.ts";
import type { TableClient } from "./table-client.ts";

const [{ name: INDEX }] = ledgerTable.indexes;
/** Batches that one request reads. */
const AT_ONCE = 100;
/** Entries of the index that one request reads. */
const ENTRIES = 1_000;

/** A page of the feed after a position; see `Ledger.since`. `decoded` checks a batch and gives its events. */
export async function readFeed(
  table: TableClient,
  position: string,
  limit: number,
  decoded: (batch: StoredBatch) => readonly StoredEvent[],
): Promise<FeedPage> {
  const from = readPosition(position);
  const start = from === null ? "" : secondText(lookedFrom(from));
  const chosen = await chooseBatches(entriesFrom(table, start), from, limit);
  if (from !== null && !chosen.metPosition && !(await isOfThisTable(table, from)))
    return readFeed(table, "", limit, decoded);
  if (chosen.entries.length === 0) return { events: [], next: from === null ? "" : position };
  const events: StoredEvent[] = [];
  for (let index = 0; index < chosen.entries.length; index += AT_ONCE)
    for (const batch of await readBatches(table, chosen.entries.slice(index, index + AT_ONCE)))
      events.push(...decoded(batch));
  return { events, next: chosen.next === null ? "" : writePosition(chosen.next) };
}

async function* entriesFrom(table: TableClient, start: string): AsyncGenerator<FeedEntry> {
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: start === "" ? "feed = :feed" : "feed = :feed AND feedKey >= :start",
    ExpressionAttributeValues: { ":feed": { S: FEED }, ...(start === "" ? {} : { ":start": { S: start } }) },
    Limit: ENTRIES,
  });
  for await (const { items } of pages)
    for (const item of items) {
      const { pk = "", sk = "", feedKey = "" } = textsOf(item);
      yield { pk, sk, feedKey, stream: streamOfPartition(pk) };
    }
}

/** In the order of the entries. The table is read consistently: what its index shows is there, or was taken out. */
async function readBatches(table: TableClient, entries: readonly FeedEntry[]): Promise<StoredBatch[]> {
  const found = (await table.getAll(entries)).map(batchOf);
  const byName = new Map(found.map((batch) => [nameOf(batch.stream, batch.first), batch]));
  return entries.map(({ stream, sk }) => {
    const batch = byName.get(nameOf(stream, Number(sk)));
    if (batch === undefined)
      throw new AssayError("ledger_corrupt", {
        file: table.name,
        reason: `the batch at ${Number(sk)} of ${stream} is gone`,
      });
    return batch;
  });
}

function nameOf(stream: string, first: number): string {
  return `${first} ${stream}`;
}

async function isOfThisTable(table: TableClient, { key, stream }: FeedPosition): Promise<boolean> {
  const item = await table.get(partitionOf(stream), sortKeyOf(placeOf(key).first));
  return item?.feedKey?.S === key;
}

function textsOf(
  item: Readonly<Record<string, { readonly S?: string | undefined }>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(item).map(([name, { S }]) => [name, S]));
}
