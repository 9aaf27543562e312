import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { clientSettings } from "../../../knowledge/adapters/aws/client-settings.ts";
import { ledgerTable } from "../../../knowledge/adapters/dynamodb/ledger-table.ts";
import { listenOn } from "./listen-on.ts";

export const AWS_REGION = "eu-central-1";
/** What the doubles take for a person: the key pair that s3rver knows. */
export const AWS_KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } as const;

export interface DynamoDbServer {
  readonly endpoint: string;
  /** Makes an empty table as infra makes it, and gives its name. */
  makeTable(): Promise<string>;
  /** Makes a table as a template describes it. */
  createTable(table: CreateTableCommandInput): Promise<void>;
  close(): Promise<void>;
}

/** DynamoDB's protocol on a port, a free one for 0, kept in memory. Errors: the port is taken. */
export async function startDynamoDb(port = 0): Promise<DynamoDbServer> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  const endpoint = await listenOn(server, port);
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
    async createTable(table) {
      await client.send(new CreateTableCommand(table));
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
