import { randomBytes } from "node:crypto";
import { AssayError } from "../../errors.ts";
import type { Batch } from "../../ledger/batch.ts";
import type { AppendResult } from "../../ports/ledger.ts";
import {
  batchItem,
  batchOf,
  checksumOf,
  feedKeyOf,
  partitionOf,
  placeOf,
  type StoredBatch,
  sortKeyOf,
} from "./batch-item.ts";
import type { Put, TableClient } from "./table-client.ts";

/** Where a stream ends. */
export interface Head {
  /** 0 for a stream that nobody has written to. */
  readonly seq: number;
  /** Second in the feed of the newest batch; 0 for none. */
  readonly fedAt: number;
  /** Second at which the service was asked; null where it did not say. */
  readonly second: number | null;
}

const HEAD = { "#last": "last", "#feedKey": "feedKey" };

/** Times that an append is begun while its put is not known to be stored, with nothing of it in the table. */
const ROUNDS = 2;

/** Reads where a stream ends. Strongly consistent. */
export async function headOf(table: TableClient, stream: string): Promise<Head> {
  const newest = table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": { S: partitionOf(stream) } },
    ExpressionAttributeNames: HEAD,
    ProjectionExpression: Object.keys(HEAD).join(", "),
    ScanIndexForward: false,
    Limit: 1,
    ConsistentRead: true,
  });
  for await (const { items, second } of newest) {
    const [item] = items;
    if (item === undefined) return { seq: 0, fedAt: 0, second };
    return { seq: Number(item.last?.N), fedAt: placeOf(item.feedKey?.S ?? "").second, second };
  }
  return { seq: 0, fedAt: 0, second: null };
}

/**
 * Stores a batch behind `expectedSeq`, the end of its stream as the caller knows it, or nothing. The place in the feed is
 * by the service's own time and never before that of the stream's batch before it, so that writers may have any clock. An
 * append whose answer was lost is found again by its token. Errors: ledger_unavailable where nothing was stored;
 * ledger_unsure where a put may have been, or may still be.
 */
export async function appendBatch(table: TableClient, batch: Batch): Promise<AppendResult> {
  const { stream, first, last } = batch;
  const token = randomBytes(9).toString("base64url");
  const appended = { kind: "appended", seq: last } as const;
  const isOurs = async () => {
    const item = await table.get(partitionOf(stream), sortKeyOf(first));
    return item !== null && isSame(batchOf(item), batch, token);
  };

  let sent = false;
  try {
    for (let round = 1; ; round++) {
      const head = await headOf(table, stream);
      if (head.seq !== first - 1)
        return sent && (await isOurs()) ? appended : { kind: "conflict", seq: head.seq };
      const put = await putBehind(head);
      if (put.kind === "stored") return appended;
      sent = true;
      // Refused is also what a retry hears whose first attempt was carried out and not answered.
      if (await isOurs()) return appended;
      if (put.kind === "refused") return { kind: "conflict", seq: (await headOf(table, stream)).seq };
      if (round === ROUNDS) throw table.trouble(put.error);
    }
  } catch (error) {
    // What was sent and is not to be seen can still arrive: nobody may say that nothing was recorded.
    if (!sent || !(error instanceof AssayError) || error.code !== "ledger_unavailable") throw error;
    throw new AssayError("ledger_unsure", { ...error.data, stream }, error);
  }

  function putBehind(head: Head): Promise<Put> {
    const second = Math.max(head.second ?? Math.floor(batch.at / 1_000), head.fedAt);
    const feedKey = feedKeyOf({ second, first, last, before: head.fedAt }, token);
    const item = batchItem({ ...batch, checksum: checksumOf(batch), token, feedKey });
    return table.put(item, "attribute_not_exists(pk)");
  }
}

function isSame(stored: StoredBatch, batch: Batch, token: string): boolean {
  return stored.token === token && stored.checksum === checksumOf(batch) && stored.body === batch.body;
}
