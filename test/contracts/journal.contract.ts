import { describe, expect, test } from "vitest";
import type {
  CurationFinished,
  JournalEntry,
  RecordRuled,
  RunMarked,
} from "../../knowledge/learn/learning-events.ts";
import type { Journal, RecordEvent } from "../../knowledge/ports/journal.ts";
import type { Ledger, LedgerEvent } from "../../knowledge/ports/ledger.ts";

/** A ledger and the journal over it; every `connect` sees the same store, as another process would. */
export interface JournalStore {
  readonly ledger: Ledger;
  connect(): Journal;
}

export interface JournalAdapter {
  readonly name: string;
  /** An empty store; what it needs is cleared away when the running test ends. */
  store(): Promise<JournalStore>;
}

const at = (day: number) => `2026-01-${String(day).padStart(2, "0")}T08:00:00.000Z`;

const entry = (change: Partial<JournalEntry>): JournalEntry => ({
  op: "Add",
  record: "fact_a",
  source: "template",
  outcome: "applied",
  reason: null,
  before: null,
  after: null,
  candidate: "c1",
  ...change,
});

const event = (type: string, data: object): LedgerEvent => ({ type, v: 1, data: { ...data } });

/** A run as learning leaves it: recorded, then curated, each in an append of its own. */
export async function appendRun(
  ledger: Ledger,
  run: string,
  day: number,
  finished: Partial<CurationFinished>,
): Promise<void> {
  const stream = `learning/${run}`;
  await ledger.append(stream, 0, [event("run.recorded", { run, at: at(day), verdict: "pass" })]);
  await ledger.append(stream, 1, [event("analysis.finished", { results: "r", causes: {} })]);
  await ledger.append(stream, 2, [
    event("curation.finished", {
      promoted: [],
      held: [],
      confirmed: [],
      journal: [],
      overCap: [],
      ...finished,
    }),
  ]);
}

export async function appendConfirmation(ledger: Ledger, run: string, day: number, record = "fact_a") {
  await appendRun(ledger, run, day, {
    confirmed: [record],
    journal: [entry({ op: "Confirm", record, candidate: run })],
  });
}

const told = (events: readonly RecordEvent[]) =>
  events.map(({ at: time, what, by, run }) => [time, what, by, run]);

/** What every adapter of the journal keeps. */
export function journalContract(adapter: JournalAdapter): void {
  describe(`journal in ${adapter.name}`, () => {
    test("a ledger that nobody has written to tells nothing", async () => {
      const journal = (await adapter.store()).connect();
      expect(await journal.of("fact_a")).toEqual([]);
      expect(await journal.confirmations(["fact_a"])).toEqual(new Map());
    });

    test("what happened comes oldest first, at the time of the run, whatever the order of the appends", async () => {
      const { ledger, connect } = await adapter.store();
      const journal = connect();
      await appendConfirmation(ledger, "r3", 9);
      expect(told(await journal.of("fact_a"))).toEqual([[at(9), "Confirm", "template", "r3"]]);
      await appendRun(ledger, "r1", 1, {
        journal: [
          entry({ after: "d1", source: "model" }),
          entry({ op: "Hold", reason: "no-confirmed-evidence" }),
          entry({ record: "fact_b" }),
          entry({ op: "Noop", record: null, reason: "known" }),
        ],
      });
      await appendConfirmation(ledger, "r2", 4);
      expect(told(await journal.of("fact_a"))).toEqual([
        [at(1), "Add", "model", "r1"],
        [at(1), "Hold", "template", "r1"],
        [at(4), "Confirm", "template", "r2"],
        [at(9), "Confirm", "template", "r3"],
      ]);
      expect((await connect().of("fact_a"))[0]).toEqual({
        at: at(1),
        what: "Add",
        run: "r1",
        by: "model",
        outcome: "applied",
        reason: null,
        other: null,
        before: null,
        after: "d1",
      });
    });

    test("each run confirms a record once, and the newest of them is the last: L-002", async () => {
      const { ledger, connect } = await adapter.store();
      await appendConfirmation(ledger, "r2", 7);
      await appendConfirmation(ledger, "r1", 3);
      await ledger.append("learning/r2", 3, [
        event("curation.finished", { confirmed: ["fact_a"], journal: [] }),
      ]);
      const confirmations = await connect().confirmations(["fact_a", "fact_a", "fact_b"]);
      expect(confirmations).toEqual(new Map([["fact_a", { count: 2, last: at(7) }]]));
    });

    test("a supersession is told at both ends, and what was not applied as what it is", async () => {
      const { ledger, connect } = await adapter.store();
      await appendRun(ledger, "r1", 1, {
        journal: [
          entry({ op: "Supersede", record: "fact_b", other: "fact_a", before: null, after: "d2" }),
          entry({ op: "Supersede", record: "fact_c", outcome: "proposed", reason: "ci-mode" }),
        ],
      });
      const journal = connect();
      expect(await journal.of("fact_b")).toMatchObject([{ what: "Supersede", other: "fact_a", after: "d2" }]);
      expect(await journal.of("fact_a")).toMatchObject([
        { what: "Superseded", other: "fact_b", after: null },
      ]);
      expect(await journal.of("fact_c")).toMatchObject([{ outcome: "proposed", reason: "ci-mode" }]);
    });

    test("what a person marked or ruled is told with the person", async () => {
      const { ledger, connect } = await adapter.store();
      await appendConfirmation(ledger, "r1", 1);
      const mark: RunMarked = {
        mark: "wrong-cause",
        test: null,
        cause: "app_bug",
        by: "Ann <ann@example.org>",
        at: at(2),
        reason: "a typo",
        journal: [entry({ op: "Deprecate", record: "caution_x", source: "person", reason: "not so" })],
      };
      await ledger.append("learning/r1", 3, [event("run.marked", mark)]);
      const ruling: RecordRuled = {
        act: "accept",
        record: "fact_a",
        by: "Ann <ann@example.org>",
        at: at(3),
        reason: null,
        before: "d1",
        after: "d2",
      };
      await ledger.append("person/acts", 0, [
        event("record.ruled", ruling),
        event("record.ruled", { ...ruling, act: "drop", record: null, proposal: "prop_1" }),
      ]);
      const journal = connect();
      expect(told(await journal.of("fact_a"))).toEqual([
        [at(1), "Confirm", "template", "r1"],
        [at(2), "Mark", mark.by, "r1"],
        [at(3), "accept", mark.by, null],
      ]);
      expect(await journal.of("fact_a")).toMatchObject([
        {},
        { reason: "wrong-cause: a typo" },
        { before: "d1", after: "d2" },
      ]);
      expect(told(await journal.of("caution_x"))).toEqual([
        [at(2), "Mark", mark.by, "r1"],
        [at(2), "Deprecate", mark.by, "r1"],
      ]);
    });

    test("events of other shapes, types and streams are passed over", async () => {
      const { ledger, connect } = await adapter.store();
      await ledger.append("learning/r1", 0, [
        event("run.recorded", { at: "yesterday" }),
        event("curation.finished", { confirmed: "all", journal: [null, 7, { op: 3 }, { outcome: "lost" }] }),
        event("curation.finished", { confirmed: ["fact_a", 5, null], journal: {} }),
        event("run.marked", {}),
        event("something.new", { record: "fact_a" }),
      ]);
      await ledger.append("item/x", 0, [event("curation.finished", { confirmed: ["fact_a"] })]);
      await ledger.append("person/acts", 0, [
        event("record.ruled", {}),
        event("other", { record: "fact_a" }),
      ]);
      const journal = connect();
      expect((await journal.confirmations(["fact_a"])).get("fact_a")).toMatchObject({ count: 1 });
      expect((await journal.of("fact_a")).map(({ what }) => what)).toEqual(["Confirm", "Mark"]);
    });
  });
}
