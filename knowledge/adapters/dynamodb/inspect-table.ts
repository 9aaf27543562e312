import { AssayError } from "../../errors.ts";
import type { HostFacts } from "../../ports/host.ts";
import { FEED, FIRSTS } from "./batch-item.ts";
import { ledgerTable } from "./ledger-table.ts";
import { type TablePlace, tableClient } from "./table-client.ts";

const PARTITIONS = { feed: FEED, streams: FIRSTS } as const;

/** Looks whether the table of a ledger can be read and has its indexes; changes nothing. */
export async function inspectTable(place: TablePlace): Promise<HostFacts["ledger"]> {
  const table = tableClient(place);
  try {
    await table.get("s#", "0");
    for (const { name, partitionKey } of ledgerTable.indexes) {
      const pages = table.query({
        IndexName: name,
        KeyConditionExpression: `${partitionKey.name} = :partition`,
        ExpressionAttributeValues: { ":partition": { S: PARTITIONS[name] } },
        Limit: 1,
      });
      for await (const _ of pages) break;
    }
    return { path: table.name, state: "ok" };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { reason, fix } = error.data;
    return { path: table.name, state: "unreachable", detail: String(reason), mend: String(fix) };
  } finally {
    table.close();
  }
}
