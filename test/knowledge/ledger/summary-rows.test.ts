import { expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { decide } from "../../../knowledge/ledger/decide.ts";
import type { Projection } from "../../../knowledge/ledger/projection.ts";
import { summaryRows } from "../../../knowledge/ledger/summary-rows.ts";

type Counting = Projection<number> & Required<Pick<Projection<number>, "summary">>;

const counting = (v: number): Counting => ({
  kind: "count",
  v: 1,
  initial: 0,
  apply: (count) => count + 1,
  summary: { v, of: (count) => (v === 1 ? { count } : { counted: count }) },
});

test("a stream whose kept summary is of another version is folded, and hides nowhere", async () => {
  const ledger = memoryLedger({ now: () => 0 });
  const count = (stream: string, projection: Counting) =>
    decide(ledger, stream, projection, () => ({ events: [{ type: "a", v: 1, data: {} }], answer: null }));
  await count("count/old", counting(1));
  await count("count/old", counting(1));
  await count("count/new", counting(2));
  const rows = await summaryRows(ledger, counting(2));
  expect(rows.toSorted((a, b) => (a.stream < b.stream ? -1 : 1))).toEqual([
    { stream: "count/new", row: { counted: 1 }, summarySeq: 1 },
    { stream: "count/old", row: { counted: 2 }, summarySeq: null },
  ]);
});
