import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { displayWidth } from "../../cli/terminal/width.ts";
import { CHECKOUT } from "../support/checkout-plan.ts";
import { itemTree } from "../support/item-tree.ts";
import { emptyRepository } from "../support/tui-repository.ts";
import { startRobot } from "../support/tui-robot.ts";

type Tree = Awaited<ReturnType<typeof itemTree>>;

/** An item in review that holds a plan: one case by hand, one by a command. */
async function reviewed(): Promise<Tree> {
  const tree = await itemTree();
  tree.put(".assay/plans/checkout.yaml", CHECKOUT);
  await tree.steps.add("SHOP-12");
  await tree.done("assay plan materialize --plan checkout --item SHOP-12");
  await tree.steps.move("SHOP-12", "implementing", "reviewing-implementation");
  return tree;
}

function open({ folder }: Pick<Tree, "folder">, columns = 100, rows = 40) {
  return startRobot({ cwd: folder, columns, rows });
}

test("plans are listed with what is wrong with a file, who holds them, and what an item froze of them", async () => {
  const tree = await reviewed();
  tree.put(".assay/plans/search.yaml", CHECKOUT.replace("checkout", "search").replace("manual", "by-magic"));
  const robot = open(tree);
  robot.press("P");
  const listed = await robot.waitFor("2 plans");
  expect(listed).toMatch(/✗ unusable .*search\.yaml[\s\S]*✓ valid +checkout {2}Checkout.* used by 1/);
  robot.press("enter");
  expect(await robot.waitFor("cannot be used")).toMatch(/line \d+[\s\S]*cases\[0\]\.method_id/);
  robot.press("esc");
  await robot.waitFor("1 of 2");
  robot.press("j");
  await robot.waitFor("2 of 2");
  tree.put(".assay/plans/checkout.yaml", CHECKOUT.replace("Pay with a card.", "Pay by invoice."));
  robot.press("r");
  await robot.waitFor(/! changed +checkout/);
  robot.press("d");
  const diff = await robot.waitFor("What items froze of checkout");
  expect(diff).toMatch(
    /SHOP-12[\s\S]*@ pay[\s\S]*- instructions: Pay with a card\.[\s\S]*\+ instructions: Pay by invoice\./,
  );
});

test("Q-053 Q-058 a move that the gate refuses shows the requirement and the way out; proved there, it is let through", async () => {
  const tree = await reviewed();
  const robot = open(tree);
  robot.press("W");
  expect(await robot.waitFor("1 item")).toMatch(/◐ reviewing +SHOP-12 Pay by invoice · 2 unmet/);
  robot.press(">");
  await robot.waitFor("Move SHOP-12 from reviewing-implementation to");
  robot.press("enter");
  const closed = await robot.waitFor("may not go to reviewed-implementation yet");
  expect(closed).toMatch(/✗ [\s\S]*owed[\s\S]*assay qa case run --requirement-id SHOP-12\/req-/);
  robot.press("esc");
  await robot.waitGone("may not go");

  robot.press("R");
  const rows = await robot.waitFor("Requirements of SHOP-12  2 requirements");
  expect(rows).toMatch(/OWED[\s\S]*○ unmet +Paying works[\s\S]*○ unmet +The unit tests pass/);
  robot.press("s");
  await robot.waitFor("What came of “Paying works”?");
  robot.press("enter");
  await robot.waitFor("Why pass: Paying works");
  robot.type("seen with a card\r");
  const asked = await robot.waitFor("yes, do it");
  expect(asked).toMatch(
    /do +Pay with a card\.[\s\S]*expect +The order is confirmed\.[\s\S]*note +seen with a card/,
  );
  robot.press("y");
  await robot.waitFor("recorded: pass");
  await robot.waitFor(/SETTLED[\s\S]*✓ satisfied +Paying works/);
  robot.press("g", "s");
  expect(await robot.waitFor("Carry the case out")).toMatch(/The unit tests pass[\s\S]*command +true/);
  robot.press("y");
  expect(await robot.waitFor("came to")).toMatch(/passed[\s\S]*run +SHOP-12\/run-/);
  robot.press("esc");
  await robot.waitFor(/✓ satisfied +The unit tests pass/);
  robot.press("enter");
  const detail = await robot.waitFor("RUNS · 1");
  expect(detail).toMatch(/✓ satisfied[\s\S]*"command": "true"/);

  robot.press(">");
  await robot.waitFor("Move SHOP-12 from");
  robot.press("enter");
  expect(await robot.waitFor("Move SHOP-12 to reviewed-implementation")).toMatch(/gate +open \(accepted\)/);
  robot.press("y");
  await robot.waitFor("SHOP-12 is reviewed-implementation");
  const { result } = await tree.done("assay item show SHOP-12");
  expect(result.item.status).toBe("reviewed-implementation");
});

test("Q-123 a requirement is waived with a reason and an end by who took the item, and stands apart from a pass", async () => {
  const tree = await itemTree();
  await tree.steps.add("SHOP-12");
  const id = await tree.steps.require("SHOP-12");
  const robot = open(tree);
  robot.press("W", "R");
  await robot.waitFor("1 requirement");
  const waive = async () => {
    robot.press("z");
    await robot.waitFor("Why waive Reviewed?");
    robot.type("no printer on this floor\r");
    await robot.waitFor("Until when is Reviewed waived?");
    robot.type("2199-01-31\r");
  };
  await waive();
  expect(await robot.waitFor("[waiver_not_entitled]")).toContain("try: assay item claim SHOP-12");
  robot.press("esc");
  await robot.waitGone("[waiver_not_entitled]");
  robot.press("t");
  await robot.waitFor("Claim SHOP-12");
  robot.press("y");
  await robot.waitFor("SHOP-12 is yours");
  await waive();
  const shown = await robot.waitFor("Waive the requirement");
  expect(shown).toMatch(
    /reason +no printer on this floor[\s\S]*until +2199-01-31[\s\S]*told apart from a pass/,
  );
  robot.press("y");
  await robot.waitFor(/~ waived +Reviewed/);
  const { result } = await tree.done(`assay qa requirement get --requirement-id ${id}`);
  expect(result.requirement).toMatchObject({
    waiver_rationale: "no printer on this floor",
    waiver_source: "operator",
    waiver_expires_at: "2199-01-31T00:00:00.000Z",
    standing: { word: "waived" },
  });
});

test("the evidence of a run is opened from its requirement, or its path is copied where nothing shows it", async () => {
  const tree = await reviewed();
  const { result } = await tree.done("assay qa requirement list --item SHOP-12");
  const [{ id }] = result.requirements;
  const run = await tree.done(`assay qa run add --requirement-id ${id} --performed-by manual`);
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  writeFileSync(join(tree.folder, "page.png"), picture);
  await tree.done(
    `assay qa artifact add --run-id ${run.result.run.id} --kind screenshot --file page.png --description 'The page'`,
  );
  const robot = open(tree);
  robot.press("W", "R");
  await robot.waitFor("2 requirements");
  robot.type("/Paying\r");
  await robot.waitFor("1 of 1");
  robot.press("enter");
  await robot.waitFor("EVIDENCE · 1");
  robot.press("v");
  await robot.waitFor("What came of “Paying works”?");
  robot.press("esc");
  await robot.waitGone("What came of");
  robot.press("o");
  await robot.waitFor(/▸ screenshot +qa-artifacts\//);
  robot.press("enter");
  const copied = (await robot.waitFor("Copied")).replace(/\s+/g, "");
  expect(copied).toMatch(/\.git\/assay\/qa-artifacts\/.*page\.png/);
});

test("2,000 requirements stay a window and one detail, at every size", async () => {
  const tree = await itemTree();
  await tree.steps.add("SHOP-12");
  const file = join(tree.folder, "rows.json");
  for (let from = 0; from < 2_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      title: `Criterion ${String(from + at + 1).padStart(4, "0")} holds`,
      qa_kind: "acceptance",
    }));
    writeFileSync(file, JSON.stringify(rows));
    await tree.done("assay qa requirement add-batch rows.json --item SHOP-12");
  }
  for (const [columns, rows] of [
    [80, 24],
    [200, 60],
  ] as const) {
    const robot = open(tree, columns, rows);
    robot.press("W");
    await robot.waitFor("SHOP-12 Pay by invoice · 2,000 unmet");
    robot.press("enter");
    const item = await robot.waitFor("gate to reviewing-implementation".toUpperCase());
    robot.press("h", "R", "G");
    await robot.waitFor("2,000 of 2,000");
    const list = await robot.waitFor("Criterion 2000 holds");
    robot.press("enter");
    const one = await robot.waitFor("RUNS · 0");
    for (const shown of [item, list, one])
      for (const row of shown.split("\n")) expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
    robot.press("ctrl-c");
    await robot.exit();
  }
});

test("where nothing is there yet each screen says the command that starts it", async () => {
  const folder = emptyRepository();
  mkdirSync(join(folder, ".assay"), { recursive: true });
  const robot = startRobot({ cwd: folder });
  robot.press("P");
  expect(await robot.waitFor("There is no plan yet.")).toContain("assay plan new checkout");
  robot.press("W");
  expect(await robot.waitFor("No piece of work")).toContain("assay item add SHOP-12");
  robot.press("R");
  expect(await robot.waitFor("No requirement is shown.")).toContain("assay plan materialize");
  robot.type(":waive\r");
  await robot.waitFor("this is for one requirement");
});
