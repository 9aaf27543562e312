import { beforeEach, describe, expect, test } from "vitest";
import { ITEM, type QaShop, qaShop } from "../support/qa-shop.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

const PLAN = ".assay/plans/checkout.yaml";
const plan = (verb: string, ...flags: readonly string[]) =>
  shop.told(["qa", "plan", verb, "--plan", "checkout", "--item", "SHOP-12", ...flags]);
const materialize = () => shop.call("qa.plan.materialize", ITEM, { plan_ids: ["checkout"] });
const amend = (from: string, to: string) => shop.put(PLAN, shop.textOf(PLAN).replace(from, to));
const EXTRA = `  - key: receipt
    title: A receipt is sent
    method_id: manual
    instructions: Look into the inbox.
    expected_outcome: It is there.
`;
const idOf = async (key: string): Promise<string> =>
  (await shop.call("qa.requirement.list", ITEM)).result.requirements.findLast(
    (row: { plan_case: { case_key: string } | null }) => row.plan_case?.case_key === key,
  ).id;

describe("materialising plans", () => {
  test("Q-067 Q-068 each case gets its row, those that are there are confirmed and not rewritten", async () => {
    const first = await plan("materialize");
    expect(first.result.created.map(({ case_key }: { case_key: string }) => case_key)).toEqual([
      "pay",
      "unit",
    ]);
    const before = (await shop.call("qa.requirement.list", ITEM)).result.requirements;
    shop.put(PLAN, shop.textOf(PLAN) + EXTRA);
    const second = await plan("materialize");
    expect(second.result).toMatchObject({ created: [{ case_key: "receipt" }] });
    expect(second.result.confirmed).toEqual(before.map(({ id }: { id: string }) => id));
    expect((await shop.call("qa.requirement.list", ITEM)).result.requirements.slice(0, 2)).toEqual(before);
    expect(await plan("materialize")).toMatchObject({ success: true, event_ids: [] });
  });

  test("Q-069 Q-070 rematerialize refreshes what nobody judged, keeps what passed, and names every plan reached", async () => {
    await materialize();
    const [pay, unit] = [await idOf("pay"), await idOf("unit")];
    await shop.attempt(pay, { verdict: "pass" });
    amend("Pay with a card.", "Pay with a card and by invoice.");
    amend("npm test", "npm run unit");
    const { result } = await plan("rematerialize");
    expect(result).toMatchObject({
      plan_ids: ["checkout"],
      created: [],
      refreshed: [{ requirement_id: unit, fields: ["method_config"] }],
      kept: [{ requirement_id: pay, fields: ["instructions"], recover: expect.stringMatching(/^assay /) }],
    });
    expect(await shop.recover(result.kept[0].recover)).toMatchObject({ status: 0 });
    const again = await plan("rematerialize");
    expect(again.result).toMatchObject({ plan_ids: ["checkout"], created: [], refreshed: [] });
  });

  test("Q-069 a lost case is waived with its rationale, by who may waive it", async () => {
    await materialize();
    const pay = await idOf("pay");
    const text = shop.textOf(PLAN);
    shop.put(
      PLAN,
      `${text.slice(0, text.indexOf("  - key: pay"))}${text.slice(text.indexOf("  - key: unit"))}`,
    );
    const refused = await plan("rematerialize");
    expect(refused).toMatchObject({ success: false, errors: [{ code: "waiver_not_entitled" }] });
    expect(await shop.recover(refused.errors[0]!.recover)).toMatchObject({ status: 0 });
    expect((await plan("rematerialize")).result.waived).toEqual([{ requirement_id: pay, case_key: "pay" }]);
    const row = (await shop.call("qa.requirement.get", shop.requirement(pay))).result.requirement;
    expect(row).toMatchObject({
      waiver_rationale: "plan checkout has no case pay any more",
      plan_currency: { kind: "orphaned" },
      standing: { word: "waived" },
    });
  });

  test("Q-108 a correction that says what the plan says is current; formatting is no difference; a plan that moved on is stale by field", async () => {
    await materialize();
    const unit = await idOf("unit");
    const currency = async () =>
      (await shop.call("qa.requirement.get", shop.requirement(unit))).result.requirement.plan_currency;
    shop.put(PLAN, `# a note\n${shop.textOf(PLAN)}`);
    expect(await currency()).toEqual({ kind: "current", fields: [] });
    await shop.call("qa.requirement.update", shop.requirement(unit), {
      changes: { method_config: { command: "npm run unit" } },
    });
    expect(await currency()).toEqual({ kind: "stale", fields: ["method_config"] });
    const diff = await shop.told(["plan", "diff", "--plan", "checkout", "--item", "SHOP-12"]);
    expect(diff).toMatchObject({ status: 1, success: true, result: { is_current: false } });
    amend("npm test", "npm run unit");
    expect(await currency()).toEqual({ kind: "current", fields: [] });
    shop.put(PLAN, "version: 1\n");
    expect((await currency()).kind).toBe("unreadable");
  });

  test("Q-161 a replacement is declared without running anything", async () => {
    await materialize();
    const pay = await idOf("pay");
    await shop.attempt(pay, { verdict: "fail", verdict_reason: "the case was wrong" });
    shop.put(
      ".assay/plans/fixed.yaml",
      `version: 1\nslug: fixed\ntitle: Fixed\ncases:\n${EXTRA.replace("receipt", "pay-again")}`,
    );
    const made = await shop.told([
      ...["qa", "plan", "materialize", "--plan", "fixed", "--item", "SHOP-12"],
      ...["--replaces", `pay-again=${pay}`],
    ]);
    const by = made.result.created[0].requirement_id;
    expect(made.result.replaced).toMatchObject([{ requirement_id: pay, replacement_requirement_id: by }]);
    expect((await shop.call("qa.requirement.get", shop.requirement(pay))).result.requirement).toMatchObject({
      replacement_requirement_id: by,
      standing: { word: "failed", is_settled: false },
    });
  });

  test("Q-082 a plan's read-out is a summary that names where the rest is", async () => {
    await materialize();
    await shop.attempt(await idOf("pay"), { verdict: "pass", verdict_reason: "the order came" });
    const short = (await shop.call("qa.plan.get", ITEM)).result;
    expect(short.plans[0].cases).toMatchObject([
      { case_key: "pay", method_id: "manual", target_env: null, verdict: "pass", word: "satisfied" },
      { case_key: "unit", method_id: "command", verdict: null, word: "unmet" },
    ]);
    expect(JSON.stringify(short)).not.toContain("the order came");
    expect(short.more).toContain("--full");
    const full = await shop.recover(short.more);
    expect(full).toMatchObject({ status: 0, stdout: expect.stringContaining("the order came") });
    const detail = (await shop.call("qa.plan.get", ITEM, { detail: "full" })).result;
    expect(detail.more).toBeNull();
    expect(detail.plans[0].cases[1].full.method_config).toEqual({ command: "npm test" });
  });

  test("a plan that is not there or cannot be read is told with the way out", async () => {
    const missing = await shop.told(["plan", "materialize", "--plan", "nothing", "--item", "SHOP-12"]);
    expect(missing).toMatchObject({ success: false, errors: [{ code: "row_missing" }] });
    expect(await shop.recover(missing.errors[0]!.recover)).toMatchObject({ status: 0 });
    shop.put(".assay/plans/bad.yaml", "slug: bad\n");
    const bad = await shop.told(["plan", "materialize", "--plan", "bad", "--item", "SHOP-12"]);
    expect(bad.errors[0]?.message).toContain(".assay/plans/bad.yaml:");
    expect(bad.errors[0]?.recover).toBe("assay plan validate bad");
  });
});
