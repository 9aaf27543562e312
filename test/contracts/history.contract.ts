import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type History, type HistoryRow, keptRows, type RunKey } from "../../knowledge/ports/history.ts";

/** One store of an adapter under test. Every `connect` sees the same store, as another process would. */
export interface HistoryStore {
  connect(rowLimit?: number): History;
}

export interface HistoryAdapter {
  readonly name: string;
  /** An empty store; what it needs is cleared away when the running test ends. */
  store(): Promise<HistoryStore>;
}

/** What every adapter of the history keeps. */
export function historyContract(adapter: HistoryAdapter): void {
  describe(`history in ${adapter.name}`, () => {
    async function fresh(rowLimit?: number): Promise<History> {
      return (await adapter.store()).connect(rowLimit);
    }

    test("a history nobody has written to reads as empty", async () => {
      expect(await (await fresh()).of(["a"], 5)).toEqual(new Map());
    });

    test("a row comes back as it was written, with its run", async () => {
      const history = await fresh();
      const rows: HistoryRow[] = [
        { test: "é ' 漢 \u{1F600}", outcome: "errored", flaky: false, durationMs: null, fingerprint: "1:ab" },
        { test: "a", outcome: "passed", flaky: true, durationMs: 1.25, fingerprint: null },
        { test: "b", outcome: "failed", flaky: false, durationMs: 0, fingerprint: "1:cd" },
        { test: "", outcome: "skipped", flaky: false, durationMs: 5_000_000_000, fingerprint: null },
      ];
      const key: RunKey = {
        run: "r1",
        job: "linux / node 24",
        commit: "c1",
        branch: "main",
        at: 1_700_000_000_000,
      };
      expect(await record(history, key, rows)).toBe("recorded");
      const tests = rows.map(({ test }) => test);
      const expected = new Map(rows.map((row) => [row.test, [{ ...row, ...key }]]));
      expect(await history.of(tests, 5)).toEqual(expected);
    });

    test("job, commit and branch may be unknown", async () => {
      const history = await fresh();
      await record(history, { run: "r1", job: null, commit: null, branch: null, at: 1 }, [row("a")]);
      expect((await history.of(["a"], 1)).get("a")).toMatchObject([
        { job: null, commit: null, branch: null },
      ]);
    });

    test("nothing is visible before the commit, to anybody, and nothing after a discard", async () => {
      const store = await adapter.store();
      const [one, two] = [store.connect(), store.connect()];
      const writer = await one.write();
      writer.add(row("a"));
      expect(await one.of(["a"], 5)).toEqual(new Map());
      expect(await two.of(["a"], 5)).toEqual(new Map());
      await writer.discard();
      expect(await writer.commit(run(1))).toBe("recorded");
      expect(await two.of(["a"], 5)).toEqual(new Map());
    });

    test("the same run twice is known and left as it is, also a run without tests", async () => {
      const history = await fresh();
      expect(await record(history, run(1), [row("a")])).toBe("recorded");
      expect(await record(history, { ...run(1), at: 99 }, [row("a", "failed"), row("b")])).toBe("known");
      expect(await record(history, run(2), [])).toBe("recorded");
      expect(await record(history, run(2), [row("b")])).toBe("known");
      expect(await record(history, run(3), [row("b")])).toBe("recorded");
      const past = await history.of(["a", "b"], 5);
      expect(past.get("a")).toMatchObject([{ run: "r1", at: 1, outcome: "passed" }]);
      expect(past.get("b")).toMatchObject([{ run: "r3" }]);
    });

    test("results come newest run first, at most as many as asked for, whatever order they were recorded in", async () => {
      const history = await fresh();
      for (const at of [3, 1, 5, 2, 4]) await record(history, run(at), [row("a"), row(`only ${at}`)]);
      const times = async (perTest: number) =>
        (await history.of(["a"], perTest)).get("a")?.map(({ at }) => at);
      expect(await times(10)).toEqual([5, 4, 3, 2, 1]);
      expect(await times(2)).toEqual([5, 4]);
      expect([...(await history.of(["only 2", "a", "a", "never"], 1)).keys()].sort()).toEqual([
        "a",
        "only 2",
      ]);
    });

    test("tests of one name in one run are all kept", async () => {
      const history = await fresh();
      await record(history, run(1), [row("a"), row("a", "failed"), row("a", "skipped")]);
      const outcomes = (await history.of(["a"], 5)).get("a")?.map(({ outcome }) => outcome);
      expect(outcomes?.sort()).toEqual(["failed", "passed", "skipped"]);
    });

    test("names whose CRC-32 is equal stay apart", async () => {
      const history = await fresh();
      await record(history, run(1), [row("plumless"), row("buckeroo", "failed")]);
      const past = await history.of(["plumless", "buckeroo"], 5);
      expect(past.get("plumless")).toMatchObject([{ outcome: "passed" }]);
      expect(past.get("buckeroo")).toMatchObject([{ outcome: "failed" }]);
    });

    test("two runs written side by side are both kept whole", async () => {
      const store = await adapter.store();
      const history = store.connect();
      const [one, two] = [await history.write(), await history.write()];
      for (let index = 0; index < 200; index++) {
        one.add(row(`t${index}`));
        two.add(row(`t${index}`, "failed"));
      }
      expect(await Promise.all([one.commit(run(1)), two.commit(run(2))])).toEqual(["recorded", "recorded"]);
      const past = await store.connect().of(
        Array.from({ length: 200 }, (_, index) => `t${index}`),
        5,
      );
      expect(past.size).toBe(200);
      for (const results of past.values()) {
        expect(results.map(({ run, outcome }) => `${run} ${outcome}`)).toEqual(["r2 failed", "r1 passed"]);
      }
    });

    test("over the limit whole runs go, first recorded first, and the newest always stays", async () => {
      const limit = 40;
      const history = await fresh(limit);
      const ten = Array.from({ length: 10 }, (_, index) => row(`t${index}`));
      for (let at = 1; at <= 4; at++) await record(history, run(at), ten);
      expect((await history.of(["t9"], 99)).get("t9")).toHaveLength(4);
      await record(history, run(5), ten);
      const kept = Math.floor(keptRows(limit) / 10);
      for (const { test } of ten) {
        const runs = (await history.of([test], 99)).get(test)?.map(({ run }) => run);
        expect(runs).toEqual(["r5", "r4", "r3"].slice(0, kept));
      }
      expect(
        await record(
          history,
          run(6),
          Array.from({ length: 100 }, (_, index) => row(`t${index}`)),
        ),
      ).toBe("recorded");
      expect((await history.of(["t9", "t99"], 99)).get("t9")).toMatchObject([{ run: "r6" }]);
      expect(await record(history, run(1), ten)).toBe("recorded");
      expect((await history.of(["t9"], 99)).get("t9")).toMatchObject([{ run: "r1" }]);
    });

    test("a closed history opens again", async () => {
      const history = await fresh();
      await record(history, run(1), [row("a")]);
      await history.close();
      await history.close();
      expect((await history.of(["a"], 5)).size).toBe(1);
    });

    test("any runs in any order read back as a list kept in memory would", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRun, { maxLength: 12 }),
          fc.integer({ min: 1, max: 4 }),
          async (runs, perTest) => {
            const history = await fresh();
            const model: { key: RunKey; rows: HistoryRow[] }[] = [];
            for (const { number, at, rows } of runs) {
              const key = { ...run(number), at };
              const known = model.some((other) => other.key.run === key.run);
              expect(await record(history, key, rows)).toBe(known ? "known" : "recorded");
              if (!known) model.push({ key, rows });
            }
            const past = await history.of(NAMES, perTest);
            for (const name of NAMES) {
              const expected = model
                .flatMap(({ key, rows }) =>
                  rows.filter(({ test }) => test === name).map((row) => ({ ...row, ...key })),
                )
                .reverse()
                .sort((a, b) => b.at - a.at)
                .slice(0, perTest);
              expect(past.get(name) ?? []).toEqual(expected);
            }
            await history.close();
          },
        ),
        { numRuns: 40, seed: 11 },
      );
    });
  });
}

const NAMES = ["a", "b", "plumless", "buckeroo"];
const anyRow: fc.Arbitrary<HistoryRow> = fc.record({
  test: fc.constantFrom(...NAMES),
  outcome: fc.constantFrom("passed", "failed", "errored", "skipped"),
  flaky: fc.boolean(),
  durationMs: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  fingerprint: fc.option(fc.constantFrom("1:aa", "1:bb")),
});
const anyRun = fc.record({
  number: fc.integer({ min: 1, max: 8 }),
  at: fc.integer({ min: 0, max: 5 }),
  rows: fc.array(anyRow, { maxLength: 90 }),
});

function run(at: number): RunKey {
  return { run: `r${at}`, job: at % 2 === 0 ? "unit" : null, commit: `c${at}`, branch: "main", at };
}

function row(test: string, outcome: HistoryRow["outcome"] = "passed"): HistoryRow {
  return { test, outcome, flaky: false, durationMs: 1, fingerprint: null };
}

async function record(
  history: History,
  key: RunKey,
  rows: readonly HistoryRow[],
): Promise<"recorded" | "known"> {
  const writer = await history.write();
  for (const each of rows) writer.add(each);
  return writer.commit(key);
}
