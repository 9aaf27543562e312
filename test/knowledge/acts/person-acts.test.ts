import { describe, expect, test } from "vitest";
import { keepActs } from "../../../knowledge/acts/person-acts.ts";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { PERSON_STREAM, type RecordRuled } from "../../../knowledge/learn/learning-events.ts";
import { collect } from "../../support/collect.ts";
import { tickingClock } from "../../support/ticking-clock.ts";

const act = (change: Partial<RecordRuled>): RecordRuled => ({
  act: "accept",
  record: "fact_0001",
  by: "Ada",
  at: "2026-04-01T09:00:00.000Z",
  reason: null,
  before: "a",
  after: "b",
  ...change,
});

describe("what a person ruled", () => {
  test("is told in order, and what was told last of the same thing is not told again", async () => {
    const ledger = memoryLedger(tickingClock());
    const told = [
      act({}),
      act({}),
      act({ act: "forget", after: "c" }),
      act({ after: "b" }),
      act({ act: "apply", proposal: "prop_0001", after: "d" }),
      act({ act: "apply", proposal: "prop_0001", after: null }),
      act({ act: "drop", proposal: "prop_0002", record: null }),
    ];
    for (const one of told) await keepActs(ledger, [one]);
    const events = await collect(ledger.read(PERSON_STREAM));
    expect(events.map(({ type, v, data }) => ({ type, v, data }))).toEqual(
      [told[0], told[2], told[3], told[4], told[6]].map((data) => ({ type: "record.ruled", v: 1, data })),
    );
  });
});
