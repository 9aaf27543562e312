import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { movedTime } from "./moved-time.ts";

const DAY = 24 * 60 * 60_000;
const said = (moved: Parameters<typeof movedTime>[0], code: string): readonly unknown[] =>
  JSON.parse(
    execFileSync(process.execPath, [...movedTime(moved), "-e", code], { encoding: "utf8" }),
  ) as readonly unknown[];

test("a process believes that it is another day, however it asks, and knows dates as before", () => {
  const [now, made, text, then, isDate, parsed] = said(
    { ahead: -3 * DAY },
    `class Day extends Date {}
     console.log(JSON.stringify([Date.now(), new Date().getTime(), Date.parse(Date()), new Date(5).getTime(),
       new Date() instanceof Date && new Day(7) instanceof Day && new Day(7).getTime() === 7, Date.parse("1970-01-01")]))`,
  );
  for (const one of [now, made, text])
    expect(Math.abs(Number(one) + 3 * DAY - Date.now())).toBeLessThan(60_000);
  expect([then, isDate, parsed]).toEqual([5, true, 0]);
});

test("what waits a minute goes off in a part of it", () => {
  const [took] = said(
    { hurry: 600 },
    "const began = performance.now(); setTimeout(() => console.log(JSON.stringify([performance.now() - began])), 60_000)",
  );
  expect(Number(took)).toBeLessThan(30_000);
});

test("where nothing differs, nothing is changed", () => {
  expect(movedTime({})).toEqual([]);
});
