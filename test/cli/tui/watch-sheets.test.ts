import { describe, expect, test } from "vitest";
import type { BudgetView, WatchStatus } from "#knowledge";
import { lookConfirmation, sweepConfirmation } from "../../../cli/tui/watch-sheets.ts";

const STATUS: WatchStatus = {
  organisation: "acme",
  repository: "acme/shop",
  product: "shop",
  seen: true,
  renamedTo: null,
  lost: null,
  branch: "main",
  head: null,
  lastGreen: null,
  overtaken: [],
  vanished: null,
  failures: [],
  issues: [],
  changedAt: null,
};
const GROUP: BudgetView["groups"][number] = {
  group: "qa",
  organisation: "acme",
  workflows: ["ci-triage"],
  weeklyUSD: "15.00",
  spentUSD: "1.80",
  reservedUSD: "0.00",
  leftUSD: "13.20",
  roomAt: null,
  runs: 1,
};
const MODEL = { name: "anthropic/claude-opus-5", price: null } as unknown as BudgetView["model"];

const costOf = (limit: string | null, money: Parameters<typeof lookConfirmation>[2]) =>
  lookConfirmation(STATUS, limit, money).facts.find(([label]) => label === "may cost")?.[1];

describe("what a look may cost", () => {
  test("is the cap of one triage and what is left of the organisation's group, where a model is set", () => {
    const other = { ...GROUP, organisation: "zeta", leftUSD: "0.00" };
    expect(costOf("2.00", { groups: [other, GROUP], model: MODEL })).toBe(
      "at most $2.00 a triage, where rules do not settle it; $13.20 of $15.00 are left to qa of acme",
    );
  });

  test("is nothing without a model, and where triages are turned off", () => {
    expect(costOf("2.00", { groups: [GROUP], model: null })).toContain("nothing: no model is set");
    expect(costOf(null, { groups: [GROUP], model: MODEL })).toContain("nothing: triages are turned off");
  });

  test("says where no cap holds", () => {
    expect(
      costOf("2.00", { groups: [{ ...GROUP, weeklyUSD: null, leftUSD: null }], model: MODEL }),
    ).toContain("qa of acme has no cap");
  });
});

test("a sweep says which repositories it reads and what is set aside for it", () => {
  const repository = (name: string, product: string) => ({
    repository: name,
    product,
    state: "watched" as const,
    renamedTo: null,
    branch: "main",
    commit: null,
    outcome: null,
    since: null,
    openFailures: 0,
    failing: [],
    due: 0,
    issues: [],
    changedAt: null,
  });
  const { facts, act } = sweepConfirmation(
    "shop",
    {
      organisation: "acme",
      repositories: [repository("acme/shop", "shop"), repository("acme/till", "till")],
      limits: { triageUSD: "2.00", sweepUSD: "3.00" },
    },
    { groups: [GROUP] },
  );
  expect(facts[0]).toEqual(["reads", "a week of CI of acme/shop, at the forge; nothing is run again"]);
  expect(facts.at(-1)?.[1]).toMatch(/^\$3\.00 are set aside .* \$13\.20 of \$15\.00 are left/);
  expect(act).toEqual({ verb: "sweep", product: "shop" });
});
