import { crc32 } from "node:zlib";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { Batch } from "../../ledger/batch.ts";

export type Item = Record<string, AttributeValue>;

/** A batch as it stands in the table. */
export interface StoredBatch extends Batch {
  readonly checksum: number;
  /** Chance that tells one append from another of the same events. */
  readonly token: string;
  /** Its place in the feed, see {@link feedKeyOf}. */
  readonly feedKey: string;
}

/** The one partition of each index. */
export const FEED = "feed";
export const FIRSTS = "firsts";

const STREAM = "s#";
const SECOND_DIGITS = 11;
const SEQ_DIGITS = 16;

/** Partition of a stream's batches. */
export function partitionOf(stream: string): string {
  return STREAM + stream;
}

export function streamOfPartition(pk: string): string {
  return pk.slice(STREAM.length);
}

/** A sequence number as it sorts among texts. */
export function sortKeyOf(seq: number): string {
  return String(seq).padStart(SEQ_DIGITS, "0");
}

export function secondText(second: number): string {
  return String(Math.max(second, 0)).padStart(SECOND_DIGITS, "0");
}

/** Where a batch stands in the feed. */
export interface FeedPlace {
  /** Seconds since the epoch. */
  readonly second: number;
  readonly first: number;
  readonly last: number;
  /** The second of the stream's batch before it; 0 for none. */
  readonly before: number;
}

/** Sorts by second, within it by sequence: of one stream always in its order. The token keeps two streams apart. */
export function feedKeyOf({ second, first, last, before }: FeedPlace, token: string): string {
  return [secondText(second), sortKeyOf(first), sortKeyOf(last), secondText(before), token].join("#");
}

export function placeOf(feedKey: string): FeedPlace {
  const [second, first, last, before] = feedKey.split("#").map(Number);
  return { second: second ?? 0, first: first ?? 0, last: last ?? 0, before: before ?? 0 };
}

/** CRC-32 over everything that a batch says. */
export function checksumOf({ stream, first, last, at, body }: Batch): number {
  return crc32([stream, first, last, at, body].join("\n"));
}

export function batchItem(batch: StoredBatch): Item {
  const { stream, first, last, at, body, checksum, token, feedKey } = batch;
  return {
    pk: { S: partitionOf(stream) },
    sk: { S: sortKeyOf(first) },
    stream: { S: stream },
    first: { N: String(first) },
    last: { N: String(last) },
    at: { N: String(at) },
    body: { S: body },
    checksum: { N: String(checksum) },
    token: { S: token },
    feed: { S: FEED },
    feedKey: { S: feedKey },
    ...(first === 1 ? { firsts: { S: FIRSTS } } : {}),
  };
}

/** What an item says; what it does not say is empty, and the checksum does not fit then. */
export function batchOf(item: Item): StoredBatch {
  return {
    stream: item.stream?.S ?? "",
    first: Number(item.first?.N),
    last: Number(item.last?.N),
    at: Number(item.at?.N),
    body: item.body?.S ?? "",
    checksum: Number(item.checksum?.N),
    token: item.token?.S ?? "",
    feedKey: item.feedKey?.S ?? "",
  };
}
