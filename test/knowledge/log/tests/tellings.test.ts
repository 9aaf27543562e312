import { describe, expect, test } from "vitest";
import { readCountList, readLabelledCounts } from "../../../../knowledge/log/tests/count-list.ts";
import { openTellings } from "../../../../knowledge/log/tests/tellings.ts";

describe("tellings of failed tests", () => {
  const names = (settled: readonly { readonly name: string }[]) => settled.map(({ name }) => name);

  test("the first channel that agrees with the stated number is believed", () => {
    const tellings = openTellings(["inline", "list"]);
    for (const name of ["a", "b", "c"]) tellings.tell("inline", name, 1);
    for (const name of ["a", "c"]) tellings.tell("list", name, 2);
    expect(names(tellings.settle(2))).toEqual(["a", "c"]);
    expect(names(tellings.settle(3))).toEqual(["a", "b", "c"]);
    expect(tellings.settle(0)).toEqual([]);
  });

  test("a list that was printed twice is halved, not emptied of equal names", () => {
    const tellings = openTellings(["detail"]);
    for (const name of ["a", "a", "b", "a", "a", "b"]) tellings.tell("detail", name, 1);
    expect(names(tellings.settle(3))).toEqual(["a", "a", "b"]);
    expect(names(tellings.settle(2))).toEqual(["a", "b"]);
  });

  test("a message comes from the channel that has it", () => {
    const tellings = openTellings(["list", "detail"]);
    tellings.tell("list", "a", 9);
    tellings.tell("detail", "a", 3, "no luck");
    expect(tellings.settle(1)).toEqual([{ name: "a", line: 3, message: "no luck" }]);
  });

  test("without a stated number the longest channel counts", () => {
    const tellings = openTellings(["list", "inline"]);
    tellings.tell("list", "a", 1);
    tellings.tell("inline", "a", 2);
    tellings.tell("inline", "b", 3);
    expect(names(tellings.settle(null))).toEqual(["a", "b"]);
  });
});

describe("count lists", () => {
  test.each([
    ["1 failed, 2 passed", { failed: 1, passed: 2 }],
    ["3 Total", { total: 3 }],
    ["1 failed, and more", null],
    ["", null],
  ])("%j is %j", (text, expected) => {
    const counts = readCountList(text);
    expect(counts === null ? null : { ...counts }).toEqual(expected);
  });

  test.each([
    ["failures=1, errors=2", { failures: 1, errors: 2 }],
    ["Tests: 5, PHPUnit warnings: 1", { tests: 5, "phpunit warnings": 1 }],
    ["unexpected successes=1", { "unexpected successes": 1 }],
    ["none", null],
  ])("%j is %j by its labels", (text, expected) => {
    const counts = readLabelledCounts(text);
    expect(counts === null ? null : { ...counts }).toEqual(expected);
  });
});
