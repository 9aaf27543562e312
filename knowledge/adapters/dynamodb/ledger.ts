import { AssayError } from "../../errors.ts";
import { decodeEvents, encodeEvents } from "../../ledger/batch.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ledger, StoredEvent } from "../../ports/ledger.ts";
import { appendBatch, headOf } from "./append-batch.ts";
import { checksumOf, FIRSTS, type StoredBatch } from "./batch-item.ts";
import { readFeed } from "./feed.ts";
import { ledgerTable } from "./ledger-table.ts";
import { readBatches } from "./read-batches.ts";
import { readOuts } from "./read-outs.ts";
import { type TablePlace, tableClient } from "./table-client.ts";

const [, STREAMS] = ledgerTable.indexes;

/**
 * The ledger in one DynamoDB table, made as {@link ledgerTable} says, shared by any number of machines. An append is a
 * strongly consistent read and a conditional put; batches are never changed (decisions/0027-the-ledger-in-dynamodb.md).
 * `clock` gives the time of a batch. Needs dynamodb:Query, GetItem, BatchGetItem and PutItem on the table and its indexes.
 */
export function dynamodbLedger({ clock, ...place }: TablePlace & { readonly clock: Clock }): Ledger {
  const table = tableClient(place);

  function decoded(batch: StoredBatch, after?: number): StoredEvent[] {
    if (batch.checksum !== checksumOf(batch))
      throw new AssayError("ledger_corrupt", {
        file: table.name,
        reason: `the batch at ${batch.first} of ${batch.stream} is not what was written`,
      });
    return decodeEvents(batch, after);
  }

  return {
    async append(stream, expectedSeq, events) {
      const body = encodeEvents(stream, events);
      if (events.length === 0) {
        const { seq } = await headOf(table, stream);
        return { kind: seq === expectedSeq ? "appended" : "conflict", seq };
      }
      const [first, last] = [expectedSeq + 1, expectedSeq + events.length];
      return appendBatch(table, { stream, first, last, at: clock.now(), body });
    },

    async *read(stream, after = 0) {
      for await (const batch of readBatches(table, stream, after)) yield* decoded(batch, after);
    },

    async streams(prefix) {
      const found: string[] = [];
      const pages = table.query({
        IndexName: STREAMS.name,
        KeyConditionExpression:
          prefix === "" ? "firsts = :firsts" : "firsts = :firsts AND begins_with(#stream, :prefix)",
        ExpressionAttributeValues: {
          ":firsts": { S: FIRSTS },
          ...(prefix !== "" && { ":prefix": { S: prefix } }),
        },
        ...(prefix !== "" && { ExpressionAttributeNames: { "#stream": STREAMS.sortKey.name } }),
      });
      for await (const { items } of pages) for (const { stream } of items) found.push(stream?.S ?? "");
      return found.sort();
    },

    since: (position, limit) => readFeed(table, position, limit, decoded),

    ...readOuts(table),

    async close() {
      table.close();
    },
  };
}
