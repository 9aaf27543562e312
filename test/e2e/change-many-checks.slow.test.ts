import { expect, test } from "vitest";
import { manyChecks } from "../support/change/many-checks.ts";
import { lastRound } from "../support/change/nothing-twice.ts";

const [KIB, MIB] = [1024, 1024 ** 2];
const HOUR = 3_600_000;

test("a change of which 300 checks failed takes for logs of 20 MB at most the half more than for short ones, and not twice that of one of 3", {
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
  // A thousand times the bytes: what they cost is garbage that is not collected yet, up to the size V8 gives it.
  expect(long.peak / short.peak).toBeLessThan(1.5);
  expect(long.peak / few.peak).toBeLessThan(2);
});
