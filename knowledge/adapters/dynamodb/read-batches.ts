import { AssayError } from "../../errors.ts";
import { batchOf, partitionOf, type StoredBatch, sortKeyOf } from "./batch-item.ts";
import type { TableClient } from "./table-client.ts";

/**
 * The batches of a stream that hold an event after `after`, in order, as they stand in the table now. Errors:
 * ledger_corrupt where one between them is gone; ledger_unavailable.
 */
export async function* readBatches(
  table: TableClient,
  stream: string,
  after: number,
): AsyncGenerator<StoredBatch> {
  let seen = after;
  // A reader almost always goes on from the end of a batch; only else the one that it stopped in is looked up.
  let isFirst = after > 0;
  for await (const batch of following(table, stream, after)) {
    if (isFirst && batch.first > seen + 1) {
      const holder = await holderOf(table, stream, after);
      if (holder !== null) {
        yield holder;
        seen = holder.last;
      }
    }
    isFirst = false;
    if (batch.first > seen + 1)
      throw new AssayError("ledger_corrupt", {
        file: table.name,
        reason: `events ${seen + 1} to ${batch.first - 1} of ${stream} are gone`,
      });
    yield batch;
    seen = batch.last;
  }
  const holder = isFirst ? await holderOf(table, stream, after) : null;
  if (holder !== null) yield holder;
}

async function* following(table: TableClient, stream: string, after: number): AsyncGenerator<StoredBatch> {
  const pages = table.query({
    KeyConditionExpression: "pk = :pk AND sk > :after",
    ExpressionAttributeValues: { ":pk": { S: partitionOf(stream) }, ":after": { S: sortKeyOf(after) } },
    ConsistentRead: true,
  });
  for await (const { items } of pages) yield* items.map(batchOf);
}

/** The batch that begins at or before `after` and ends behind it. */
async function holderOf(table: TableClient, stream: string, after: number): Promise<StoredBatch | null> {
  const pages = table.query({
    KeyConditionExpression: "pk = :pk AND sk <= :after",
    ExpressionAttributeValues: { ":pk": { S: partitionOf(stream) }, ":after": { S: sortKeyOf(after) } },
    ScanIndexForward: false,
    Limit: 1,
    ConsistentRead: true,
  });
  for await (const { items } of pages) {
    const [item] = items;
    const batch = item === undefined ? null : batchOf(item);
    return batch !== null && batch.last > after ? batch : null;
  }
  return null;
}
