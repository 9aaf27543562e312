import { expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { decide } from "../../../knowledge/ledger/decide.ts";
import type { Projection } from "../../../knowledge/ledger/projection.ts";
import { streamRows, summaryRows } from "../../../knowledge/ledger/summary-rows.ts";

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

test("a stream whose summary was lost, or tells too little, is folded where all streams are asked for", async () => {
  const ledger = memoryLedger({ now: () => 0 });
  const event = { type: "a", v: 1, data: {} };
  await ledger.append("count/lost", 0, [event, event]);
  await ledger.append("count/poor", 0, [event, event, event]);
  await ledger.putSummary({ stream: "count/poor", seq: 1, v: 1, data: { count: 0 } });
  await ledger.append("counted/other", 0, [event]);
  const tells = ({ count }: { count: number }) => count > 0;
  const poor = { stream: "count/poor", row: { count: 3 }, summarySeq: null };
  expect(await summaryRows(ledger, counting(1), tells)).toEqual([poor]);
  expect(await streamRows(ledger, counting(1), tells)).toEqual([
    { stream: "count/lost", row: { count: 2 }, summarySeq: null },
    poor,
  ]);
});
