import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import type { LedgerEvent } from "../../knowledge/ports/ledger.ts";

const COUNT = 1_000;

/**
 * An append of one event by the ledger's adapter beside one row that node:sqlite inserts in a file of the same folder, both
 * in WAL and with `synchronous = FULL`, in turn: the 95th percentile of each, in milliseconds, and their ratio.
 */
export async function appends(scratch: string): Promise<{ readonly value: number; readonly note: string }> {
  const folder = mkdtempSync(join(scratch, "appends-"));
  const ledger = sqliteLedger(join(folder, "ledger.db"), { now: () => 0 });
  const db = new DatabaseSync(join(folder, "floor.db"));
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (seq INTEGER, body TEXT) STRICT",
  );
  const insert = db.prepare("INSERT INTO row (seq, body) VALUES (?, ?)");
  const body = JSON.stringify([EVENT]);
  const ours: number[] = [];
  const theirs: number[] = [];
  await ledger.append("item/SHOP-1", 0, [EVENT]);
  insert.run(0, body);
  for (let seq = 1; seq <= COUNT; seq += 1) {
    ours.push(await spent(() => ledger.append("item/SHOP-1", seq, [EVENT])));
    theirs.push(await spent(async () => insert.run(seq, body)));
  }
  await ledger.close();
  db.close();
  const [mine, floor] = [p95(ours), p95(theirs)];
  return {
    value: mine / floor,
    note: `${mine.toFixed(2)} ms beside ${floor.toFixed(2)} ms, ${COUNT} of each in turn`,
  };
}

const EVENT: LedgerEvent = {
  type: "QARunCompleted",
  v: 1,
  data: {
    id: "SHOP-1/run-7k3f9x2m0a",
    qa_requirement_id: "SHOP-1/req-7k3f9x2m0a",
    verdict: "pass",
    verdict_reason: null,
    values: { exit_code: 0, output_tail: "all tests passed\n".repeat(20) },
    at: "2027-01-04T09:00:00.000Z",
    by: "operator",
  },
};

async function spent(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] as number;
}
