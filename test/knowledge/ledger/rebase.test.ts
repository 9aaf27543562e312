import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ITEM_EVENT_NAMES, SEAT_EVENT_NAMES } from "../../../knowledge/item/event-names.ts";
import { rebase } from "../../../knowledge/ledger/rebase.ts";
import { touchOf } from "../../../knowledge/ledger/rebase-touches.ts";
import type { SharedKind } from "../../../knowledge/ledger/shared-kinds.ts";
import type { LedgerEvent } from "../../../knowledge/ports/ledger.ts";
import type { SharedBatch } from "../../../knowledge/ports/ledger-sync.ts";
import { QA_EVENT_NAMES } from "../../../knowledge/qa/event-names.ts";
import { bare, ITEM_EVENTS } from "../../support/item-events.ts";

const { claimed, completed, moved, released, taskAdded, taskClaimed, waived, answered, added } = ITEM_EVENTS;

/** Batches after sequence 10, one a list of events. */
function batches(lists: readonly (readonly LedgerEvent[])[], stream = "item/SHOP-12"): SharedBatch[] {
  let last = 10;
  return lists.map((events) => {
    const first = last + 1;
    last += events.length;
    return { stream, first, last, at: first, events };
  });
}

function rebased(
  remote: readonly (readonly LedgerEvent[])[],
  local: readonly (readonly LedgerEvent[])[],
  kind: SharedKind = "item",
) {
  const { kept, setAside } = rebase({ kind, remote: batches(remote), local: batches(local), now: 99 });
  return {
    batches: kept,
    kept: kept.map(({ events }) => events),
    aside: setAside.map(({ events }) => events),
    why: setAside.map(({ why }) => why),
  };
}

describe("what was appended here to a stream that the remote went on with", () => {
  test("a claim that another had first is set aside by name, and what was done under it too", () => {
    const theirs = [[claimed("one")]];
    const ours = [[claimed("two"), answered("q1")], [moved("implementing", "defining")], [released("two")]];
    const { kept, aside, why } = rebased(theirs, ours);
    expect(kept).toEqual([]);
    expect(aside).toEqual(ours);
    expect(why[0]).toBe("item/SHOP-12#11 (ItemClaimed) was there first");
  });

  test("facts are kept whatever the remote did, and numbered after it", () => {
    const ours = [[bare.required("r1")], [bare.started("u1", "r1")], [completed("u1", "r1")]];
    const told = rebased([[claimed("one")], [moved("implementing", "reviewing-implementation")]], ours);
    expect(told.kept).toEqual(ours);
    expect(told.batches.map(({ first, last }) => [first, last])).toEqual([
      [13, 13],
      [14, 14],
      [15, 15],
    ]);
    expect(told.aside).toEqual([]);
  });

  test("a number that was given twice is the remote's, and a claim on it falls with it", () => {
    const ours = [[taskAdded(1, "Print")], [taskClaimed(1, "two")], [bare.required("r1")]];
    const { kept, aside } = rebased([[taskAdded(1, "Ship")]], ours);
    expect(kept).toEqual([ours[2]]);
    expect(aside).toEqual([ours[0], ours[1]]);
  });

  test("a move is decided again where the remote recorded a run, a waiver where it did on that requirement alone", () => {
    const run = [bare.started("u1", "r1"), completed("u1", "r1", "fail")];
    expect(rebased([run], [[moved("implementing", "done")]]).kept).toEqual([]);
    expect(rebased([run], [[waived("r1")]]).kept).toEqual([]);
    expect(rebased([run], [[waived("r2")]]).kept).toEqual([[waived("r2")]]);
  });

  test("one plan run is begun; the runs of the other are kept, its course is not", () => {
    const ours = [
      [bare.begun("p2"), bare.started("u2", "r1")],
      [completed("u2", "r1"), bare.advanced("p2")],
    ];
    const { kept, aside } = rebased([[bare.begun("p1")]], ours);
    expect(kept).toEqual([[bare.started("u2", "r1")], [completed("u2", "r1")]]);
    expect(aside).toEqual([[bare.begun("p2")], [bare.advanced("p2")]]);
  });

  test("a plan that both made requirements of has the remote's, and runs of the other's rest on nothing", () => {
    const ours = [[bare.planned("r2", "pay"), bare.planned("r3", "unit")], [bare.started("u1", "r2")]];
    const { kept, aside, why } = rebased([[bare.planned("r1", "pay")]], ours);
    expect(kept).toEqual([]);
    expect(aside).toEqual(ours);
    expect(why[1]).toBe("it rests on QARequirementCreated, which was set aside");
  });

  test("both added the item: the remote's is it, and what was to be proved for the other is not proved for it", () => {
    const ours = [
      [added()],
      [bare.required("r1")],
      [bare.started("u1", "r1"), completed("u1", "r1")],
      [bare.planned("r2", "pay")],
      [bare.attached("checkout")],
      [bare.begun("p1")],
      [claimed("two")],
    ];
    const { kept, aside, why } = rebased([[added()]], ours);
    expect(kept).toEqual([]);
    expect(aside).toEqual(ours);
    expect(why[1]).toBe("it rests on ItemAdded, which was set aside");
  });

  test("an event that nobody knows sees everything, and a claim sees it", () => {
    const unknown: LedgerEvent = { type: "ItemPainted", v: 1, data: {} };
    expect(rebased([[taskAdded(1, "x")]], [[unknown]]).kept).toEqual([]);
    expect(rebased([[unknown]], [[taskAdded(1, "x")], [bare.required("r1")]]).kept).toEqual([
      [bare.required("r1")],
    ]);
    expect(rebased([[{ ...claimed("one"), v: 2 }]], [[waived("r1")]]).kept).toEqual([]);
  });

  test("who was first has a change, a watch, a sweep and a request; money and rulings are all kept", () => {
    const any: LedgerEvent = { type: "head.seen", v: 1, data: {} };
    for (const kind of ["change", "watch", "sweep", "request"] as const) {
      expect(rebased([[any]], [[any]], kind)).toMatchObject({ kept: [], aside: [[any]] });
    }
    const ruled: LedgerEvent = { type: "record.ruled", v: 1, data: { record: "x" } };
    expect(rebased([[ruled]], [[ruled]], "person").kept).toEqual([[ruled]]);
    const money: LedgerEvent = { type: "money.reserved", v: 1, data: { id: "m1" } };
    expect(rebased([[{ ...money, data: { id: "m2" } }]], [[money]], "budget").kept).toEqual([[money]]);
  });

  test("every event of items, executions and seats has a row", () => {
    const rows = {
      item: { ...QA_EVENT_NAMES, ...ITEM_EVENT_NAMES },
      execution: QA_EVENT_NAMES,
      seat: SEAT_EVENT_NAMES,
    };
    for (const [kind, names] of Object.entries(rows))
      for (const type of Object.keys(names))
        expect([type, touchOf(kind as SharedKind, { type, v: 1, data: {} }).writes]).not.toEqual([
          type,
          ["*"],
        ]);
  });

  test("whatever both sides did: nothing is lost, order stays, and no claim stands over what it saw change", () => {
    const ids = fc.constantFrom("a", "b", "c");
    const numbers = fc.integer({ min: 1, max: 3 });
    const one = fc.oneof(
      fc.constant(added()),
      ids.map(claimed),
      ids.map(released),
      fc.constant(moved("implementing", "done")),
      numbers.map((number) => taskAdded(number, "x")),
      fc.tuple(numbers, ids).map(([number, id]) => taskClaimed(number, id)),
      ids.map(waived),
      ids.map(bare.required),
      ids.map((id) => bare.planned(id, id)),
      fc.tuple(ids, ids).map(([id, of]) => bare.started(id, of)),
      fc.tuple(ids, ids).map(([id, of]) => completed(id, of)),
      ids.map(bare.begun),
      ids.map(bare.advanced),
      ids.map(answered),
      fc.constant<LedgerEvent>({ type: "ItemPainted", v: 1, data: {} }),
    );
    const lists = (least: number) =>
      fc.array(fc.array(one, { minLength: 1, maxLength: 3 }), { minLength: least, maxLength: 6 });
    fc.assert(
      fc.property(lists(1), lists(0), (remote, drawn) => {
        // The same event drawn twice is two.
        const local = drawn.map((events) => events.map((event) => ({ ...event })));
        const theirs = batches(remote);
        const { kept, setAside } = rebase({ kind: "item", remote: theirs, local: batches(local), now: 1 });
        const end = theirs.at(-1)!.last;
        // Numbers go on without a gap.
        expect(kept.map(({ first }) => first)).toEqual(
          kept.map((_, index) => (kept[index - 1]?.last ?? end) + 1),
        );
        // Each local event is in one of both, and both keep its order.
        const marks = new Map(local.flat().map((event, index) => [event, index]));
        const given = batches(local);
        const left = kept.flatMap(({ events }) => events);
        const right = setAside.flatMap(({ events }) => events);
        expect(left.length + right.length).toBe(local.flat().length);
        for (const part of [left, right]) {
          const places = part.map((event) => marks.get(event)!);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
        for (const { first, why } of setAside) {
          expect(given.some((batch) => batch.first === first)).toBe(true);
          expect(why).not.toBe("");
        }
        const written = new Set(remote.flat().flatMap((event) => touchOf("item", event).writes));
        for (const event of left) {
          const { is, sees } = touchOf("item", event);
          if (is === "claim")
            expect(sees.some((thing) => written.has(thing) || written.has("*"))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});
