import { expect, test } from "vitest";
import { LAMBDAS } from "../../lambdas/registry.ts";
import { simulate } from "./simulate.ts";
import { TROUBLE } from "./trouble.ts";
import { WORKERS } from "./workers.ts";

/** All kinds of trouble in a few repositories and days, which a year has in many. */
const SHORT = { seed: "1", repositories: 12, days: 15, harm: 4, weeklyUSD: "6.00" } as const;

test("a fortnight of twelve repositories, with every kind of trouble: every bar holds", {
  timeout: 240_000,
}, async () => {
  const { broken, troubles, used, kills, facts } = await simulate(SHORT);
  expect(Object.fromEntries(broken)).toEqual({});
  expect(TROUBLE.filter((trouble) => troubles.get(trouble) === 0)).toEqual([]);
  expect(facts.failures.filter(({ answer }) => answer.kind === "triage").length).toBeGreaterThan(5);
  expect(facts.requests.length).toBeGreaterThan(3);
  for (const name of Object.keys(WORKERS)) expect([name, used.of(name).runs > 0]).toEqual([name, true]);
  const struck = [...kills.values()]
    .flatMap((calls) => [...calls.values()])
    .filter(({ before, after }) => before + after > 0);
  expect(struck.length).toBeGreaterThan(5);
});

test("every function of the registry that takes messages is simulated", () => {
  const queued = LAMBDAS.filter(({ trigger }) => trigger.kind === "queue").map(({ name }) => name);
  expect(Object.keys(WORKERS).toSorted()).toEqual(queued.toSorted());
});
