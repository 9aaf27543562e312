import { describe, expect, test } from "vitest";
import { addTask } from "../../../knowledge/item/decisions/add-task.ts";
import { moveItem } from "../../../knowledge/item/decisions/move-item.ts";
import { moveTask } from "../../../knowledge/item/decisions/move-task.ts";
import type { ItemStatus } from "../../../knowledge/item/item-status.ts";
import { BUILDER, itemWorld, sha } from "../../support/item-world.ts";

const key = "SHOP-12";
const at = (commit: string) => ({ head: { commit: sha(commit), branch: "pay" } });

type World = ReturnType<typeof itemWorld>;
const move = (world: World, to: ItemStatus, gate = {}) =>
  moveItem(world.state, { key, to }, world.gated(gate));
const moveOne = (world: World, task_num: number, to: ItemStatus, gate = {}) =>
  moveTask(world.state, { key, task_num, to }, world.gated(gate));
const tasksOf = ({ item }: World) => Object.values(item.tasks).map(({ status }) => status);

/** An epic with two tasks, each with a requirement of its own, all of them passed up to the end of the review. */
function reviewedEpic(): World {
  const world = itemWorld();
  world.add(["Print", "Send"]);
  for (const id of [world.require("All"), world.require("Printed", 1), world.require("Sent", 2)])
    world.judge(id, "pass");
  for (const to of ["implementing", "reviewing-implementation", "reviewed-implementation"] as const) {
    for (const task of [1, 2]) world.done(moveOne(world, task, to));
    world.done(move(world, to));
  }
  return world;
}

describe("moving an item", () => {
  test("a step that is left out is refused with the one that comes first, and where it stands already is no move", () => {
    const world = itemWorld();
    world.add();
    expect(move(world, "release")).toMatchObject({
      kind: "refused",
      code: "transition_unknown",
      recover: "assay item move SHOP-12 --to implementing",
    });
    expect(move(world, "defining")).toMatchObject({ kind: "decided", events: [] });
  });

  test("what was proved of another commit opens no gate once a new head is checked out", () => {
    const world = itemWorld();
    world.add([], "pay");
    const id = world.require("Reviewed");
    world.done(move(world, "implementing", at("a")));
    world.done(move(world, "reviewing-implementation", at("a")));
    world.judge(id, "pass", sha("a"));
    expect(move(world, "reviewed-implementation", at("a"))).toMatchObject({ kind: "decided" });
    const moved = move(world, "reviewed-implementation", at("b"));
    expect(moved).toMatchObject({ kind: "refused", code: "GATE_QA_UNSATISFIED" });
    expect(moved).toMatchObject({ why: expect.stringContaining("of a commit that is not accepted") });
    world.judge(id, "pass", sha("b"));
    expect(world.done(move(world, "reviewed-implementation", at("b")))).toMatchObject({ revision: sha("b") });
  });

  test("a review whose branch is not checked out says that no head was recorded", () => {
    const world = itemWorld();
    world.add([], "pay");
    world.require("Reviewed");
    world.done(move(world, "implementing"));
    expect(move(world, "reviewing-implementation")).toMatchObject({
      kind: "decided",
      warnings: [{ code: "head_unknown" }],
    });
  });

  test("the bypass opens a gate in a test and closes it anywhere else", () => {
    const world = itemWorld();
    world.add();
    world.done(move(world, "implementing"));
    expect(move(world, "reviewing-implementation")).toMatchObject({ code: "GATE_QA_NO_REQUIREMENTS" });
    expect(move(world, "reviewing-implementation", { bypass: "test" })).toMatchObject({ kind: "decided" });
    world.require("Reviewed");
    expect(move(world, "reviewing-implementation", { bypass: "forbidden" })).toMatchObject({
      code: "GATE_QA_BYPASS_FORBIDDEN",
      recover: "env -u ASSAY_QA_GATE_BYPASS assay item move SHOP-12 --to reviewing-implementation",
    });
  });

  test("who does not hold the claim moves nothing", () => {
    const world = itemWorld();
    world.add();
    const claim = { actor_id: "agent", session_id: "session-2", at: "2027-01-04T09:00:00.000Z" };
    const state = { ...world.state, item: { ...world.item, claim } };
    const asked = (seats: Parameters<typeof moveItem>[2]["seats"], actor = BUILDER) =>
      moveItem(state, { key, to: "implementing" }, { ...world.gated({}, actor), seats });
    expect(asked([])).toMatchObject({
      code: "claim_held",
      why: expect.stringContaining("agent (session session-2)"),
      recover: "assay item claim SHOP-12 --take-over",
    });
    const holder = { actor_id: "agent", session_id: "session-1", at: claim.at };
    expect(asked([{ name: "lead", covers: ["SHOP-1*", "STORE-*"], holder }])).toMatchObject({
      kind: "refused",
    });
    expect(asked([{ name: "lead", covers: ["SHOP-*"], holder: null }])).toMatchObject({ kind: "refused" });
    expect(asked([{ name: "lead", covers: ["SHOP-*"], holder }])).toMatchObject({ kind: "decided" });
  });
});

describe("moving an epic", () => {
  test("its tasks go through release and done with it, and out of release when it goes back", () => {
    const world = reviewedEpic();
    expect(world.done(move(world, "release")).tasks).toHaveLength(2);
    expect(tasksOf(world)).toEqual(["release", "release"]);
    world.done(move(world, "implementing"));
    expect(tasksOf(world)).toEqual(["reviewed-implementation", "reviewed-implementation"]);
    for (const to of ["reviewing-implementation", "reviewed-implementation", "release"] as const)
      world.done(move(world, to));
    world.done(moveOne(world, 1, "done"));
    expect(world.done(move(world, "done")).tasks).toEqual([{ task_num: 2, from: "release", to: "done" }]);
    expect(moveOne(world, 1, "cancelled")).toMatchObject({ code: "transition_unknown" });
  });

  test("it waits for a task that was not reviewed, and not for one that was given up", () => {
    const world = reviewedEpic();
    world.done(moveOne(world, 2, "implementing"));
    expect(move(world, "release")).toMatchObject({
      code: "transition_unknown",
      recover: "assay item task move SHOP-12 2 --to reviewing-implementation",
    });
    world.done(moveOne(world, 2, "stopped"));
    world.done(move(world, "release"));
    expect(tasksOf(world)).toEqual(["release", "stopped"]);
  });

  test("giving it up takes its tasks along and writes nothing of its requirements", () => {
    const world = itemWorld();
    world.add(["Print", "Send"]);
    world.require("Printed", 1);
    world.done(moveOne(world, 2, "stopped"));
    const before = JSON.stringify(world.state.qa);
    world.done(move(world, "cancelled"));
    expect(tasksOf(world)).toEqual(["cancelled", "stopped"]);
    expect(JSON.stringify(world.state.qa)).toBe(before);
  });

  test("a task does not go into release ahead of its epic, nor is one added there", () => {
    const world = reviewedEpic();
    expect(moveOne(world, 1, "release")).toMatchObject({ recover: "assay item move SHOP-12 --to release" });
    world.done(move(world, "release"));
    expect(addTask(world.state, { key, title: "Archive" }, world.context())).toMatchObject({
      code: "precondition_failed",
      recover: "assay item move SHOP-12 --to implementing",
    });
  });
});
