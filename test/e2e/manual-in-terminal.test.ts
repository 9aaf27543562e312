import { expect, test } from "vitest";
import { assayInTerminal } from "../support/assay-terminal.ts";
import { CHECKOUT } from "../support/checkout-plan.ts";
import { itemTree } from "../support/item-tree.ts";

const QUESTION = "verdict: p(ass), f(ail), u(ndetermined), e(rror); enter alone leaves it open > ";

test("Q-010 in a terminal a person is asked how a case by hand went, of a plan and alone; elsewhere it is left open", async () => {
  const tree = await itemTree();
  tree.put(".assay/plans/checkout.yaml", CHECKOUT);
  await tree.steps.add("SHOP-12");
  const plan = ["plan", "run", "checkout", "--item", "SHOP-12"];

  const alone = await tree.type(`assay ${plan.join(" ")}`);
  expect(alone.status).toBe(1);
  expect(alone.stdout).toContain("a person: assay qa run complete");
  expect(alone.stderr).not.toContain(QUESTION);
  const { result } = await tree.done("assay qa requirement list --item SHOP-12");
  const id = result.requirements[0].id;

  const { folder: cwd } = tree;
  const left = await assayInTerminal(["qa", "case", "run", "--requirement-id", id], {
    cwd,
    answers: [[QUESTION, () => "\n"]],
  });
  expect(left.status).toBe(1);
  expect(left.screen).toMatch(
    /do: Pay with a card\.[\s\S]*expect: The order is confirmed\.[\s\S]*needs review/,
  );

  const judged = await assayInTerminal(["qa", "case", "run", "--requirement-id", id], {
    cwd,
    answers: [
      [QUESTION, () => "soso\n"],
      [`${QUESTION}soso\r\n${QUESTION}`, () => "fail\n"],
      ["in one line > ", () => "the order is lost\n"],
    ],
  });
  expect(judged.screen).toMatch(/failed {2}Paying works[\s\S]*decided by a person/);
  expect(judged.status).toBe(1);

  const passed = await assayInTerminal(plan, {
    cwd,
    answers: [
      [QUESTION, () => "p\n"],
      ["in one line > ", () => "\n"],
    ],
  });
  expect(passed.screen).toMatch(/passed · plan checkout for SHOP-12 · 2 of 2 cases passed/);
  expect(passed.status).toBe(0);
  const shown = await tree.done(`assay qa requirement get --requirement-id ${id}`);
  expect(shown.result.history.map((run: { verdict: string | null }) => run.verdict)).toEqual([
    null,
    null,
    "fail",
    "pass",
  ]);
  expect(shown.result.history[2].verdict_reason).toBe("the order is lost");
});
