import { DeleteItemCommand, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import { BATCH_LIMIT, type Ledger } from "../../knowledge/ports/ledger.ts";
import { type AwsProxy, type Fault, startAwsProxy } from "../support/aws/aws-proxy.ts";
import {
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { collect } from "../support/collect.ts";
import { startLedgerProcess } from "../support/start-ledger-process.ts";
import { added, marked, tally } from "../support/tally.ts";
import { tickingClock } from "../support/ticking-clock.ts";

let server: DynamoDbServer;
beforeAll(async () => {
  server = await startDynamoDb();
});
afterAll(() => server.close());

const THROTTLED: Fault = { kind: "throttled" };
const LOST: Fault = { kind: "dropped", when: "after" };
const BROKEN: Fault = { kind: "error", when: "before" };
const LATE: Fault = { kind: "error", when: "late" };
const BROKEN_LATE: Fault = { kind: "error", when: "after" };

/** A table, a ledger that reaches it through a proxy, and one that reaches it directly. */
async function proxied(attempts?: number): Promise<{
  table: string;
  proxy: AwsProxy;
  ledger: Ledger;
  other: Ledger;
}> {
  const table = await server.makeTable();
  const proxy = await startAwsProxy(server.endpoint);
  onTestFinished(() => proxy.close());
  const connect = (endpoint: string) =>
    dynamodbLedger({
      region: AWS_REGION,
      table,
      client: dynamoDbClient(endpoint, attempts),
      clock: tickingClock(),
    });
  return { table, proxy, ledger: connect(proxy.endpoint), other: connect(server.endpoint) };
}

async function seqsOf(ledger: Ledger, stream = "tally/a"): Promise<number[]> {
  return (await collect(ledger.read(stream))).map(({ seq }) => seq);
}

function timesOf({ requests }: AwsProxy, operation: string): number {
  return requests.filter((request) => request.operation === operation).length;
}

describe("an append in DynamoDB", () => {
  test.each([
    ["the connection is lost", [LOST]],
    ["the service fails after it", [BROKEN_LATE]],
    ["each attempt fails after it or is told that it exists", [BROKEN_LATE, LOST, BROKEN_LATE, LOST]],
  ])("that was carried out is no conflict with itself where %s", async (_, faults) => {
    const { proxy, ledger } = await proxied();
    await ledger.append("tally/a", 0, [added(1)]);
    proxy.fail("PutItem", faults);
    expect(await ledger.append("tally/a", 1, [added(2), added(3)])).toEqual({ kind: "appended", seq: 3 });
    expect(await seqsOf(ledger)).toEqual([1, 2, 3]);
  });

  test("whose every answer is lost is found by reading back", async () => {
    const { proxy, ledger } = await proxied(2);
    proxy.fail("PutItem", [LOST, BROKEN]);
    expect(await ledger.append("tally/a", 0, [added(1)])).toEqual({ kind: "appended", seq: 1 });
    expect(await seqsOf(ledger)).toEqual([1]);
  });

  test("of the same events by two at once is of one, and the other hears of the conflict", async () => {
    const { proxy, ledger, other } = await proxied();
    proxy.fail("PutItem", [LOST]);
    const same = [added(1), added(2)];
    const answers = await Promise.all([ledger.append("tally/a", 0, same), other.append("tally/a", 0, same)]);
    expect(answers.map(({ kind, seq }) => `${kind} ${seq}`).sort()).toEqual(["appended 2", "conflict 2"]);
    expect(await seqsOf(ledger)).toEqual([1, 2]);
  });

  test("that cannot begin changes nothing, and says so with what to do", async () => {
    const { proxy, ledger } = await proxied(2);
    proxy.fail("Query", Array(10).fill(BROKEN));
    await expect(ledger.append("tally/a", 0, [added(1)])).rejects.toMatchObject({
      code: "ledger_unavailable",
      hint: expect.stringMatching(/^nothing was recorded; .*run the command again/),
    });
    expect(timesOf(proxy, "PutItem")).toBe(0);
    proxy.fail("Query", []);
    expect(await seqsOf(ledger)).toEqual([]);
    expect(await ledger.append("tally/a", 0, [added(1)])).toEqual({ kind: "appended", seq: 1 });
  });

  test("that began anew because nothing was stored is stored once", async () => {
    const { proxy, ledger } = await proxied(2);
    proxy.fail("PutItem", [BROKEN, BROKEN, null]);
    expect(await ledger.append("tally/a", 0, [added(1)])).toEqual({ kind: "appended", seq: 1 });
    expect(await seqsOf(ledger)).toEqual([1]);
  });

  test("of which nobody can tell whether it was stored says so, and the next decision sees it", async () => {
    const { proxy, ledger } = await proxied(2);
    proxy.fail("PutItem", [LOST, BROKEN]);
    proxy.fail("GetItem", [BROKEN, BROKEN]);
    await expect(ledger.append("tally/a", 0, [added(5)])).rejects.toMatchObject({
      code: "ledger_unsure",
      kind: "unavailable",
      data: { stream: "tally/a" },
    });
    const { seq } = await decide(ledger, "tally/a", tally, ({ state }) => ({
      events: state.total === 5 ? [] : [added(5)],
      answer: null,
    }));
    expect(seq).toBe(1);
  });

  test.each([
    ["it was looked for twice", 2, [LATE, BROKEN, BROKEN, BROKEN], []],
    ["the stream's end cannot be read again", 2, [LATE, BROKEN], [null, BROKEN, BROKEN]],
    ["a second put is refused at once", 1, [LATE, THROTTLED], []],
  ])("that can still land is not told as never stored where %s", async (_, attempts, puts, queries) => {
    const { proxy, ledger } = await proxied(attempts);
    await ledger.append("tally/a", 0, [added(1)]);
    proxy.fail("PutItem", puts);
    proxy.fail("Query", queries);
    const error = await ledger.append("tally/a", 1, [added(5)]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "ledger_unsure", data: { stream: "tally/a" } });
    expect(Reflect.get(error as object, "hint")).not.toContain("nothing was recorded");
    proxy.fail("PutItem", []);
    await proxy.land();
    expect(await seqsOf(ledger)).toEqual([1, 2]);
  });

  test("waits out throttling for a while and then gives up with a way out", async () => {
    const { proxy, ledger } = await proxied();
    proxy.fail("PutItem", [THROTTLED, THROTTLED]);
    expect(await ledger.append("tally/a", 0, [added(1)])).toEqual({ kind: "appended", seq: 1 });
    const { proxy: busy, ledger: refused } = await proxied(3);
    busy.fail("Query", Array(50).fill(THROTTLED));
    await expect(refused.append("tally/a", 0, [added(1)])).rejects.toMatchObject({
      code: "ledger_unavailable",
      hint: "nothing was recorded; wait a minute, then run the command again",
    });
    expect(timesOf(busy, "Query")).toBe(3);
  });

  test("over the limit asks nothing; one at the limit fits into an item", async () => {
    const { proxy, ledger } = await proxied();
    const stream = `tally/${"ä".repeat(300)}`;
    const frame = JSON.stringify([marked("")]).length;
    await expect(
      ledger.append(stream, 0, [marked("x".repeat(BATCH_LIMIT - frame + 1))]),
    ).rejects.toMatchObject({ code: "batch_too_large" });
    expect(proxy.requests).toEqual([]);
    await ledger.append(stream, 0, [marked("ä".repeat((BATCH_LIMIT - frame) / 2))]);
    expect(await seqsOf(ledger, stream)).toEqual([1]);
  });

  test("at a sequence in the middle of a batch, or beyond the end, stores nothing", async () => {
    const { ledger, proxy } = await proxied();
    await ledger.append("tally/a", 0, [added(1), added(2), added(3)]);
    for (const expected of [1, 2, 4])
      expect(await ledger.append("tally/a", expected, [added(9)])).toEqual({ kind: "conflict", seq: 3 });
    expect(timesOf(proxy, "PutItem")).toBe(1);
  });
});

describe("the requests to DynamoDB", () => {
  test("read the table consistently, and write single items on a condition alone", async () => {
    const { proxy, ledger } = await proxied();
    for (let seq = 0; seq < 5; seq++)
      await decide(ledger, "tally/a", tally, () => ({ events: [added(seq)], answer: null }));
    await ledger.putSnapshot({ stream: "tally/a", seq: 5, v: 1, state: { total: 10, marks: [] } });
    await ledger.snapshot("tally/a", 1);
    await ledger.summaries("tally");
    await ledger.streams("tally/");
    await ledger.since((await ledger.since("", 2)).next, 10);
    await collect(ledger.read("tally/a", 3));

    const operations = new Set(proxy.requests.map(({ operation }) => operation));
    expect([...operations].sort()).toEqual(["BatchGetItem", "GetItem", "PutItem", "Query"]);
    for (const { operation, input } of proxy.requests) {
      if (operation === "PutItem")
        expect(input.ConditionExpression).toMatch(/^attribute_not_exists\(pk\)(?: OR |$)/);
      else if (operation === "BatchGetItem")
        expect(Object.values(input.RequestItems as object)).toEqual([
          expect.objectContaining({ ConsistentRead: true }),
        ]);
      else expect("IndexName" in input || input.ConsistentRead === true, JSON.stringify(input)).toBe(true);
    }
  });

  test("never change a batch that is stored, and none of its items ends by itself", async () => {
    const { table, ledger, other } = await proxied();
    await ledger.append("tally/a", 0, [added(1)]);
    const client = dynamoDbClient(server.endpoint);
    const Key = { pk: { S: "s#tally/a" }, sk: { S: "0000000000000001" } };
    const before = (await client.send(new GetItemCommand({ TableName: table, Key }))).Item;
    await other.append("tally/a", 0, [added(2)]);
    await other.append("tally/a", 1, [added(3)]);
    expect((await client.send(new GetItemCommand({ TableName: table, Key }))).Item).toEqual(before);
    expect(Object.keys(before ?? {}).sort()).toEqual(
      [
        "at",
        "body",
        "checksum",
        "feed",
        "feedKey",
        "first",
        "firsts",
        "last",
        "pk",
        "sk",
        "stream",
        "token",
      ].sort(),
    );
  });

  test("an append costs two requests, whatever the stream's length", async () => {
    const { proxy, ledger } = await proxied();
    for (let seq = 0; seq < 30; seq++) await ledger.append("tally/a", seq, [added(seq)]);
    expect(proxy.requests).toHaveLength(60);
  });
});

describe("damage in DynamoDB", () => {
  test("a batch that is not what was written is an error, never another event", async () => {
    const { table, ledger } = await proxied();
    await ledger.append("tally/a", 0, [added(1)]);
    await ledger.append("tally/a", 1, [added(2)]);
    const client = dynamoDbClient(server.endpoint);
    const Key = { pk: { S: "s#tally/a" }, sk: { S: "0000000000000002" } };
    const { Item = {} } = await client.send(new GetItemCommand({ TableName: table, Key }));
    const body = Item.body?.S?.replace("2", "3") ?? "";
    await client.send(new PutItemCommand({ TableName: table, Item: { ...Item, body: { S: body } } }));
    const corrupt = { code: "ledger_corrupt", data: { file: `dynamodb:${AWS_REGION}/${table}` } };
    await expect(collect(ledger.read("tally/a"))).rejects.toMatchObject(corrupt);
    await expect(ledger.since("", 10)).rejects.toMatchObject(corrupt);
  });

  test("a batch that is gone is an error to who reads across it", async () => {
    const { table, ledger } = await proxied();
    for (let seq = 0; seq < 6; seq += 2) await ledger.append("tally/a", seq, [added(1), added(1)]);
    const client = dynamoDbClient(server.endpoint);
    const Key = { pk: { S: "s#tally/a" }, sk: { S: "0000000000000003" } };
    await client.send(new DeleteItemCommand({ TableName: table, Key }));
    for (const after of [0, 1, 2, 3])
      await expect(collect(ledger.read("tally/a", after)), `${after}`).rejects.toMatchObject({
        code: "ledger_corrupt",
        data: { reason: expect.stringContaining("are gone") },
      });
    expect(await seqsOf(ledger, "tally/b")).toEqual([]);
    expect((await collect(ledger.read("tally/a", 4))).map(({ seq }) => seq)).toEqual([5, 6]);
  });

  test("a damaged snapshot is none, a large one is compressed, and one beyond an item is not kept", async () => {
    const { table, ledger } = await proxied();
    const large = { list: Array.from({ length: 40_000 }, (_, index) => `entry number ${index}`) };
    await ledger.putSnapshot({ stream: "tally/a", seq: 3, v: 1, state: large });
    expect(await ledger.snapshot("tally/a", 1)).toMatchObject({ seq: 3, state: large });
    const noise = Array.from({ length: 60_000 }, () => Math.random());
    await ledger.putSnapshot({ stream: "tally/a", seq: 4, v: 1, state: noise });
    expect(await ledger.snapshot("tally/a", 1)).toMatchObject({ seq: 3 });
    const client = dynamoDbClient(server.endpoint);
    const Key = { pk: { S: "snapshot#tally/a" }, sk: { S: "1" } };
    const { Item = {} } = await client.send(new GetItemCommand({ TableName: table, Key }));
    await client.send(new PutItemCommand({ TableName: table, Item: { ...Item, seq: { N: "9" } } }));
    expect(await ledger.snapshot("tally/a", 1)).toBeNull();
  });
});

describe("the feed in DynamoDB", () => {
  test("a batch that the index shows late is not skipped, and each stream comes in its order", async () => {
    const { proxy, ledger } = await proxied();
    await ledger.append("tally/a", 0, [added(1)]);
    await ledger.append("tally/b", 0, [added(1)]);
    await ledger.append("tally/a", 1, [added(2)]);
    await ledger.append("tally/c", 0, [added(1)]);
    await ledger.append("tally/a", 2, [added(3)]);
    const isLate = (item: Readonly<Record<string, unknown>>) =>
      JSON.stringify([item.pk, item.sk]) !== '[{"S":"s#tally/a"},{"S":"0000000000000002"}]';
    proxy.showInIndexes(isLate);
    const seen: string[] = [];
    let position = "";
    const follow = async () => {
      for (;;) {
        const page = await ledger.since(position, 2);
        if (page.next === position) return;
        position = page.next;
        for (const { stream, seq } of page.events)
          if (!seen.includes(`${stream} ${seq}`)) seen.push(`${stream} ${seq}`);
      }
    };
    await follow();
    expect(seen.toSorted()).toEqual(["tally/a 1", "tally/b 1", "tally/c 1"]);
    proxy.showInIndexes(null);
    await follow();
    expect(seen.toSorted()).toEqual(["tally/a 1", "tally/a 2", "tally/a 3", "tally/b 1", "tally/c 1"]);
    expect(seen.filter((name) => name.startsWith("tally/a"))).toEqual([
      "tally/a 1",
      "tally/a 2",
      "tally/a 3",
    ]);
  });

  test("writers whose clocks are days apart are both seen", async () => {
    const table = await server.makeTable();
    const client = dynamoDbClient(server.endpoint);
    const at = (now: number) =>
      dynamodbLedger({ region: AWS_REGION, table, client, clock: { now: () => now } });
    const [fast, slow] = [at(Date.now() + 9e8), at(Date.now() - 9e8)];
    await fast.append("tally/a", 0, [added(1)]);
    const { next } = await fast.since("", 10);
    await slow.append("tally/b", 0, [added(1)]);
    await slow.append("tally/a", 1, [added(2)]);
    const { events } = await fast.since(next, 10);
    expect(events.map(({ stream, seq }) => `${stream} ${seq}`)).toEqual(
      expect.arrayContaining(["tally/b 1", "tally/a 2"]),
    );
  });

  test("an index that is behind does not make a reader start over", async () => {
    const { proxy, ledger } = await proxied();
    for (let seq = 0; seq < 4; seq++) await ledger.append("tally/a", seq, [added(seq)]);
    const { next } = await ledger.since("", 10);
    proxy.showInIndexes(() => false);
    expect(await ledger.since(next, 10)).toEqual({ events: [], next });
  });

  test("a page of more bytes than one answer holds comes whole", async () => {
    const { ledger, proxy } = await proxied();
    const filler = "x".repeat(290_000);
    for (let seq = 0; seq < 9; seq++) await ledger.append("tally/a", seq, [marked(filler)]);
    const all = Array.from({ length: 9 }, (_, index) => index + 1);
    expect((await ledger.since("", 60)).events.map(({ seq }) => seq)).toEqual(all);
    expect(timesOf(proxy, "BatchGetItem")).toBeGreaterThan(1);
    expect(await seqsOf(ledger)).toEqual(all);
  });
});

describe("a DynamoDB that cannot be used", () => {
  test("a table that is not there is named, with the settings that name it", async () => {
    const client = dynamoDbClient(server.endpoint);
    const ledger = dynamodbLedger({ region: AWS_REGION, table: "nowhere", client, clock: tickingClock() });
    await expect(ledger.append("tally/a", 0, [added(1)])).rejects.toMatchObject({
      code: "ledger_unavailable",
      message: `dynamodb:${AWS_REGION}/nowhere: the ledger cannot be used (there is no nowhere in ${AWS_REGION})`,
      hint: expect.stringContaining("aws.table"),
    });
  });
});

test("L-009 two processes of 25 decisions each in one table leave 50 events, each decided on the state before it", async () => {
  const table = await server.makeTable();
  const file = `${server.endpoint}/${table}`;
  const start = Date.now() + 1_500;
  const names = ["one", "two"];
  await Promise.all(
    names.map((name) => startLedgerProcess({ job: "race", file, start, times: 25, name }).ended),
  );
  const client = dynamoDbClient(server.endpoint);
  const ledger = dynamodbLedger({ region: AWS_REGION, table, client, clock: tickingClock() });
  const events = await collect(ledger.read("tally/a"));
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(events.map(({ data }) => data.seen)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(await ledger.summaries("tally")).toMatchObject([{ seq: 50, data: { total: 50 } }]);
}, 120_000);
