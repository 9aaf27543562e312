import { expect, test } from "vitest";
import { manyChecks } from "../support/change/many-checks.ts";
import { lastRound } from "../support/change/nothing-twice.ts";

const MIB = 1024 ** 2;

test("a change of which 30 checks failed takes hardly more memory than one of 3 whose logs are as long in all", async () => {
  const few = await manyChecks(3, 20 * MIB);
  const many = await manyChecks(30, 2 * MIB);
  expect(lastRound(many.view)?.verdict).toMatchObject({ word: "BLOCKED", says: "Why does everything fail?" });
  expect(lastRound(many.view)?.attempts[0]?.found).toHaveLength(30);
  expect(many.peak / few.peak).toBeLessThan(1.4);
});
