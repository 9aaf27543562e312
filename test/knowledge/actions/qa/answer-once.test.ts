import { expect, test } from "vitest";
import { type Asked, answerOnce } from "../../../../knowledge/actions/qa/answer-once.ts";
import { memoryLedger } from "../../../../knowledge/adapters/memory/ledger.ts";
import type { StoredEvent } from "../../../../knowledge/ports/ledger.ts";
import { EXECUTION } from "../../../../knowledge/qa/execution-projection.ts";
import type { SubjectState } from "../../../../knowledge/qa/subject-state.ts";

const STREAM = "execution/exec-7k3f9x2m0a";
const clock = { now: () => Date.UTC(2027, 0, 4) };

function world() {
  const ledger = memoryLedger(clock);
  const deps = {
    ledger,
    clock,
    person: { name: async () => "operator" },
    session: { id: "s-1", isAgent: false, capabilities: async () => [] },
  };
  const ask = <Result>(
    choose: Asked<SubjectState, Result>["choose"],
    request: Partial<Asked<SubjectState, Result>["request"]> = {},
  ) =>
    answerOnce(deps, {
      function: "qa.test",
      stream: STREAM,
      projection: EXECUTION,
      request: { payload: {}, ...request },
      choose,
    });
  const events = async () => {
    const all: StoredEvent[] = [];
    for await (const event of ledger.read(STREAM)) all.push(event);
    return all;
  };
  return { ledger, ask, events };
}

const commit = (materialization: string, filler = "") => ({
  type: "QAMaterializationCommitted",
  data: { materialization, at: "2027-01-04T00:00:00.000Z", filler },
});

test("the answer is stored in the batch that it decided, names its events, and is given again", async () => {
  const { ask, events } = world();
  let asked = 0;
  const choose = () => {
    asked += 1;
    return { events: [commit("mat-1"), commit("mat-2")], result: { asked } };
  };
  const first = await ask(choose, { request_id: "r" });
  expect(first).toEqual({
    success: true,
    result: { asked: 1 },
    warnings: [],
    errors: [],
    event_ids: [`${STREAM}#1`, `${STREAM}#2`],
  });
  expect(await ask(choose, { request_id: "r" })).toEqual(first);
  expect(asked).toBe(1);
  expect((await events()).map(({ type }) => type)).toEqual([
    "QAMaterializationCommitted",
    "QAMaterializationCommitted",
    "QARequestAnswered",
  ]);
  expect(await ask(choose, { request_id: "r", payload: { other: true } })).toMatchObject({
    success: false,
    errors: [{ code: "precondition_failed", recover: expect.stringMatching(/^assay /) }],
  });
  expect(await events()).toHaveLength(3);
});

test("the same question twice at once is decided once", async () => {
  const { ask, events } = world();
  const choose = () => ({ events: [commit("mat-1")], result: {} });
  const both = await Promise.all([ask(choose, { request_id: "r" }), ask(choose, { request_id: "r" })]);
  expect(both[0]).toEqual(both[1]);
  expect(await events()).toHaveLength(2);
});

test("what is over a batch's limit goes in several, and is decided anew where somebody comes between", async () => {
  const { ask, events, ledger } = world();
  const filler = "x".repeat(200_000);
  const seen: number[] = [];
  const append = ledger.append.bind(ledger);
  let calls = 0;
  ledger.append = async (stream, seq, batch) => {
    calls += 1;
    // Somebody else comes first once, after the first of the batches.
    if (calls === 2) await append(stream, seq, [{ type: "Other", v: 1, data: {} }]);
    return append(stream, seq, batch);
  };
  const told = await ask(
    ({ seq }) => {
      seen.push(seq);
      return { events: [commit("a", filler), commit("b", filler), commit("c", filler)], result: { seq } };
    },
    { request_id: "big" },
  );
  expect(seen).toEqual([0, 2]);
  expect(told).toMatchObject({ success: true, result: { seq: 2 } });
  expect(told.event_ids).toEqual([`${STREAM}#3`, `${STREAM}#4`, `${STREAM}#5`]);
  expect((await events()).at(-1)).toMatchObject({ type: "QARequestAnswered", seq: 6 });
});

test("a refusal is kept where there is a subject, and makes none", async () => {
  const { ask, events } = world();
  const refusal = { kind: "refused", code: "row_missing", why: "none", recover: "assay item list" } as const;
  expect(await ask(() => refusal, { request_id: "r" })).toMatchObject({ success: false, event_ids: [] });
  expect(await events()).toEqual([]);
  await ask(() => ({ events: [commit("mat-1")], result: {} }));
  const kept = await ask(() => refusal, { request_id: "r" });
  const choose = () => ({ events: [commit("mat-2")], result: {} });
  expect(await ask(choose, { request_id: "r" })).toEqual(kept);
  expect(await events()).toHaveLength(2);
});

test("a dry run and an expected sequence that does not hold append nothing", async () => {
  const { ask, events } = world();
  const choose = () => ({ events: [commit("mat-1")], result: {} });
  const dry = await ask(choose, { request_id: "r", options: { dry_run: true } });
  expect(dry).toMatchObject({ success: true, event_ids: [], warnings: [{ code: "dry_run" }] });
  expect(await ask(choose, { preconditions: { expected_seq: 4 } })).toMatchObject({ success: false });
  expect(await events()).toEqual([]);
  expect(await ask(choose, { request_id: "r", preconditions: { expected_seq: 0 } })).toMatchObject({
    success: true,
    event_ids: [`${STREAM}#1`],
  });
});
