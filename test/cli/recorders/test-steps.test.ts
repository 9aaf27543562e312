import { expect, test } from "vitest";
import { type SeenStep, type TestSteps, testSteps } from "../../../cli/recorders/test-steps.ts";

function recorder(page: { at?: string } = { at: "/a" }) {
  const written: SeenStep[] = [];
  let clock = 0;
  const steps = testSteps(
    (step) => written.push(step),
    () => page.at,
    () => ++clock,
  );
  return { written, steps };
}

const checks = (written: readonly SeenStep[]) => written.map(({ action, check }) => [action, check]);

function act(steps: TestSteps, action: string) {
  steps.action({ action }).settle({});
}

function look(steps: TestSteps, action: string, check: "passed" | "failed", expected = "") {
  steps.assertion({ action, expected }).settle({ check });
}

test("an action has the check of what was looked at before the next action, and none where nothing was", () => {
  const { written, steps } = recorder();
  act(steps, "goto");
  act(steps, "fill");
  look(steps, "toHaveValue", "passed");
  act(steps, "click");
  look(steps, "toHaveURL", "passed");
  look(steps, "toHaveText", "failed");
  act(steps, "reload");
  steps.end();
  expect(checks(written)).toEqual([
    ["goto", undefined],
    ["fill", "passed"],
    ["toHaveValue", "passed"],
    ["click", "failed"],
    ["toHaveURL", "passed"],
    ["toHaveText", "failed"],
    ["reload", undefined],
  ]);
});

test("what is looked at before any action belongs to none", () => {
  const { written, steps } = recorder();
  look(steps, "toBe", "failed");
  act(steps, "click");
  steps.end();
  expect(checks(written)).toEqual([
    ["toBe", "failed"],
    ["click", undefined],
  ]);
});

test("an assertion that is tried again takes the place of the earlier try; another one does not", () => {
  const { written, steps } = recorder();
  act(steps, "click");
  look(steps, "toBe", "failed", "Paid");
  look(steps, "toBe", "passed", "Due");
  look(steps, "toBe", "passed", "Paid");
  steps.assertion({ action: "getByRole", locator: "a" }).settle({ error: "nothing" });
  steps.takeBack({ action: "getByRole", locator: "a" });
  steps.end();
  expect(written.map(({ action, expected, check }) => [action, expected, check])).toEqual([
    ["click", undefined, "passed"],
    ["toBe", "Due", "passed"],
    ["toBe", "Paid", "passed"],
  ]);
});

test("an action led to where the page was in the end, and a look is of where it came out", () => {
  const page = { at: "about:blank" };
  const { written, steps } = recorder(page);
  act(steps, "goto");
  page.at = "/checkout";
  const look = steps.assertion({ action: "toHaveURL" });
  page.at = "/orders";
  look.settle({ check: "passed" });
  steps.end();
  expect(written).toEqual([
    { action: "goto", urlAfter: "/orders", check: "passed", durationMs: 1 },
    { action: "toHaveURL", urlBefore: "/orders", urlAfter: "/orders", check: "passed", durationMs: 1 },
  ]);
});

test("an action led to where the next one found its element, however late it is known", () => {
  const { written, steps } = recorder({ at: "/checkout" });
  act(steps, "click");
  const next = steps.action({ action: "fill" });
  next.over({});
  expect(written).toEqual([]);
  next.settle({ urlBefore: "/orders" });
  expect(written).toMatchObject([{ action: "click", urlBefore: "/checkout", urlAfter: "/orders" }]);
});

test("a group is written when all of it is known, in the order in which it began", () => {
  const { written, steps } = recorder();
  const slow = steps.action({ action: "click" });
  slow.over({ matched: 1 });
  act(steps, "fill");
  act(steps, "press");
  expect(written).toEqual([]);
  slow.settle({ element: "button[Pay]" });
  expect(written.map(({ action }) => action)).toEqual(["click", "fill"]);
  steps.end();
  expect(written[0]).toMatchObject({ element: "button[Pay]", matched: 1 });
});

test("a step that the end overtakes is written with what is known of it, and nothing comes after the end", () => {
  const { written, steps } = recorder();
  steps.action({ action: "click" });
  steps.assertion({ action: "toBe" }).over({ check: "passed" });
  steps.end();
  steps.end();
  act(steps, "late");
  expect(written).toMatchObject([
    { action: "click", error: "not finished when the test ended", check: "passed" },
    { action: "toBe", check: "passed" },
  ]);
  expect(written).toHaveLength(2);
});
