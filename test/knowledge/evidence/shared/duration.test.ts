import { expect, test } from "vitest";
import { secondsToMs } from "../../../../knowledge/evidence/shared/duration.ts";

test.each([
  ["1.5", 1500],
  ["0", 0],
  ["0.", 0],
  [".25", 250],
  ["1e-3", 1],
  [" 2 ", 2000],
  ["1,234.56", 1_234_560],
  ["1.234,56", 1_234_560],
  ["1,234,567", 1_234_567_000],
  ["0,5", 500],
  ["1,234", 1234],
  ["1.5s", 1500],
  ["12 ms", 12],
  ["PT1M0.5S", 60_500],
  ["00:01:02.5", 62_500],
  ["00:00:00.0123456", 12.3456],
  ["1.02:00:00", 93_600_000],
  ["02:03", 123_000],
])("%j is %d ms", (text, ms) => {
  expect(secondsToMs(text)).toBe(ms);
});

test.each([undefined, "", " ", "-1", "NaN", "Infinity", "soon", "1:2:3:4", "9".repeat(400)])(
  "%j is no time",
  (text) => {
    expect(secondsToMs(text)).toBeUndefined();
  },
);
