import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packJson, unpackJson } from "../../../knowledge/ledger/packed-json.ts";
import { decodeState, encodeState } from "../../../knowledge/ledger/snapshot-text.ts";

const written = (value: unknown) => JSON.stringify(unpackJson(JSON.parse(JSON.stringify(packJson(value)))));

describe("packed JSON", () => {
  test("is what was packed, key by key and in order, whatever JSON it is", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(written(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 500 },
    );
  });

  test("is what was packed where many objects are alike", () => {
    const word = fc.constantFrom("pass", "fail", "a\u007fb", "", "__proto__");
    const row = fc.record(
      {
        id: fc.string(),
        verdict: fc.option(word),
        tags: fc.array(word, { maxLength: 2 }),
        at: fc.option(fc.constantFrom(1, 2.5, -0)),
        values: fc.dictionary(
          fc.constantFrom("exit", "__proto__", "10", "2"),
          fc.constantFrom(0, null, "x", {}),
        ),
        isOpen: fc.boolean(),
      },
      { requiredKeys: ["id", "isOpen"] },
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 70, maxLength: 120 }), (rows) => {
        expect(written({ rows, again: rows })).toBe(JSON.stringify({ rows, again: rows }));
      }),
      { numRuns: 60 },
    );
  });

  test("leaves out what JSON leaves out", () => {
    const value = { gone: undefined, list: [undefined, Number.NaN, 1], nested: { only: undefined } };
    expect(written(value)).toBe(JSON.stringify(value));
  });

  test("reads what is a getter, and gives what is equal as one object", () => {
    const config = { command: "npm test", env: { A: "1" } };
    const rows = Array.from({ length: 3 }, (_, n) => ({ n, config: structuredClone(config) }));
    const holder = Object.defineProperty({}, "rows", { get: () => rows, enumerable: true });
    const back = decodeState(encodeState(holder)) as { rows: typeof rows };
    expect(back).toEqual({ rows });
    expect(new Set(back.rows.map((row) => row.config)).size).toBe(1);
    expect(new Set(back.rows).size).toBe(3);
  });

  test("holds runs in a fifth of their text, and text of before is read", () => {
    const runs = Array.from({ length: 500 }, (_, n) => ({
      id: `run-${n}`,
      verdict: n % 3 === 0 ? "fail" : "pass",
      verdict_reason: null,
      raw_result: {
        method_config: { command: "npm test", timeout_seconds: 1_200 },
        sign_in: null,
        values: {},
      },
      artifacts: [],
      started_at: "2027-01-04T09:00:00.000Z",
    }));
    expect(encodeState(runs).length).toBeLessThan(JSON.stringify(runs).length / 5);
    expect(decodeState(JSON.stringify(runs))).toEqual(runs);
  });
});
