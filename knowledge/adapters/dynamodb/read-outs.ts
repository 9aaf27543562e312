import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { AssayError } from "../../errors.ts";
import { streamKind } from "../../ledger/batch.ts";
import { decodeState, encodeState } from "../../ledger/snapshot-text.ts";
import type { Ledger, Summary } from "../../ports/ledger.ts";
import type { Item } from "./batch-item.ts";
import type { TableClient } from "./table-client.ts";

type ReadOuts = Pick<Ledger, "summaries" | "putSummary" | "snapshot" | "putSnapshot">;

/** Bytes of a snapshot, compressed, that fit into an item beside its names. */
const MOST_BYTES = 390 * 1_024;

/** Summaries and snapshots: each one item, replaced by a newer one alone. */
export function readOuts(table: TableClient): ReadOuts {
  /** Puts an item unless `condition` says that what stands there is newer; then nothing is to be done. */
  async function putNewer(item: Item, condition: string, values: Item, names: Record<string, string>) {
    const put = await table.put(item, `attribute_not_exists(pk) OR ${condition}`, values, names);
    if (put.kind === "unknown") throw table.trouble(put.error);
  }

  return {
    async summaries(kind) {
      const found: Summary[] = [];
      const pages = table.query({
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: summariesOf(kind) } },
        ConsistentRead: true,
      });
      for await (const { items } of pages) for (const item of items) found.push(summaryOf(item));
      return found.sort((a, b) => (a.stream < b.stream ? -1 : 1));
    },

    async putSummary({ stream, seq, v, data }) {
      const text = JSON.stringify(data);
      const item = {
        pk: { S: summariesOf(streamKind(stream)) },
        sk: { S: stream },
        seq: { N: String(seq) },
        v: { N: String(v) },
        data: { S: text },
        checksum: { N: String(checksum(stream, seq, v, text)) },
      };
      await putNewer(
        item,
        "#seq < :seq OR (#seq = :seq AND #v <= :v)",
        { ":seq": item.seq, ":v": item.v },
        { "#seq": "seq", "#v": "v" },
      );
    },

    async snapshot(stream, v) {
      const item = await table.get(snapshotsOf(stream), String(v));
      const seq = Number(item?.seq?.N);
      const bytes = item?.state?.B;
      // A damaged snapshot is none: the events behind it are still there.
      if (bytes === undefined || Number(item?.checksum?.N) !== checksum(stream, seq, v, crc32(bytes)))
        return null;
      return { stream, v, seq, state: decodeState(inflateRawSync(bytes).toString()) };
    },

    async putSnapshot({ stream, seq, v, state }) {
      const bytes = deflateRawSync(encodeState(state));
      // A fold then begins at an older one, or at the first event.
      if (bytes.length > MOST_BYTES) return;
      const item = {
        pk: { S: snapshotsOf(stream) },
        sk: { S: String(v) },
        seq: { N: String(seq) },
        state: { B: bytes },
        checksum: { N: String(checksum(stream, seq, v, crc32(bytes))) },
      };
      await putNewer(item, "#seq <= :seq", { ":seq": item.seq }, { "#seq": "seq" });
    },
  };

  function summaryOf(item: Item): Summary {
    const stream = item.sk?.S ?? "";
    const [seq, v] = [Number(item.seq?.N), Number(item.v?.N)];
    const text = item.data?.S ?? "";
    if (Number(item.checksum?.N) !== checksum(stream, seq, v, text))
      throw new AssayError("ledger_corrupt", {
        file: table.name,
        reason: `the summary of ${stream} is not what was written`,
      });
    return { stream, seq, v, data: JSON.parse(text) as Summary["data"] };
  }
}

function summariesOf(kind: string): string {
  return `summary#${kind}`;
}

function snapshotsOf(stream: string): string {
  return `snapshot#${stream}`;
}

function checksum(...columns: readonly (string | number)[]): number {
  return crc32(columns.join("\n"));
}
