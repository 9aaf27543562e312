/**
 * A process of its own that works on one ledger or history and announces on standard output each step
 * that it was told is done. Usage: node ledger-process.ts <job> <file> <start, ms since the epoch> <times> <name>
 * A ledger in a table is named by its URL, <endpoint>/<table>.
 */
import { writeSync } from "node:fs";
import { sqliteHistory } from "../../knowledge/adapters/sqlite/history.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { AssayError } from "../../knowledge/errors.ts";
import { decide } from "../../knowledge/ledger/decide.ts";
import type { Ledger, LedgerEvent } from "../../knowledge/ports/ledger.ts";
import { collect } from "./collect.ts";
import { tally } from "./tally.ts";

const [job = "", file = "", start = "0", times = "1", name = ""] = process.argv.slice(2);
const clock = { now: () => Date.now() };

/** Events of one batch: enough of them, and long enough, that a batch spans pages. */
export const BATCH_EVENTS = 3;
export const RUN_TESTS = 500;

const JOBS: Record<string, () => Promise<void>> = {
  /** Appends batches of three events to one stream, each decided on the state before it. */
  async append() {
    const ledger = await openLedger();
    for (let step = 0; step < Number(times); step++) {
      const { seq } = await decide(ledger, "tally/a", tally, (now) => ({
        events: Array.from({ length: BATCH_EVENTS }, () => event(now.seq, step)),
        answer: null,
      }));
      announce(seq);
    }
  },

  /** Appends one event at a time, each saying on what state it was decided. */
  async race() {
    const ledger = await openLedger();
    for (let step = 0; step < Number(times); step++) {
      await decide(ledger, "tally/a", tally, (now) => ({ events: [event(now.seq, step)], answer: null }));
    }
  },

  /** Records runs of many tests. */
  async record() {
    const history = sqliteHistory(file);
    for (let step = 0; step < Number(times); step++) {
      const writer = await history.write();
      for (let index = 0; index < RUN_TESTS; index++) {
        writer.add({
          test: `suite.test ${index}`,
          outcome: "passed",
          flaky: false,
          durationMs: 1,
          fingerprint: null,
        });
      }
      await writer.commit({ run: `${name} ${step}`, job: null, commit: null, branch: null, at: step });
      announce(`${name} ${step}`);
    }
  },

  /** Reads, then tries to write. */
  async visit() {
    const ledger = sqliteLedger(file, clock);
    announce(`read ${(await collect(ledger.read("tally/a"))).length}`);
    await ledger.append("tally/b", 0, [event(0, 0)]);
    announce("appended");
  },
};

async function openLedger(): Promise<Ledger> {
  if (!file.startsWith("http://")) return sqliteLedger(file, clock);
  const [{ dynamodbLedger }, { AWS_REGION, dynamoDbClient }] = await Promise.all([
    import("../../knowledge/adapters/dynamodb/ledger.ts"),
    import("./aws/start-dynamodb.ts"),
  ]);
  const { origin, pathname } = new URL(file);
  const client = dynamoDbClient(origin);
  return dynamodbLedger({ region: AWS_REGION, table: pathname.slice(1), client, clock });
}

function event(seen: number, step: number): LedgerEvent {
  return {
    type: "amount.added",
    v: 1,
    data: { amount: 1, seen, name, step, filler: "x".repeat((step * 613) % 4_000) },
  };
}

/** Written at once: what was announced has reached the reader's pipe even if this process is killed next. */
function announce(what: string | number): void {
  writeSync(1, `${what}\n`);
}

if (import.meta.main) {
  while (Date.now() < Number(start)) await new Promise((resolve) => setTimeout(resolve, 1));
  try {
    await JOBS[job]?.();
    announce("done");
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    announce(`${error.code} ${error.data.reason}`);
  }
}
