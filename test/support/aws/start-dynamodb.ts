import type { AddressInfo } from "node:net";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { clientSettings } from "../../../knowledge/adapters/aws/client-settings.ts";
import { ledgerTable } from "../../../knowledge/adapters/dynamodb/ledger-table.ts";

export const AWS_REGION = "eu-central-1";
/** What the doubles take for a person: the key pair that s3rver knows. */
export const AWS_KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } as const;

export interface DynamoDbServer {
  readonly endpoint: string;
  /** Makes an empty table as infra makes it, and gives its name. */
  makeTable(): Promise<string>;
  close(): Promise<void>;
}

/** DynamoDB's protocol on a free port, kept in memory. */
export async function startDynamoDb(): Promise<DynamoDbServer> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = dynamoDbClient(endpoint);
  let tables = 0;
  return {
    endpoint,
    async makeTable() {
      tables++;
      const name = `assay-ledger-${tables}`;
      await client.send(createLedgerTable(name));
      return name;
    },
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function dynamoDbClient(
  endpoint: string,
  maxAttempts: number = clientSettings.maxAttempts,
): DynamoDBClient {
  return new DynamoDBClient({
    region: AWS_REGION,
    endpoint,
    credentials: AWS_KEYS,
    ...clientSettings,
    maxAttempts,
  });
}

function createLedgerTable(name: string): CreateTableCommand {
  const { partitionKey, sortKey, indexes } = ledgerTable;
  const keys = [{ partitionKey, sortKey }, ...indexes].flatMap((one) => [one.partitionKey, one.sortKey]);
  const schema = (hash: { readonly name: string }, range: { readonly name: string }) => [
    { AttributeName: hash.name, KeyType: "HASH" as const },
    { AttributeName: range.name, KeyType: "RANGE" as const },
  ];
  return new CreateTableCommand({
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: keys.map(({ name: AttributeName, type }) => ({
      AttributeName,
      AttributeType: type,
    })),
    KeySchema: schema(partitionKey, sortKey),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: schema(index.partitionKey, index.sortKey),
      Projection: { ProjectionType: index.projection },
    })),
  });
}
