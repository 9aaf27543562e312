import { describe, expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { claimItem } from "../../../knowledge/item/decisions/claim-item.ts";
import { releaseItem } from "../../../knowledge/item/decisions/release-item.ts";
import { dropSeat, takeSeat } from "../../../knowledge/item/decisions/take-seat.ts";
import { entitlementFor } from "../../../knowledge/item/entitlement-for.ts";
import { SEAT_EVENT_NAMES } from "../../../knowledge/item/event-names.ts";
import { readSeats } from "../../../knowledge/item/read-seats.ts";
import { COVER, SEAT, type SeatState } from "../../../knowledge/item/seat.ts";
import { decide } from "../../../knowledge/ledger/decide.ts";
import type { QaActor } from "../../../knowledge/qa/decisions/context.ts";
import { BUILDER, itemWorld, OPERATOR, REVIEWER } from "../../support/item-world.ts";

const key = "SHOP-12";
const at = "2027-01-04T09:00:00.000Z";

describe("claims", () => {
  test("one holds an item until they release it or a person takes it over", () => {
    const world = itemWorld();
    world.add();
    const claim = (actor: QaActor, takesOver = false) =>
      claimItem(world.state, { key, task_num: null, takesOver }, world.context(actor));
    world.done(claim(BUILDER));
    expect(claim(BUILDER)).toMatchObject({ kind: "decided", events: [] });
    expect(claim(REVIEWER, true)).toMatchObject({
      code: "claim_held",
      why: expect.stringContaining("agent (session session-1)"),
      recover: "assay item claim SHOP-12 --take-over",
    });
    expect(claim(OPERATOR)).toMatchObject({ code: "claim_held" });
    world.done(claim(OPERATOR, true));
    const release = (actor: QaActor) =>
      releaseItem(world.state, { key, task_num: null }, world.context(actor));
    expect(release(BUILDER)).toMatchObject({ code: "claim_held" });
    world.done(release(OPERATOR));
    expect(world.item.claim).toBeNull();
    expect(release(OPERATOR)).toMatchObject({ kind: "decided", events: [] });
  });

  test("who holds the item may decide for its tasks, and who holds a task for that one alone", () => {
    const world = itemWorld();
    world.add(["Print", "Send"]);
    world.done(claimItem(world.state, { key, task_num: 1, takesOver: false }, world.context(BUILDER)));
    world.done(claimItem(world.state, { key, task_num: null, takesOver: false }, world.context(OPERATOR)));
    const may = (actor: QaActor, task: number | null) => entitlementFor(actor, world.item, [], task);
    expect(may(OPERATOR, null)).toEqual({ holdsClaim: true, steers: false, claimedBy: null });
    expect(may(OPERATOR, 1)).toMatchObject({ holdsClaim: true });
    expect(may(BUILDER, 1)).toMatchObject({ holdsClaim: true });
    expect(may(BUILDER, 2)).toMatchObject({ holdsClaim: false, claimedBy: "operator" });
    expect(may(REVIEWER, 1)).toMatchObject({ holdsClaim: false, claimedBy: "agent (session session-1)" });
  });
});

describe("seats", () => {
  const context = (actor: QaActor) => ({ at, actor });
  const take = (state: SeatState, actor: QaActor, covers: readonly string[], takesOver = false) =>
    takeSeat(state, { name: "lead", covers, takesOver }, context(actor));

  test("cover items and prefixes, and are held by one", async () => {
    const ledger = memoryLedger({ now: () => 0 });
    const done = async (choose: (state: SeatState) => ReturnType<typeof takeSeat>) => {
      const { answer } = await decide(ledger, "seat/lead", SEAT, ({ state }) => {
        const decided = choose(state);
        const events = decided.kind === "refused" ? [] : decided.events;
        for (const { type, data } of events) SEAT_EVENT_NAMES[type].data.parse(data);
        return {
          events: events.map(({ type, data }) => ({ type, v: 1, data: { ...data } })),
          answer: decided,
        };
      });
      return answer;
    };
    expect(await done((state) => take(state, OPERATOR, []))).toMatchObject({ code: "precondition_failed" });
    await done((state) => take(state, OPERATOR, ["SHOP-*", "STORE-7"]));
    expect(await done((state) => take(state, BUILDER, ["SHOP-*"], true))).toMatchObject({
      code: "claim_held",
      recover: "assay seat take lead --covers 'SHOP-*' --take-over",
    });
    const [seat] = await readSeats(ledger);
    expect(seat).toMatchObject({ name: "lead", covers: ["SHOP-*", "STORE-7"], holder: OPERATOR_CLAIM });

    const world = itemWorld();
    world.add();
    const steers = (itemKey: string, actor: QaActor) =>
      entitlementFor(actor, { ...world.item, key: itemKey }, [seat!]).steers;
    expect([steers("SHOP-12", OPERATOR), steers("STORE-7", OPERATOR)]).toEqual([true, true]);
    expect([steers("STORE-77", OPERATOR), steers("SHOPS-1", OPERATOR), steers("SHOP-12", BUILDER)]).toEqual([
      false,
      false,
      false,
    ]);
    await done((state) => dropSeat(state, { name: "lead" }, context(OPERATOR)));
    const [empty] = await readSeats(ledger);
    expect(entitlementFor(OPERATOR, world.item, [empty!]).steers).toBe(false);
    expect(await done((state) => take(state, BUILDER, []))).toMatchObject({
      result: { covers: ["SHOP-*", "STORE-7"], holder: { actor_id: "agent" } },
    });
  });

  test("name whole items or whole prefixes", () => {
    expect(["SHOP-12", "SHOP-*"].every((text) => COVER.test(text))).toBe(true);
    expect(["SHOP-1*", "*", "SHOP", "shop-1", "SHOP-12 "].some((text) => COVER.test(text))).toBe(false);
  });
});

const OPERATOR_CLAIM = { actor_id: "operator", session_id: null, at };
