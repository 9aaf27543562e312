import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import type { Ledger, LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { WATCH } from "../../knowledge/watch/watch.ts";
import { watchStream } from "../../knowledge/watch/watch-stream.ts";
import {
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tickingClock } from "../support/ticking-clock.ts";

let dynamoDb: DynamoDbServer;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
});
afterAll(() => dynamoDb.close());

/** Where the state of the watch is kept; each call connects as another process would. */
const PLACES: readonly { name: string; place(): Promise<() => Ledger> }[] = [
  {
    name: "SQLite",
    async place() {
      const path = join(temporaryFolder(), "ledger.db");
      return () => sqliteLedger(path, tickingClock());
    },
  },
  {
    name: "DynamoDB",
    async place() {
      const table = await dynamoDb.makeTable();
      return () =>
        dynamodbLedger({
          region: AWS_REGION,
          table,
          client: dynamoDbClient(dynamoDb.endpoint),
          clock: tickingClock(),
        });
    },
  },
];

function seen(commit: string, outcome: "passed" | "failed"): LedgerEvent {
  const data = { at: "2026-12-01T07:00:00.000Z", branch: "main", commit, outcome };
  return {
    type: "head.seen",
    v: 1,
    data: { ...data, checks: ["test"], relation: null, lastGreen: outcome === "passed" ? commit : null },
  };
}

describe.each(PLACES)("the state of the watch in $name", ({ place }) => {
  test("C-078 is one durable stream for an organisation and a repository, which whoever comes next folds to the same", async () => {
    const connect = await place();
    const streams = [
      watchStream("acme", "Acme/Shop"),
      watchStream("acme", "acme/shop.web"),
      watchStream("beta", "acme/shop"),
    ];
    for (const [index, stream] of streams.entries()) {
      const ledger = connect();
      await decide(ledger, stream, WATCH, () => ({
        events: [seen(`${index}`.repeat(40), "passed")],
        answer: null,
      }));
      await ledger.close();
    }
    const last = connect();
    const after = await decide(last, streams[0]!, WATCH, ({ state }) => ({
      events: state.head?.commit === "0".repeat(40) ? [seen("f".repeat(40), "failed")] : [],
      answer: null,
    }));
    await last.close();

    const ledger = connect();
    expect(await ledger.streams("watch/")).toEqual(streams.toSorted());
    expect(await ledger.streams("watch/acme.")).toHaveLength(2);
    expect(await readState(ledger, streams[0]!, WATCH)).toMatchObject({ seq: 2, state: after.state });
    const summaries = await ledger.summaries("watch");
    expect(summaries.map(({ stream, data }) => [stream, data.commit])).toEqual(
      [
        [streams[0], "f".repeat(40)],
        [streams[1], "1".repeat(40)],
        [streams[2], "2".repeat(40)],
      ].sort(),
    );
  });

  test("is decided by one of two that look at once", async () => {
    const connect = await place();
    const stream = watchStream("acme", "acme/shop");
    await decide(connect(), stream, WATCH, () => ({
      events: [seen("a".repeat(40), "passed")],
      answer: null,
    }));
    const answers = await Promise.all(
      [connect(), connect()].map((ledger) =>
        decide(ledger, stream, WATCH, ({ state }) =>
          state.head?.outcome === "failed"
            ? { events: [], answer: "seen already" }
            : { events: [seen("b".repeat(40), "failed")], answer: "raised" },
        ),
      ),
    );
    expect(answers.map(({ answer }) => answer).sort()).toEqual(["raised", "seen already"]);
  });
});
