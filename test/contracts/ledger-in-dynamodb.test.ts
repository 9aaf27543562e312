import { afterAll, beforeAll } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { scopedLedger } from "../../knowledge/ledger/scoped-ledger.ts";
import {
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { type LedgerAdapter, ledgerContract } from "./ledger.contract.ts";

let dynamoDb: DynamoDbServer;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
});
afterAll(() => dynamoDb.close());

const ADAPTERS: readonly LedgerAdapter[] = [
  {
    name: "DynamoDB",
    async store() {
      const table = await dynamoDb.makeTable();
      const client = dynamoDbClient(dynamoDb.endpoint);
      return { connect: (clock) => dynamodbLedger({ region: AWS_REGION, table, client, clock }) };
    },
  },
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
