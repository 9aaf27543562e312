import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";
import { ledgerContract } from "../contracts/ledger.contract.ts";
import {
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { added, tally } from "../support/tally.ts";
import { tickingClock } from "../support/ticking-clock.ts";
import { measuredTable } from "./measured-ledger.ts";
import { NO_USE, sumOfUse, type TableUse } from "./units.ts";

let dynamoDb: DynamoDbServer;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
});
afterAll(() => dynamoDb.close());

const unwatched = { used: () => {}, appended: () => {} };

ledgerContract({
  name: "a measured table",
  async store() {
    const table = measuredTable();
    return { connect: (clock) => table.connect(clock, unwatched) };
  },
});

/** What streams of a watch go through: begun, folded, decided on, lost races, lists, snapshots. */
async function busy(ledger: Ledger): Promise<void> {
  const step = (stream: string, count: number) =>
    decide(ledger, stream, tally, () => ({
      events: Array.from({ length: count }, (_, at) => added(at)),
      answer: null,
    }));
  await readState(ledger, "tally/none", tally);
  for (let round = 0; round < 12; round++) await step("tally/a", 1 + (round % 3) * 20);
  await step("tally/b", 400);
  for (let round = 0; round < 3; round++) await step("tally/b", 60);
  await ledger.append("tally/a", 1, [added(1)]);
  await ledger.append("tally/a", 5, []);
  for (const after of [0, 3, 25, 10_000]) for await (const _ of ledger.read("tally/a", after));
  await ledger.summaries("tally");
  await ledger.summaries("nothing");
  await ledger.putSummary({ stream: "tally/a", seq: 1, v: 1, data: { old: true } });
  await ledger.putSnapshot({ stream: "tally/a", seq: 3, v: 1, state: { sum: 1 } });
  await readState(ledger, "tally/b", tally);
}

/** The requests that a client sends, with the units that the service says they took. */
function meteredClient(client: DynamoDBClient, told: (use: TableUse) => void): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const isRead = commandName !== "PutItemCommand";
        const result = await next(args).catch((error: unknown) => {
          // A put that is refused takes what it would have taken; the service does not say it then.
          told({ requests: 1, read: 0, written: Number.NaN });
          throw error;
        });
        const { ConsumedCapacity } = result.output as { ConsumedCapacity?: { CapacityUnits?: number } };
        const units = ConsumedCapacity?.CapacityUnits ?? 0;
        // The double counts nothing for a query that finds nothing, which costs a unit.
        told(
          isRead
            ? { requests: 1, read: Math.max(1, units), written: 0 }
            : { requests: 1, read: 0, written: units },
        );
        return result;
      },
    { step: "initialize", name: "metered" },
  );
  return client;
}

test("it counts the requests and units that the adapter takes of DynamoDB", async () => {
  const measured: TableUse[] = [];
  await busy(
    measuredTable().connect(tickingClock(), { ...unwatched, used: (_, use) => void measured.push(use) }),
  );

  const taken: TableUse[] = [];
  const client = meteredClient(dynamoDbClient(dynamoDb.endpoint), (use) => void taken.push(use));
  const table = await dynamoDb.makeTable();
  await busy(dynamodbLedger({ region: AWS_REGION, table, client, clock: tickingClock() }));

  const puts = (uses: readonly TableUse[]) => uses.filter(({ read }) => read === 0);
  const reads = (uses: readonly TableUse[]) => uses.filter(({ read }) => read > 0);
  expect(reads(measured).map(({ read }) => read)).toEqual(reads(taken).map(({ read }) => read));
  expect(puts(measured)).toHaveLength(puts(taken).length);
  // The double leaves out what the indexes take: one for each batch, one more for a stream's first.
  const refused = puts(taken).flatMap(({ written }, at) => (Number.isNaN(written) ? [at] : []));
  const told = puts(taken).filter((_, at) => !refused.includes(at));
  const counted = puts(measured).filter((_, at) => !refused.includes(at));
  const sum = (uses: readonly TableUse[]) => uses.reduce(sumOfUse, NO_USE).written;
  expect(refused.length).toBeGreaterThan(0);
  expect(sum(counted) - sum(told)).toBe(BATCHES + STREAMS);
});

/** Of {@link busy}. */
const BATCHES = 12 + 1 + 3;
const STREAMS = 2;
