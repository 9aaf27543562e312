import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dynamodbLedger } from "../../knowledge/adapters/dynamodb/ledger.ts";
import { plainJournal } from "../../knowledge/adapters/memory/journal.ts";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { streamsJournal } from "../../knowledge/adapters/memory/streams-journal.ts";
import { sqliteJournal } from "../../knowledge/adapters/sqlite/journal.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";
import {
  AWS_REGION,
  type DynamoDbServer,
  dynamoDbClient,
  startDynamoDb,
} from "../support/aws/start-dynamodb.ts";
import { freezeDisk, smallDisk } from "../support/small-disk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tickingClock } from "../support/ticking-clock.ts";
import { appendConfirmation, appendRun, type JournalAdapter, journalContract } from "./journal.contract.ts";

function folderStore(folder = join(temporaryFolder(), "not", "there")) {
  const ledgerFile = join(folder, "ledger.db");
  const file = join(folder, "journal.db");
  const ledger = sqliteLedger(ledgerFile, tickingClock());
  return { ledgerFile, file, ledger, connect: () => sqliteJournal(file, ledger) };
}

let dynamoDb: DynamoDbServer;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
});
afterAll(() => dynamoDb.close());

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly JournalAdapter[] = [
  {
    name: "memory",
    async store() {
      const ledger = memoryLedger(tickingClock());
      return { ledger, connect: () => plainJournal(ledger) };
    },
  },
  {
    name: "memory, by streams",
    async store() {
      const ledger = memoryLedger(tickingClock());
      return { ledger, connect: () => streamsJournal(ledger) };
    },
  },
  { name: "SQLite", store: async () => folderStore() },
  {
    name: "SQLite over a ledger in DynamoDB",
    async store() {
      const table = await dynamoDb.makeTable();
      const client = dynamoDbClient(dynamoDb.endpoint);
      const ledger = dynamodbLedger({ region: AWS_REGION, table, client, clock: tickingClock() });
      const file = join(temporaryFolder(), "journal.db");
      return { ledger, connect: () => sqliteJournal(file, ledger) };
    },
  },
];

for (const adapter of ADAPTERS) journalContract(adapter);

const confirmed = async (journal: ReturnType<typeof plainJournal>, record = "fact_a") =>
  (await journal.confirmations([record])).get(record)?.count ?? 0;

describe("journal in a file", () => {
  test("at every moment it says what the whole ledger says, also where the feed repeats itself", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            run: fc.constantFrom("r1", "r2", "r3", "r4", "r5"),
            record: fc.constantFrom("fact_a", "fact_b"),
            day: fc.integer({ min: 1, max: 28 }),
            looks: fc.boolean(),
          }),
          { maxLength: 8 },
        ),
        fc.integer({ min: 0, max: 3 }),
        async (steps, overlap) => {
          const ledger = memoryLedger(tickingClock());
          const feed = repeating(ledger, overlap);
          const journal = sqliteJournal(join(temporaryFolder(), "journal.db"), feed);
          const plain = plainJournal(ledger);
          for (const { run, record, day, looks } of steps) {
            await appendConfirmation(ledger, run, day, record);
            if (!looks) continue;
            expect(await journal.of(record)).toEqual(await plain.of(record));
          }
          for (const record of ["fact_a", "fact_b"]) {
            expect(await journal.of(record)).toEqual(await plain.of(record));
            expect(await journal.confirmations([record])).toEqual(await plain.confirmations([record]));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("a ledger that was replaced, restored or removed is read anew, and nothing counts twice", async () => {
    const { ledger, ledgerFile, connect } = folderStore();
    await appendConfirmation(ledger, "r1", 1);
    await appendConfirmation(ledger, "r2", 2);
    await ledger.close();
    const backup = readFileSync(ledgerFile);
    await appendConfirmation(ledger, "r3", 3);
    expect(await confirmed(connect())).toBe(3);
    await ledger.close();
    writeFileSync(ledgerFile, backup);
    expect(await confirmed(connect())).toBe(2);
    await appendConfirmation(ledger, "r4", 4);
    expect(await confirmed(connect())).toBe(3);
    await ledger.close();
    rmSync(ledgerFile);
    expect(await confirmed(connect())).toBe(0);
    await appendConfirmation(ledger, "r1", 1);
    expect(await confirmed(connect())).toBe(1);
  });

  test("a damaged or foreign file is filled anew, a newer one is left alone, a deleted one costs nothing", async () => {
    const { ledger, file, connect } = folderStore();
    await appendConfirmation(ledger, "r1", 1);
    expect(await confirmed(connect())).toBe(1);
    const sql = (statement: string) => () => {
      const db = new DatabaseSync(file);
      db.exec(statement);
      db.close();
    };
    for (const damage of [
      () => writeFileSync(file, "no database, and longer than a header of one would be".repeat(40)),
      sql("PRAGMA application_id = 9"),
      sql("DROP TABLE event"),
      sql("UPDATE event SET data = '{'"),
      () => rmSync(file),
    ]) {
      damage();
      expect((await connect().of("fact_a")).map(({ what }) => what)).toEqual(["Confirm"]);
      expect(await confirmed(connect())).toBe(1);
    }
    sql("PRAGMA user_version = 99")();
    const newer = readFileSync(file);
    expect(await confirmed(connect())).toBe(1);
    expect(readFileSync(file).equals(newer)).toBe(true);
  });

  test("while another process writes it, and on a read-only disk, the ledger is read whole", async ({
    skip,
  }) => {
    const { ledger, file, connect } = folderStore();
    await appendConfirmation(ledger, "r1", 1);
    expect(await confirmed(connect())).toBe(1);
    await appendConfirmation(ledger, "r2", 2);
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN IMMEDIATE");
    expect(await confirmed(connect())).toBe(2);
    holder.exec("ROLLBACK");
    holder.close();
    const disk = smallDisk(8_192);
    if (disk === null) return skip("mounting a disk needs root on Linux");
    const frozen = folderStore(disk);
    await appendConfirmation(frozen.ledger, "r1", 1);
    await frozen.ledger.close();
    freezeDisk(disk);
    expect(await confirmed(frozen.connect())).toBe(1);
    expect(existsSync(frozen.file)).toBe(false);
  });

  test("a feed that gives its first events again, and nothing between them and the new ones, loses none", async () => {
    const { ledger, file } = folderStore();
    for (let n = 1; n <= 5; n++) await appendConfirmation(ledger, `r${n}`, n);
    const whole = await ledger.since("", 1_000);
    // At the second look the first batch comes again, as a late one beside it in the index makes it.
    const late: Pick<Ledger, "since"> = {
      async since(position, limit) {
        if (position !== whole.next) return ledger.since(position, limit);
        const { events, next } = await ledger.since(position, limit);
        const again = await ledger.since("", 1);
        return events.length === 0 ? { events, next } : { events: [...again.events, ...events], next };
      },
    };
    expect(await confirmed(sqliteJournal(file, late))).toBe(5);
    await appendConfirmation(ledger, "r6", 6);
    expect(await confirmed(sqliteJournal(file, late))).toBe(6);
  });

  test("two that catch up at once count each run once", async () => {
    const { ledger, connect } = folderStore();
    for (let n = 1; n <= 20; n++) await appendConfirmation(ledger, `r${n}`, n);
    const counts = await Promise.all([1, 2, 3, 4].map(() => confirmed(connect())));
    expect(counts).toEqual([20, 20, 20, 20]);
    expect(await connect().of("fact_a")).toHaveLength(20);
  });

  test("a feed of several pages is read to its end, and on from there", async () => {
    const { ledger, connect } = folderStore();
    for (let n = 0; n < 180; n++) await appendRun(ledger, `r${n}`, 1 + (n % 28), { confirmed: ["fact_a"] });
    expect(await confirmed(connect())).toBe(180);
    await appendRun(ledger, "last", 28, { confirmed: ["fact_a"] });
    expect(await confirmed(connect())).toBe(181);
  });
});

/** A feed that gives some of the last batches again, as the port allows. */
function repeating(ledger: Ledger, overlap: number): Pick<Ledger, "since"> {
  return {
    since(position, limit) {
      const back = /^m(\d+)$/.exec(position);
      const from = back === null ? 0 : Math.max(Number(back[1]) - overlap, 0);
      return ledger.since(from === 0 ? "" : `m${from}`, limit + overlap);
    },
  };
}
