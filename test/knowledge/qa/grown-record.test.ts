import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grownIn, withFields, withGrown } from "../../../knowledge/qa/grown-field.ts";
import { type GrownRecord, grownRecord } from "../../../knowledge/qa/grown-record.ts";

const keys = fc.constantFrom(
  ...Array.from({ length: 150 }, (_, index) => `k${index}`),
  "__proto__",
  "constructor",
);

describe("a grown record", () => {
  test("says what a plain record says, from whichever earlier version it is grown on", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), keys, fc.integer()), { maxLength: 200 }),
        fc.integer({ min: 0, max: 100 }),
        (steps, first) => {
          const begun: [string, number][] = Array.from({ length: first }, (_, index) => [`k${index}`, index]);
          const versions: { grown: GrownRecord<number>; plain: Map<string, number> }[] = [
            { grown: grownRecord(Object.fromEntries(begun)), plain: new Map(begun) },
          ];
          for (const [from, key, value] of steps) {
            const base = versions[from % versions.length]!;
            versions.push({
              grown: base.grown.with(key, value),
              plain: new Map([...base.plain, [key, value]]),
            });
          }
          for (const { grown, plain } of versions) {
            expect(grown.size).toBe(plain.size);
            expect(Object.entries(grown.plain())).toEqual([...plain]);
            for (const key of plain.keys()) expect(grown.get(key)).toBe(plain.get(key));
            expect(grown.get("not there")).toBeUndefined();
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a grown field", () => {
  const holder: { readonly name: string; readonly rows: Readonly<Record<string, number>> } = {
    name: "a",
    rows: { one: 1 },
  };

  test("reads as a plain record, is JSON like one and leaves its holder as it was", () => {
    const grown = withGrown(holder, "rows", grownIn(holder, "rows").with("two", 2));
    const renamed = withFields(grown, { name: "b" });
    expect(renamed).toEqual({ name: "b", rows: { one: 1, two: 2 } });
    expect(JSON.parse(JSON.stringify(renamed))).toEqual({ name: "b", rows: { one: 1, two: 2 } });
    expect({ ...renamed }.rows).toEqual({ one: 1, two: 2 });
    expect(grownIn(renamed, "rows").get("two")).toBe(2);
    expect(holder).toEqual({ name: "a", rows: { one: 1 } });
    expect(grown.name).toBe("a");
  });
});
