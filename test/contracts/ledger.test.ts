import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { scopedLedger } from "../../knowledge/ledger/scoped-ledger.ts";
import {
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type LedgerAdapter, ledgerContract } from "./ledger.contract.ts";

let dynamoDb: DynamoDbServer;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
});
afterAll(() => dynamoDb.close());

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly LedgerAdapter[] = [
  {
    name: "memory",
    async store() {
      let ledger: ReturnType<typeof memoryLedger> | undefined;
      return {
        connect(clock) {
          ledger ??= memoryLedger(clock);
          return ledger;
        },
      };
    },
  },
  {
    name: "SQLite",
    async store() {
      const path = join(temporaryFolder(), "not", "there", "yet", "ledger.db");
      return { connect: (clock) => sqliteLedger(path, clock) };
    },
  },
  {
    name: "DynamoDB",
    async store() {
      const table = await dynamoDb.makeTable();
      const client = dynamoDbClient(dynamoDb.endpoint);
      return { connect: (clock) => dynamodbLedger({ region: AWS_REGION, table, client, clock }) };
    },
  },
  ...["acme.shop", null].map(
    (scope): LedgerAdapter => ({
      name: `memory, as ${scope ?? "a clone without a scope"} has it`,
      async store() {
        let shared: ReturnType<typeof memoryLedger> | undefined;
        return {
          connect(clock) {
            shared ??= memoryLedger(clock);
            return scopedLedger(shared, async () => scope);
          },
        };
      },
    }),
  ),
  {
    name: "DynamoDB, as one of several repositories has it",
    async store() {
      const table = await dynamoDb.makeTable();
      const client = dynamoDbClient(dynamoDb.endpoint);
      return {
        connect(clock) {
          const shared = dynamodbLedger({ region: AWS_REGION, table, client, clock });
          return scopedLedger(shared, async () => "acme.shop");
        },
      };
    },
  },
];

for (const adapter of ADAPTERS) ledgerContract(adapter);
