import { describe, expect, test } from "vitest";
import { sayBlocks } from "../../../cli/tui/blocks.ts";
import type { Row, Screen } from "../../../cli/tui/screen.ts";
import { plans } from "../../../cli/tui/screens/plans.ts";
import { requirements } from "../../../cli/tui/screens/requirements.ts";
import { work } from "../../../cli/tui/screens/work.ts";
import { showPlanDiff } from "../../../cli/tui/work-acts.ts";
import { CHECKOUT } from "../../support/checkout-plan.ts";
import { workDesk } from "../../support/work-desk.ts";

type Desk = ReturnType<typeof workDesk>;

const window = { filter: "", of: null, offset: 0, limit: 500 };

async function detailOf(screen: Screen, { operations }: Desk, row: Row | undefined) {
  if (row === undefined) throw new Error("no such row");
  const detail = await screen.detail(operations, row);
  return {
    ...detail,
    said: sayBlocks(detail.blocks).join("\n"),
    beside: sayBlocks(detail.evidence).join("\n"),
  };
}

async function shop(): Promise<Desk> {
  const desk = workDesk();
  desk.put(".assay/plans/checkout.yaml", CHECKOUT);
  await desk.addItem("SHOP-12");
  await desk.materialize("SHOP-12", "checkout");
  return desk;
}

describe("plans", () => {
  test("a plan tells its cases and who holds it; once its file changed, what each item froze", async () => {
    const desk = await shop();
    const [before] = (await plans.rows(desk.operations, window)).rows;
    expect(before?.sign.word).toBe("valid");
    expect(before?.facts).toEqual(["manual, command", "used by 1", "2 cases"]);
    desk.put(".assay/plans/checkout.yaml", CHECKOUT.replace("Pay with a card.", "Pay by invoice."));
    const [after] = (await plans.rows(desk.operations, window)).rows;
    expect(after?.sign.word).toBe("changed");
    const { said, beside, links } = await detailOf(plans, desk, after);
    expect(said).toMatch(/PAY|pay · line 5/);
    expect(said).toContain("do: Pay by invoice.");
    expect(beside).toContain("SHOP-12 · defining · 2 cases · 1 not as the file says");
    expect(beside).toContain("pay: instructions");
    expect(links).toEqual([{ label: "SHOP-12  defining", subject: { kind: "item", id: "SHOP-12" } }]);
    await showPlanDiff(desk.store, desk.reach, "checkout");
    const { sheet } = desk.store.get();
    expect(sheet?.kind).toBe("answer");
    expect(sayBlocks(sheet?.kind === "answer" ? sheet.blocks : [])).toEqual([
      "SHOP-12 · 1 case",
      "@ pay",
      "- instructions: Pay with a card.",
      "+ instructions: Pay by invoice.",
    ]);
  });

  test("a case that its plan lost and a plan that cannot be used any more are told of each item", async () => {
    const desk = await shop();
    const [head = ""] = CHECKOUT.split("  - key: unit");
    desk.put(".assay/plans/checkout.yaml", head);
    const lost = (await desk.operations.planUses("checkout")).result;
    expect(lost?.uses[0]).toMatchObject({ item_id: "SHOP-12", task_num: null, cases: 2, differing: 1 });
    expect(lost?.uses[0]?.differences).toMatchObject([{ case_key: "unit", kind: "orphaned", fields: [] }]);
    desk.put(".assay/plans/checkout.yaml", "slug: [");
    const bad = (await desk.operations.planUses(null)).result;
    expect(bad).toMatchObject({
      looked: 1,
      left: 0,
      uses: [{ plan_id: "checkout", differing: 2, differences: [] }],
    });
    const broken = (await desk.operations.planUses("checkout")).result;
    expect(broken?.uses[0]?.differences.map(({ kind }) => kind)).toEqual(["unreadable", "unreadable"]);
    await moved(desk, "cancelled");
    expect((await desk.operations.planUses(null)).result).toMatchObject({ looked: 0, uses: [] });
  });

  test("a file that cannot be used stands first, with line, key and what mends it", async () => {
    const desk = workDesk();
    desk.put(".assay/plans/checkout.yaml", CHECKOUT);
    desk.put(
      ".assay/plans/search.yaml",
      CHECKOUT.replace("checkout", "search").replace("manual", "by-magic"),
    );
    const { rows, total } = await plans.rows(desk.operations, window);
    expect(total).toBe(2);
    expect(rows.map(({ id, sign }) => `${sign.word} ${id}`)).toEqual([
      "unusable .assay/plans/search.yaml",
      "valid checkout",
    ]);
    const { said } = await detailOf(plans, desk, rows[0]);
    expect(said).toMatch(/line \d+: cases\[0\]\.method_id .*by-magic/);
  });

  test("without a plan the screen says the command that begins one", () => {
    expect(sayBlocks(plans.empty("")).join("\n")).toContain("assay plan new checkout");
  });
});

describe("work", () => {
  test("an item tells its status, what holds its gate first, and the way out of it", async () => {
    const desk = await shop();
    const answer = await desk.operations.move({ key: "SHOP-12", task: null }, "implementing", null);
    expect(answer.result?.to).toBe("implementing");
    await moved(desk, "implementing", "reviewing-implementation");
    const { rows } = await work.rows(desk.operations, window);
    expect(rows[0]?.sign.word).toBe("reviewing");
    expect(rows[0]?.text).toContain("2 unmet");
    expect(rows[0]?.facts.at(-1)).toBe("2 open");
    const { said, beside, links } = await detailOf(work, desk, rows[0]);
    const lines = said.split("\n");
    const clauses = lines.filter((line) => /^[✓✗·] /.test(line));
    expect(clauses[0]).toMatch(/^✗ /);
    expect(clauses.at(-1)).toMatch(/^[✓·] /);
    expect(said).toMatch(/gate: closed: 2 things owed/);
    expect(said).toMatch(/quote: assay qa case run --requirement-id SHOP-12\/req-/);
    expect(beside).toContain("○ unmet · Paying works");
    expect(links[0]).toEqual({
      label: "2 requirements of SHOP-12",
      subject: { kind: "requirements", id: "SHOP-12" },
    });
    expect(links[1]?.subject.kind).toBe("requirement");
  });

  test("what ended is shown where it is asked for", async () => {
    const desk = workDesk();
    await desk.addItem("SHOP-1");
    await moved(desk, "cancelled", undefined, "SHOP-1");
    const page = await work.rows(desk.operations, window);
    expect([page.total, page.note]).toEqual([0, "1 ended: the filter all shows them"]);
    expect((await work.rows(desk.operations, { ...window, filter: "all" })).rows[0]?.sign.word).toBe(
      "cancelled",
    );
    expect(sayBlocks(work.empty("")).join("\n")).toContain("assay item add");
  });
});

describe("requirements", () => {
  test("2,000 of them come in pages, what is owed before what is tracked and what is settled", async () => {
    const desk = workDesk();
    await desk.addItem("SHOP-1");
    const [first] = await desk.require("SHOP-1", 1_500);
    await desk.require("SHOP-1", 500, { blocking_mode: "non_blocking" });
    await desk.operations.addRun(first ?? "", { verdict: "pass", reason: null }, null);
    const of = "SHOP-1";
    const page = await requirements.rows(desk.operations, { ...window, of, offset: 1_000 });
    expect([page.total, page.rows.length]).toEqual([2_000, 500]);
    expect(page.rows.map(({ group }) => group).filter((one, at, all) => all.indexOf(one) === at)).toEqual([
      "Owed",
      "Tracked only",
    ]);
    const last = await requirements.rows(desk.operations, { ...window, of, offset: 1_500 });
    expect(last.rows.at(-1)).toMatchObject({ id: first, group: "Settled", sign: { word: "satisfied" } });
    const found = await requirements.rows(desk.operations, { ...window, of, filter: "0777 unmet" });
    expect(found.rows.map(({ text }) => text)).toEqual(["Criterion 0777 holds"]);
    expect((await requirements.rows(desk.operations, window)).total).toBe(0);
  });

  test("one of them tells config, clauses and runs, the newest first, and why a run does not count", async () => {
    const desk = workDesk();
    await desk.addItem("SHOP-1");
    const [id = ""] = await desk.require("SHOP-1", 1, {
      method_id: "command",
      method_config: { command: "npm test" },
    });
    await desk.operations.addRun(id, { verdict: "fail", reason: "the total is wrong" }, null);
    await desk.operations.addRun(id, { verdict: "pass", reason: "looked again" }, null);
    const { rows } = await requirements.rows(desk.operations, { ...window, of: "SHOP-1" });
    const { said, beside, links } = await detailOf(requirements, desk, rows[0]);
    expect(said).toContain('"command": "npm test"');
    expect(said).toContain("policy: one qualifying pass");
    expect(said.indexOf("looked again")).toBeGreaterThan(0);
    expect(said.indexOf("looked again")).toBeLessThan(said.indexOf("the total is wrong"));
    expect(said).toMatch(/(?:passed|failed|not evaluated): /);
    expect(said).toMatch(/counts: /);
    expect(beside).toContain("No run left anything behind.");
    expect(links.at(-1)).toEqual({ label: "item SHOP-1", subject: { kind: "item", id: "SHOP-1" } });
  });

  test("a waiver is told with its reason, its end and whose word it is", async () => {
    const desk = workDesk();
    await desk.addItem("SHOP-1");
    const place = { key: "SHOP-1", task: null };
    const [id = ""] = await desk.require("SHOP-1", 1);
    const { result } = await desk.operations.item(place);
    await desk.operations.claim({ verb: "claim", place, takesOver: false, seq: result?.seq ?? 0 }, false);
    const seq = (await desk.operations.requirement(id)).result?.seq ?? 0;
    const waiving = { id, title: "Criterion", isBlocking: true, seq };
    const waived = await desk.operations.waive({ waiving, reason: "no printer", end: "2199-01-31" }, false);
    expect(waived.errors).toEqual([]);
    const { rows } = await requirements.rows(desk.operations, { ...window, of: "SHOP-1" });
    expect(rows[0]).toMatchObject({ group: "Settled", sign: { word: "waived" } });
    const { said } = await detailOf(requirements, desk, rows[0]);
    expect(said).toMatch(/waived: .* by operator \(operator\)/);
    expect(said).toContain("reason: no printer");
    expect(said).toContain("until: 2199-01-31 00:00 UTC");
  });

  test("what is no item any more says so, with the way out", async () => {
    const desk = workDesk();
    const page = await requirements.rows(desk.operations, { ...window, of: "SHOP-9" });
    expect([page.total, page.note]).toEqual([0, expect.stringContaining("SHOP-9")]);
    const row: Row = {
      id: "SHOP-9/req-7k3f9x2m0a",
      sign: { symbol: "·", word: "requirement", tone: "plain" },
      text: "gone",
      facts: [],
      at: null,
      subject: { kind: "requirement", id: "SHOP-9/req-7k3f9x2m0a", item: "SHOP-9" },
    };
    expect((await detailOf(requirements, desk, row)).said).toMatch(/quote: assay item/);
  });
});

async function moved(
  { operations }: Desk,
  first: "implementing" | "cancelled",
  second?: "reviewing-implementation",
  key = "SHOP-12",
): Promise<void> {
  const place = { key, task: null };
  for (const to of [first, ...(second === undefined ? [] : [second])]) {
    const seq = (await operations.item(place)).result?.seq ?? 0;
    expect((await operations.move(place, to, seq)).errors).toEqual([]);
  }
}
