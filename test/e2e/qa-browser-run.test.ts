import { describe, expect, test } from "vitest";
import { CHROMIUM, WHY_NOT } from "../support/chromium.ts";
import { personTree } from "../support/person-tree.ts";
import { assay } from "../support/run-assay.ts";
import { type ShopPages, shopPages } from "../support/shop-pages.ts";

const PLAN = `version: 1
slug: shop
title: The shop
cases:
  - key: cart
    title: The cart shows its total
    method_id: browser-check
    instructions: Open the cart.
    expected_outcome: The total is 12 euros.
    method_config:
      steps:
        - {action: navigate, route: /}
        - {action: assert, target: "heading[Cart]", check: visible}
        - {action: assert, target: "css=#total", check: text_contains, text: "12 €"}
        - {action: screenshot, capture: cart}
  - key: free
    title: The cart is free
    method_id: browser-check
    instructions: Open the cart.
    expected_outcome: The total is nothing.
    method_config:
      steps:
        - {action: navigate, route: /}
        - {action: assert, target: "css=#total", check: text_equals, text: "Total: 0 €"}
      step_timeout_seconds: 3
`;

const LOOK = `version: 1
slug: looks
title: Looks
cases:
  - key: look
    title: The cart looks right
    method_id: browser-inspection
    instructions: Open the cart.
    expected_outcome: Nothing overlaps.
    method_config:
      steps:
        - {action: navigate, route: /}
        - {action: screenshot, capture: whole}
`;

interface Told {
  readonly case_key: string;
  readonly outcome: string;
  readonly requirement_id: string;
  readonly qa_run_id: string;
  readonly reason: string | null;
  readonly judge: string | null;
  readonly dispatch: string | null;
}

describe.skipIf(CHROMIUM === undefined)(`browser cases${WHY_NOT}`, () => {
  test("Q-014 Q-034 Q-093: assertions decide, and what passed is learned once", async () => {
    const tree = await personTree();
    const pages: ShopPages = await shopPages();
    try {
      tree.put("src.txt", "first\n");
      tree.put(".assay/plans/shop.yaml", PLAN);
      await tree.git("add .");
      await tree.git("commit --quiet --message first");
      const sha = (await tree.git("rev-parse HEAD")).trim();
      await tree.asJson(["item", "add", "SHOP-1", "--title", "Work"]);
      const argv = ["plan", "run", "shop", "--item", "SHOP-1", "--base-url", pages.url, "--json"];
      const first = await assay(argv, { cwd: tree.folder });
      const { result, warnings } = JSON.parse(first.stdout);
      expect({ status: first.status, outcome: result.outcome, warnings }).toEqual({
        status: 1,
        outcome: "failed",
        warnings: [],
      });
      const told: Record<string, Told> = Object.fromEntries(
        result.cases.map((one: Told) => [one.case_key, one]),
      );
      expect(told.cart).toMatchObject({ outcome: "passed", dispatch: null });
      expect(told.free).toMatchObject({ outcome: "failed" });
      expect(told.free!.reason).toContain("step 2 of 2");

      const runOf = async ({ qa_run_id }: Told) =>
        (await tree.asJson(["qa", "run", "show", "--run-id", qa_run_id])).document.result.runs[0];
      const cart = await runOf(told.cart!);
      expect(cart).toMatchObject({
        performed_by: "playwright",
        decided_by: "code",
        raw_result: {
          code_identity: { branch: "main", sha },
          sign_in: { profile: null, authenticated: false },
          values: { assertions: 2, assertions_passed: 2, no_console_errors: true },
        },
      });
      const kinds = (one: { artifacts: readonly { artifact_kind: string }[] }) =>
        one.artifacts.map(({ artifact_kind }) => artifact_kind).toSorted();
      expect(kinds(cart)).toEqual(["report", "screenshot"]);
      expect(kinds(await runOf(told.free!))).toEqual(["report", "screenshot", "trace"]);
      const learned = await tree.asJson(["knowledge", "list"]);
      const text = JSON.stringify(learned.document);
      expect(text).toContain("heading[Cart]");
      expect(text).not.toContain("0 €");
      const runs = async () =>
        (await tree.asJson(["runs", "list"])).document.runs.filter(
          ({ title }: { readonly title: string }) => title === "qa shop cart",
        );
      expect(await runs()).toHaveLength(1);
      const second = await assay(argv, { cwd: tree.folder });
      const outcomes = (cases: readonly Told[]) => cases.map(({ outcome }) => outcome);
      expect(outcomes(JSON.parse(second.stdout).result.cases)).toEqual(outcomes(result.cases));
      expect(await runs()).toHaveLength(1);
      const again = JSON.stringify((await tree.asJson(["knowledge", "list"])).document);
      expect(again).toBe(text);
    } finally {
      pages.close();
    }
  });

  test("Q-085 Q-092 Q-094: captures wait for who did not take them", async () => {
    const tree = await personTree();
    const pages: ShopPages = await shopPages();
    try {
      tree.put(".assay/plans/looks.yaml", LOOK);
      await tree.asJson(["item", "add", "SHOP-2", "--title", "Work"]);
      const first = await assay(
        ["plan", "run", "looks", "--item", "SHOP-2", "--base-url", pages.url, "--json"],
        { cwd: tree.folder },
      );
      const [one]: readonly Told[] = JSON.parse(first.stdout).result.cases;
      expect({ status: first.status, one }).toMatchObject({
        status: 12,
        one: { outcome: "needs_review", judge: "agent" },
      });
      const shown = await tree.asJson(["qa", "run", "show", "--run-id", one!.qa_run_id]);
      expect(shown.document.result.runs[0]).toMatchObject({
        verdict: null,
        artifacts: [{ artifact_kind: "screenshot" }, { artifact_kind: "report" }],
      });
      const activity = await tree.asJson(["qa", "activity", "--ref", "SHOP-2"]);
      expect(activity.document.result.rows).toMatchObject([{ state: "captured", verdict: null }]);

      // The command that is named for the review works, and its verdict is a run of its own.
      const words = one!.dispatch!.match(/'[^']*'|\S+/g)!.slice(1);
      const reviewed = await assay(
        words.map((word) => word.replace(/^'|'$/g, "")),
        { cwd: tree.folder },
      );
      expect(reviewed).toMatchObject({ status: 0 });
      const after = await tree.asJson(["qa", "requirement", "get", "--requirement-id", one!.requirement_id]);
      expect(JSON.stringify(after.document)).toContain('"satisfied"');
    } finally {
      pages.close();
    }
  });

  test("Q-013 Q-015 Q-017: a mission needs the project's word for a test machine, begins with the setup, and is judged by who did not walk", async () => {
    const tree = await personTree();
    tree.put(
      ".assay/plans/walk.yaml",
      "version: 1\nslug: walk\ntitle: Walk\ncases:\n  - key: shop\n    title: Walk through the shop\n    method_id: exploratory-mission\n    instructions: Look around.\n    expected_outcome: A report.\n    method_config: {goal: Find what is odd, minutes: 5}\n",
    );
    const argv = ["plan", "run", "walk", "--project", "project", "--json"];
    const closed = await assay(argv, { cwd: tree.folder });
    expect(closed.status).toBe(2);
    expect(JSON.parse(closed.stdout).result.cases).toMatchObject([
      { outcome: "blocked_on_precondition", reason: expect.stringContaining("asks for test-machine") },
    ]);

    tree.put(".assay/config.yaml", "version: 1\ncapabilities: [test-machine]\n");
    const { status, stdout } = await assay(argv, { cwd: tree.folder });
    const [one] = JSON.parse(stdout).result.cases;
    expect({ status, one }).toMatchObject({
      status: 12,
      one: {
        outcome: "needs_review",
        judge: "agent",
        reason: expect.stringContaining("assay qa browser setup"),
      },
    });
    tree.put("report.md", "1. The total is late.\n\nCOMPLETE\n");
    const kept = [
      "qa",
      "artifact",
      "add",
      "--run-id",
      one.qa_run_id,
      "--kind",
      "report",
      "--file",
      "report.md",
    ];
    expect(await tree.asJson(kept)).toMatchObject({ status: 0 });
    const early = await assay(
      ["qa", "run", "complete", "--run-id", one.qa_run_id, "--verdict", "pass", "--json"],
      { cwd: tree.folder },
    );
    expect(JSON.parse(early.stdout)).toMatchObject({
      success: false,
      errors: [{ code: "precondition_failed" }],
    });
  });
});
