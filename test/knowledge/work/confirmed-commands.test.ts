import { expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { confirmCommand, isConfirmed, showCommand } from "../../../knowledge/work/confirmed-commands.ts";

const clock = { now: () => Date.UTC(2026, 2, 2) };
const shop = { repository: "acme/shop", number: 7 } as const;

test("a command that was confirmed for one repository runs unasked in no other that shares the ledger", async () => {
  const ledger = memoryLedger(clock);
  const deps = { ledger, clock, person: { name: async () => "Ada" } };
  await showCommand(deps, shop, "npm test");
  expect(await confirmCommand(deps, shop, "npm test")).toBe(true);
  expect(await isConfirmed(deps, "acme/shop", "npm test")).toBe(true);
  expect(await isConfirmed(deps, "acme/other", "npm test")).toBe(false);
  expect(await confirmCommand(deps, { ...shop, repository: "acme/other" }, "npm test")).toBe(false);
});
