import { describe, expect, test } from "vitest";
import { checkMethodConfig } from "../../../knowledge/plan/check-method-config.ts";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import { keyName } from "../../../knowledge/plan/plan-problem.ts";
import { BAD_CONFIGS, GOOD_CONFIGS } from "../../support/sample-plan.ts";

describe.each(METHODS.map((method) => [method.id, method] as const))("%s", (id, method) => {
  test("takes what can be carried out", () => {
    for (const config of GOOD_CONFIGS[id])
      expect(checkMethodConfig(method, config), JSON.stringify(config)).toEqual([]);
  });

  test("tells of what cannot, by key, with a way out", () => {
    const bad =
      (BAD_CONFIGS as Partial<Record<string, readonly (readonly [object, string, string])[]>>)[id] ?? [];
    for (const [config, key, words] of bad) {
      const faults = checkMethodConfig(method, config);
      const told = faults.filter(({ at }) => keyName(at) === key).map(({ message }) => message);
      expect(told.join("; "), JSON.stringify(config)).toContain(words);
      for (const { fix } of faults) expect(fix).not.toBe("");
    }
  });

  test.each([null, 3, "x", [[]]])("is no %j", (config) => {
    expect(checkMethodConfig(method, config)).not.toEqual([]);
  });
});

const method = (id: string) => METHODS.find((one) => one.id === id) as (typeof METHODS)[number];

test("all that is wrong with a config is told at once", () => {
  const steps = [{ action: "click" }, { action: "navigate", route: "x" }, { action: "assert", target: "a" }];
  const told = checkMethodConfig(method("browser-check"), { steps, profil: "x" });
  expect(told.map(({ at }) => keyName(at)).toSorted()).toEqual([
    "profil",
    "steps[0]",
    "steps[0].target",
    "steps[1].route",
    "steps[2].check",
  ]);
});

test("an unknown key is told with the nearest known one of that very step", () => {
  const assert = { action: "assert", target: "li", check: "count_gte", mincount: 2 };
  const [, fault] = checkMethodConfig(method("browser-check"), {
    steps: [{ action: "navigate", route: "/" }, assert],
  });
  expect(fault).toMatchObject({ at: ["steps", 1, "mincount"], fix: "write `min_count`, or take it out" });
});

test("two captures of one name are refused, and so is a config that is too large to keep", () => {
  const shot = { action: "screenshot", capture: "a" };
  const steps = [{ action: "navigate", route: "/" }, shot, shot];
  expect(checkMethodConfig(method("browser-inspection"), { steps })).toMatchObject([
    { at: ["steps", 2, "capture"], message: "is the capture of steps[1] already" },
  ]);
  const long = { action: "click", target: "x".repeat(2_000) };
  const many = Array.from({ length: 20 }, () => long);
  expect(
    checkMethodConfig(method("browser-inspection"), { steps: [...steps.slice(0, 2), ...many] }),
  ).toMatchObject([{ at: [], message: "is larger than 32 KiB" }]);
});

test("a method that nobody judges by itself needs no assert, and one that a person judges a capture", () => {
  const config = { command: "x", steps: [{ action: "assert", check: "exit_code", expected: 0 }] };
  expect(checkMethodConfig(method("terminal-check"), config)).toEqual([]);
  expect(checkMethodConfig({ config_contract: "terminal", verdict_path: "person" }, config)).toMatchObject([
    { at: ["steps"], message: expect.stringContaining("no capture") },
  ]);
});
