import { expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { AssayError } from "../../../knowledge/errors.ts";
import { ledgerScope, scopedLedger } from "../../../knowledge/ledger/scoped-ledger.ts";
import { collect } from "../../support/collect.ts";
import { tickingClock } from "../../support/ticking-clock.ts";

const EVENT = { type: "thing.happened", v: 1, data: {} };

function shared() {
  const ledger = memoryLedger(tickingClock());
  return { ledger, as: (scope: string | null) => scopedLedger(ledger, async () => scope) };
}

test("what one repository learned another does not see, by stream, list, summary, snapshot or feed", async () => {
  const { ledger, as } = shared();
  const [shop, api, none] = [as("acme.shop"), as("acme.shop.api"), as(null)];
  for (const stream of ["learning/r1", "person/acts"]) {
    await shop.append(stream, 0, [EVENT]);
    await shop.putSummary({ stream, seq: 1, v: 1, data: { of: "shop" } });
    await shop.putSnapshot({ stream, seq: 1, v: 1, state: "shop" });
    expect(await collect(shop.read(stream))).toMatchObject([{ stream, seq: 1 }]);
    expect(await shop.snapshot(stream, 1)).toMatchObject({ stream, state: "shop" });
    for (const other of [api, none]) {
      expect(await collect(other.read(stream))).toEqual([]);
      expect(await other.snapshot(stream, 1)).toBeNull();
      expect(await other.streams("")).toEqual([]);
      expect(await other.summaries(stream.split("/")[0] ?? "")).toEqual([]);
      expect((await other.since("", 100)).events).toEqual([]);
    }
  }
  expect(await ledger.streams("")).toEqual(["learning/acme.shop/r1", "person/acme.shop/acts"]);
  for (const prefix of ["", "l", "learning", "learning/", "learning/r"])
    expect(await shop.streams(prefix), prefix).toContain("learning/r1");
  expect(await shop.streams("learning/x")).toEqual([]);
  expect((await shop.since("", 100)).events.map(({ stream }) => stream)).toEqual([
    "learning/r1",
    "person/acts",
  ]);
  expect(await shop.summaries("learning")).toMatchObject([{ stream: "learning/r1", data: { of: "shop" } }]);
});

test("one run of each is two streams, and neither gets in the way of the other", async () => {
  const { as } = shared();
  const [shop, api] = [as("acme.shop"), as("acme.api")];
  expect(await shop.append("learning/r1", 0, [EVENT])).toEqual({ kind: "appended", seq: 1 });
  expect(await api.append("learning/r1", 0, [EVENT, EVENT])).toEqual({ kind: "appended", seq: 2 });
  expect(await collect(shop.read("learning/r1"))).toHaveLength(1);
});

test("all else is one for all of them", async () => {
  const { as } = shared();
  await as("acme.shop").append("watch/acme.acme.shop", 0, [EVENT]);
  await as("acme.shop").putSummary({ stream: "watch/acme.acme.shop", seq: 1, v: 1, data: {} });
  for (const other of [as("acme.api"), as(null)]) {
    expect(await collect(other.read("watch/acme.acme.shop"))).toHaveLength(1);
    expect(await other.streams("watch/")).toEqual(["watch/acme.acme.shop"]);
    expect(await other.summaries("watch")).toHaveLength(1);
  }
});

test("whose it is is asked only where it matters, and once", async () => {
  let asked = 0;
  const nameless = scopedLedger(memoryLedger(tickingClock()), async () => {
    asked += 1;
    throw new AssayError("address_unclear", { address: "the clone", problem: "no remote", way: "add one" });
  });
  await nameless.append("budget/x", 0, [EVENT]);
  expect(await nameless.streams("budget/")).toEqual(["budget/x"]);
  expect(await nameless.summaries("budget")).toEqual([]);
  expect(asked).toBe(0);
  await expect(nameless.streams("learning/")).rejects.toMatchObject({ code: "address_unclear" });
  await expect(nameless.append("learning/r1", 0, [EVENT])).rejects.toMatchObject({ code: "address_unclear" });
  expect(asked).toBe(1);
});

test("a name in another case is the same repository", () => {
  expect(ledgerScope("Acme/Shop.JS")).toBe("acme.shop.js");
});
