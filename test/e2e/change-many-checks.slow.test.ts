import { expect, test } from "vitest";
import { manyChecks } from "../support/change/many-checks.ts";
import { lastRound } from "../support/change/nothing-twice.ts";

const [KIB, MIB] = [1024, 1024 ** 2];
const HOUR = 3_600_000;

test("a change of which 300 checks failed takes no more memory for logs of 20 MB than for short ones, and not twice that of one of 3", {
  timeout: HOUR,
}, async () => {
  const few = await manyChecks(3, 20 * MIB);
  const short = await manyChecks(300, 20 * KIB);
  const long = await manyChecks(300, 20 * MIB);
  expect(lastRound(long.view)?.verdict).toMatchObject({
    word: "BLOCKED",
    says: "Why does everything fail?",
  });
  expect(lastRound(long.view)?.attempts[0]?.found).toHaveLength(300);
  expect(long.peak / short.peak).toBeLessThan(1.2);
  expect(long.peak / few.peak).toBeLessThan(2);
});
