import { describe, expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { claimItem } from "../../../knowledge/item/decisions/claim-item.ts";
import { linkItem } from "../../../knowledge/item/decisions/link-item.ts";
import { moveItem } from "../../../knowledge/item/decisions/move-item.ts";
import { ITEM } from "../../../knowledge/item/item.ts";
import type { ItemState } from "../../../knowledge/item/item-state.ts";
import { itemSummary } from "../../../knowledge/item/item-summary.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import { itemWorld, OPERATOR, sha } from "../../support/item-world.ts";

const key = "SHOP-12";
const at = (commit: string) => ({ head: { commit, branch: "pay" } });

describe("an item's fold", () => {
  test("gives the state back that a snapshot was made from, wherever it was made", () => {
    const world = itemWorld();
    world.add(["Print", "Send"]);
    const rows = [world.require("Reviewed"), world.require("Printed", 1)];
    world.judge(rows[0]!, "pass");
    world.done(claimItem(world.state, { key, task_num: 2, takesOver: false }, world.context()));
    world.done(moveItem(world.state, { key, to: "implementing" }, world.gated()));
    for (let cut = 0; cut <= world.history.length; cut += 1) {
      const before = world.history.slice(0, cut).reduce(ITEM.apply, ITEM.initial);
      const kept = JSON.parse(JSON.stringify(before)) as ItemState;
      const after = world.history.slice(cut).reduce(ITEM.apply, kept);
      expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(JSON.stringify(world.state)));
    }
  });

  test("passes over what it does not know, and over an item that is there already", async () => {
    const world = itemWorld();
    world.add();
    const known = world.state;
    const [added] = world.history;
    for (const event of [
      { ...added!, seq: 2, type: "ItemPainted" },
      { ...added!, seq: 2, v: 2 },
      { ...added!, seq: 2, data: { item: { ...known.item, title: "Another" } } },
      { ...added!, seq: 2, type: "TaskMoved", data: { task_num: 9, to: "done" } },
    ])
      expect(ITEM.apply(known, event)).toBe(known);
    expect((await readState(memoryLedger({ now: () => 0 }), "item/SHOP-1", ITEM)).state).toEqual(
      ITEM.initial,
    );
  });

  test("takes the newest head alone once a review begins, and all that are accepted during it", () => {
    const world = itemWorld();
    world.add([], "pay");
    world.require("Reviewed");
    const to = (status: Parameters<typeof moveItem>[1]["to"], commit: string) =>
      world.done(moveItem(world.state, { key, to: status }, world.gated(at(sha(commit)))));
    to("implementing", "a");
    expect(to("reviewing-implementation", "b")).toMatchObject({ revision: sha("b") });
    expect(world.item.revisions).toEqual([sha("b")]);
    world.done(
      linkItem(world.state, { key, links: {}, sha: sha("c"), head: at(sha("b")).head }, world.context()),
    );
    expect(world.item.revisions).toEqual([sha("b"), sha("c")]);
    to("implementing", "c");
    to("reviewing-implementation", "b");
    expect(world.item.revisions).toEqual([sha("b")]);
  });

  test("says in lists what was last said of each requirement, and how many are open", () => {
    const world = itemWorld();
    world.add(["Print"]);
    const [passed, failed] = [world.require("One"), world.require("Two"), world.require("Three", 1)];
    world.judge(passed!, "pass");
    world.judge(failed!, "fail");
    world.done(claimItem(world.state, { key, task_num: null, takesOver: false }, world.context()));
    expect(itemSummary(world.state)).toMatchObject({
      key,
      kind: "epic",
      status: "defining",
      claim: { actor_id: OPERATOR.actor_id },
      tasks: { defining: 1 },
      requirements: { passed: 1, failed: 1, unmet: 1 },
      open: 2,
    });
    expect(itemSummary(ITEM.initial)).toMatchObject({ key: null, status: null, requirements: {}, open: 0 });
  });
});
