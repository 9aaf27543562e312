import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from "@aws-sdk/client-dynamodb";
import { AssayError } from "../../errors.ts";
import { awsTrouble } from "../aws/aws-trouble.ts";
import { clientSettings } from "../aws/client-settings.ts";
import type { Item } from "./batch-item.ts";

export interface TablePlace {
  readonly region: string;
  readonly table: string;
  /** URL to ask instead of AWS; by default what the SDK finds in the environment. */
  readonly endpoint?: string | undefined;
  /** Asks in place of a client of its own, and is closed by whoever made it. */
  readonly client?: DynamoDBClient | undefined;
}

export type QueryInput = Omit<QueryCommandInput, "TableName" | "ExclusiveStartKey">;

export interface QueryPage {
  readonly items: readonly Item[];
  /** Second since the epoch at which the service answered; null where it did not say. */
  readonly second: number | null;
}

/** What became of a put. `unknown`: it failed in a way in which it may have been carried out all the same. */
export type Put =
  | { readonly kind: "stored" }
  | { readonly kind: "refused" }
  | { readonly kind: "unknown"; readonly error: unknown };

export interface TableClient {
  /** The table in words, for errors. */
  readonly name: string;
  /** Page by page, until the consumer has enough. */
  query(input: QueryInput): AsyncIterable<QueryPage>;
  /** Strongly consistent. */
  get(pk: string, sk: string): Promise<Item | null>;
  /** Strongly consistent, in any order; those that are not there are left out. At most 100. */
  getAll(keys: readonly { readonly pk: string; readonly sk: string }[]): Promise<readonly Item[]>;
  /** Stores an item if the condition holds. */
  put(item: Item, condition: string, values?: Item, names?: Record<string, string>): Promise<Put>;
  /** An error of the SDK as ledger_unavailable; any other as it is. */
  trouble(error: unknown): unknown;
  close(): void;
}

/** Times that a read of several items may come back without any of them. */
const IDLE_ROUNDS = 6;

/** The requests to one table that a ledger makes, with the SDK's errors translated. Errors: ledger_unavailable. */
export function tableClient({ region, table, endpoint, client: given }: TablePlace): TableClient {
  let own: DynamoDBClient | undefined;
  const name = `dynamodb:${region}/${table}`;
  const client = () => {
    if (given !== undefined) return given;
    own ??= new DynamoDBClient({
      region,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...clientSettings,
    });
    return own;
  };
  const trouble = (error: unknown) => {
    if (error instanceof AssayError || !(error instanceof Error)) return error;
    const place = { key: "aws.table", name: table, region, endpoint: "AWS_ENDPOINT_URL_DYNAMODB" };
    return new AssayError("ledger_unavailable", { file: name, ...awsTrouble(error, place) }, error);
  };
  const asked = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      throw trouble(error);
    }
  };

  return {
    name,
    trouble,

    async *query(input) {
      let from: Item | undefined;
      do {
        let second: number | null = null;
        const command = new QueryCommand({
          TableName: table,
          ...input,
          ...(from && { ExclusiveStartKey: from }),
        });
        command.middlewareStack.add(
          (next) => async (args) => {
            const result = await next(args);
            second = secondOfAnswer(result.response);
            return result;
          },
          { step: "deserialize", name: "dateOfAnswer" },
        );
        const page = await asked(() => client().send(command));
        yield { items: page.Items ?? [], second };
        from = page.LastEvaluatedKey;
      } while (from !== undefined);
    },

    async get(pk, sk) {
      const Key = { pk: { S: pk }, sk: { S: sk } };
      const command = new GetItemCommand({ TableName: table, Key, ConsistentRead: true });
      return (await asked(() => client().send(command))).Item ?? null;
    },

    async getAll(keys) {
      const found: Item[] = [];
      let left: Item[] = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
      for (let idle = 0; left.length > 0; ) {
        const RequestItems = { [table]: { Keys: left, ConsistentRead: true } };
        const answer = await asked(() => client().send(new BatchGetItemCommand({ RequestItems })));
        const items = answer.Responses?.[table] ?? [];
        found.push(...items);
        left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
        // An answer has room for so many bytes; one without any item comes of throttling.
        if (left.length === 0 || items.length > 0) continue;
        if (++idle > IDLE_ROUNDS)
          throw new AssayError("ledger_unavailable", {
            file: name,
            reason: "it was asked too much at once",
            fix: "wait a minute",
          });
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** idle));
      }
      return found;
    },

    async put(item, condition, values, names) {
      const command = new PutItemCommand({
        TableName: table,
        Item: item,
        ConditionExpression: condition,
        ...(values && { ExpressionAttributeValues: values }),
        ...(names && { ExpressionAttributeNames: names }),
      });
      try {
        await client().send(command);
        return { kind: "stored" };
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return { kind: "refused" };
        if (wasRefusedAtOnce(error)) throw trouble(error);
        return { kind: "unknown", error };
      }
    },

    close() {
      own?.destroy();
      own = undefined;
    },
  };
}

/** The first and only attempt was answered with a fault of the request: nothing was carried out. */
function wasRefusedAtOnce(error: unknown): boolean {
  const { httpStatusCode = 0, attempts } = (error as { $metadata?: Metadata }).$metadata ?? {};
  return attempts === 1 && httpStatusCode >= 400 && httpStatusCode < 500;
}

interface Metadata {
  readonly httpStatusCode?: number;
  readonly attempts?: number;
}

function secondOfAnswer(response: unknown): number | null {
  const { headers = {} } = response as { headers?: Record<string, string> };
  const time = Date.parse(headers.date ?? "");
  return Number.isNaN(time) ? null : Math.floor(time / 1_000);
}
