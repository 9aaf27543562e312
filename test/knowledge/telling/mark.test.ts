import fc from "fast-check";
import { expect, test } from "vitest";
import { effectKey, keyIn, markOf } from "../../../knowledge/telling/mark.ts";

const sound = fc.string({ unit: "binary" }).map((text) => text.toWellFormed());

test("every key is found again in its mark, whatever stands before it", () => {
  fc.assert(
    fc.property(sound, fc.string({ unit: "binary" }), (key, before) => {
      expect(keyIn(`${before}\n\n${markOf(key)}`)).toBe(key);
      expect(keyIn(`${markOf(key)}\n  \n`)).toBe(key);
    }),
  );
});

test("a mark is one hidden comment, whatever the key", () => {
  fc.assert(
    fc.property(sound, (key) => {
      expect(markOf(key)).toMatch(/^<!-- assay:[^\s>]* -->$/);
      expect(markOf(key).slice(4, -3)).not.toContain("--");
    }),
  );
});

test("a mark that is not the last line is none", () => {
  expect(keyIn(`${markOf("a")}\nmore`)).toBeNull();
  expect(keyIn("plain")).toBeNull();
  expect(keyIn("<!-- assay:%E0%A4%A -->")).toBeNull();
});

test("keys of different parts differ", () => {
  fc.assert(
    fc.property(fc.array(sound, { minLength: 1 }), fc.array(sound, { minLength: 1 }), (one, other) => {
      expect(effectKey(...one) === effectKey(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});
