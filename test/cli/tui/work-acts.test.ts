import { expect, test } from "vitest";
import { sayBlocks } from "../../../cli/tui/blocks.ts";
import { beginCase, beginVerdict } from "../../../cli/tui/case-acts.ts";
import { performWork } from "../../../cli/tui/perform-work.ts";
import type { Sheet } from "../../../cli/tui/state.ts";
import { beginForItem, planMove, planPlanRun, planWaiver } from "../../../cli/tui/work-acts.ts";
import { workTextGiven } from "../../../cli/tui/work-answers.ts";
import type { WorkAct } from "../../../cli/tui/work-asks.ts";
import { CHECKOUT } from "../../support/checkout-plan.ts";
import { workDesk } from "../../support/work-desk.ts";

type Desk = ReturnType<typeof workDesk>;

const PLACE = { key: "SHOP-1", task: null };

function sheetOf<Kind extends Sheet["kind"]>({ store }: Desk, kind: Kind): Extract<Sheet, { kind: Kind }> {
  const { sheet, banner } = store.get();
  if (sheet?.kind !== kind) throw new Error(`no ${kind}: ${JSON.stringify(sheet ?? banner)}`);
  return sheet as Extract<Sheet, { kind: Kind }>;
}

/** Does what the confirmation on the screen would do on `y`. */
async function confirmed(desk: Desk): Promise<string | null> {
  const { act } = sheetOf(desk, "confirm");
  desk.store.dispatch({ type: "sheet", sheet: null });
  return performWork(desk.store, desk.operations, act as WorkAct);
}

test("a move that the gate refuses shows its clauses and ways out; one that it lets through is confirmed first", async () => {
  const desk = workDesk();
  await desk.addItem("SHOP-1");
  await planMove(desk.store, desk.reach, PLACE, "implementing");
  expect(sheetOf(desk, "confirm").facts).toContainEqual(["gate", "none stands before it"]);
  expect(await confirmed(desk)).toBe("SHOP-1 is implementing");
  await planMove(desk.store, desk.reach, PLACE, "reviewing-implementation");
  const { title, blocks } = sheetOf(desk, "answer");
  expect(title).toBe("SHOP-1 may not go to reviewing-implementation yet");
  expect(sayBlocks(blocks).join("\n")).toMatch(/✗ [\s\S]*owed: [\s\S]*quote: assay qa requirement add/);
});

test("a step that is left out is refused with the way out", async () => {
  const desk = workDesk();
  await desk.addItem("SHOP-1");
  await planMove(desk.store, desk.reach, PLACE, "release");
  expect(desk.store.get().banner?.hint).toMatch(/^assay item/);
});

test("what was moved on since it was shown is refused", async () => {
  const desk = workDesk();
  await desk.addItem("SHOP-1");
  await planMove(desk.store, desk.reach, PLACE, "implementing");
  await desk.require("SHOP-1", 1);
  expect(await confirmed(desk)).toBeNull();
  expect(desk.store.get().banner?.message).toContain("somebody else came first");
});

test.each(["attempt", "complete", "review"] as const)(
  "a verdict (%s) on what was moved on since it was shown is refused, and its note is kept",
  async (way) => {
    const desk = workDesk();
    await desk.addItem("SHOP-1");
    const [id = ""] = await desk.require("SHOP-1", 1);
    const before = await desk.operations.addRun(id, { verdict: "fail", reason: null }, null);
    await beginCase(desk.store, desk.reach, id);
    const [pass] = sheetOf(desk, "choose").options;
    if (pass?.choice.kind !== "work" || pass.choice.ask.kind !== "verdict") throw new Error("no verdict");
    const judging = { ...pass.choice.ask.judging, way, run: before.result?.run.id ?? null };
    workTextGiven(desk.store, desk.reach, { kind: "judge-note", judging, verdict: "pass" }, "seen");
    await desk.require("SHOP-1", 1);
    expect(await confirmed(desk)).toMatch(/^your note is kept in /);
    expect(desk.store.get().banner?.message).toContain("somebody else came first");
    expect((await desk.operations.requirement(id)).result?.history).toHaveLength(1);
  },
);

test("a plan is not carried out for what was moved on since its cases were shown", async () => {
  const desk = workDesk();
  desk.put(".assay/plans/checkout.yaml", CHECKOUT);
  await desk.addItem("SHOP-1");
  await planPlanRun(desk.store, desk.reach, "checkout", PLACE);
  expect(sheetOf(desk, "confirm").title).toBe("Carry out plan checkout for SHOP-1");
  await desk.require("SHOP-1", 1);
  expect(await confirmed(desk)).toBeNull();
  expect(desk.store.get().banner?.message).toContain("somebody else came first");
});

test("of an epic it is asked what is taken; what is held by nobody is not given back", async () => {
  const desk = workDesk();
  await desk.addItem("SHOP-1", "Cart");
  await beginForItem(desk.store, desk.reach, "claim", "SHOP-1");
  expect(sheetOf(desk, "choose").options.map(({ label }) => label)).toEqual([
    "SHOP-1, the whole of it",
    "task 1  Cart  defining",
  ]);
  await desk.addItem("SHOP-2");
  await beginForItem(desk.store, desk.reach, "release", "SHOP-2");
  expect(desk.store.get().notice).toMatch(/nothing to give back/);
  await beginForItem(desk.store, desk.reach, "claim", "SHOP-2");
  expect(await confirmed(desk)).toBe("SHOP-2 is yours");
});

test("what is proved by hand asks for the verdict, shows what is expected, and takes a note", async () => {
  const desk = workDesk();
  await desk.addItem("SHOP-1");
  const [id = ""] = await desk.require("SHOP-1", 1, {
    instructions: "Look at the total.",
    expected_outcome: "It holds the shipping.",
  });
  await beginCase(desk.store, desk.reach, id);
  const { options } = sheetOf(desk, "choose");
  expect(options.map(({ label }) => label.replace(/:.*/, ""))).toEqual([
    "pass",
    "fail",
    "undetermined",
    "error",
  ]);
  const [, , undetermined] = options;
  if (undetermined?.choice.kind !== "work" || undetermined.choice.ask.kind !== "verdict")
    throw new Error("no verdict");
  const { judging } = undetermined.choice.ask;
  const ask = { kind: "judge-note", judging, verdict: "undetermined" } as const;
  workTextGiven(desk.store, desk.reach, ask, "");
  expect(desk.store.get().notice).toBe("undetermined needs a note: what is missing");
  workTextGiven(desk.store, desk.reach, { ...ask, verdict: "pass" }, "seen");
  const { facts } = sheetOf(desk, "confirm");
  expect(facts).toContainEqual(["do", "Look at the total."]);
  expect(facts).toContainEqual(["expect", "It holds the shipping."]);
  expect(facts).toContainEqual(["note", "seen"]);
  expect(await confirmed(desk)).toBe("recorded: pass");
  const { result } = await desk.operations.requirement(id);
  expect(
    result?.history.map(({ verdict, verdict_reason, decided_by }) => [verdict, verdict_reason, decided_by]),
  ).toEqual([["pass", "seen", "person"]]);
  await beginVerdict(desk.store, desk.reach, id);
  expect(desk.store.get().notice).toMatch(/nothing of it waits for a verdict/);
});

test("a waiver that is refused keeps its reason and tells the way out", async () => {
  const desk = workDesk();
  await desk.addItem("SHOP-1");
  const [id = ""] = await desk.require("SHOP-1", 1);
  const seq = (await desk.operations.requirement(id)).result?.seq ?? 0;
  const waiving = { id, title: "Criterion", isBlocking: true, seq };
  await planWaiver(desk.store, desk.reach, waiving, "no printer", null);
  const { banner, notice } = desk.store.get();
  expect([banner?.code, banner?.hint]).toEqual(["waiver_not_entitled", "assay item claim SHOP-1"]);
  expect(notice).toMatch(/^your reason is kept in /);
});
