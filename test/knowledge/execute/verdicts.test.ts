import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { browserVerdict } from "../../../knowledge/execute/browser-verdict.ts";
import { commandVerdict } from "../../../knowledge/execute/command-verdict.ts";
import { hasName, healTarget, isHealable } from "../../../knowledge/execute/heal-target.ts";
import { inTurn } from "../../../knowledge/execute/in-turn.ts";
import { machineCheck } from "../../../knowledge/execute/machine-check.ts";
import { outputTail } from "../../../knowledge/execute/output-tail.ts";

const END = { code: 0, signal: null, isTimedOut: false } as const;
const SEEN = { error: null, actual: null } as const;
const ALONE = { steps: 3, captures: 0, isJudgedByOthers: false } as const;

describe("what the end of a command proves", () => {
  test.each([
    [END, "pass"],
    [{ ...END, code: 1 }, "fail"],
    [{ ...END, code: 255 }, "fail"],
    [{ ...END, code: 126 }, "error"],
    [{ ...END, code: 127 }, "error"],
    [{ ...END, code: 137 }, "error"],
    [{ ...END, code: null, signal: "SIGKILL" }, "error"],
    [{ ...END, code: null, isTimedOut: true }, "error"],
  ] as const)("%j: %s", (end, verdict) => {
    const said = commandVerdict(end, 5);
    expect(said.verdict).toBe(verdict);
    expect(said.reason === null).toBe(verdict === "pass");
  });

  test("no end but exit 0 is a pass", () => {
    fc.assert(
      fc.property(fc.option(fc.nat({ max: 255 })), fc.boolean(), (code, isTimedOut) => {
        const { verdict } = commandVerdict({ code, signal: null, isTimedOut }, 5);
        expect(verdict === "pass").toBe(code === 0 && !isTimedOut);
      }),
    );
  });
});

describe("what the steps of a page prove", () => {
  const assertion = { ...SEEN, outcome: "passed", isAssertion: true } as const;
  const click = { ...SEEN, outcome: "done", isAssertion: false } as const;

  test("without an assertion that passed nothing is proved", () => {
    expect(browserVerdict([click], ALONE)).toMatchObject({ verdict: "undetermined" });
    expect(browserVerdict([], ALONE)).toMatchObject({ verdict: "undetermined" });
    expect(browserVerdict([click, assertion], ALONE)).toEqual({ verdict: "pass", reason: null });
  });

  test("a page that says no fails; what could not be carried out is an error", () => {
    const failed = { ...assertion, outcome: "failed", actual: "a\n b" } as const;
    expect(browserVerdict([click, failed], ALONE)).toEqual({
      verdict: "fail",
      reason: "step 2 of 3: seen instead: a b",
    });
    const errored = { ...click, outcome: "errored", error: "no browser" } as const;
    expect(browserVerdict([errored], ALONE)).toEqual({ verdict: "error", reason: "step 1 of 3: no browser" });
  });

  test("what others judge gets no verdict, and is an error where nothing was captured", () => {
    const others = { ...ALONE, isJudgedByOthers: true };
    expect(browserVerdict([click], { ...others, captures: 1 })).toMatchObject({ verdict: null });
    expect(browserVerdict([click], others)).toMatchObject({ verdict: "error" });
    const failed = { ...click, outcome: "failed" } as const;
    expect(browserVerdict([failed], { ...others, captures: 1 })).toMatchObject({ verdict: "error" });
  });
});

test("two at a time, a serial one alone, and an error once what was begun has ended", async () => {
  const all = ["a", "b", "SERIAL", "c", "d"];
  const running = new Set<string>();
  const most: Record<string, number> = {};
  const begun: string[] = [];
  await inTurn(
    all,
    (one) => one === "SERIAL",
    async (one) => {
      begun.push(one);
      running.add(one);
      for (let turn = 0; turn < 5; turn += 1) {
        most[one] = Math.max(most[one] ?? 0, running.size);
        await Promise.resolve();
      }
      running.delete(one);
    },
  );
  expect(begun).toEqual(all);
  expect(most).toEqual({ a: 2, b: 2, SERIAL: 1, c: 2, d: 2 });

  const ended: string[] = [];
  const failing = inTurn(
    ["a", "b", "c"],
    () => false,
    async (one) => {
      if (one === "a") throw new Error("no");
      await Promise.resolve();
      ended.push(one);
    },
  );
  await expect(failing).rejects.toThrow("no");
  expect(ended).toContain("b");
});

test("a check of a machine quotes what it is about", () => {
  expect(machineCheck({ check: "file_exists", path: "/a b'; reboot" }).line).toBe(
    "test -e '/a b'\\''; reboot'",
  );
});

test("the end of an output is whole lines, where it is cut", () => {
  expect(outputTail("short\n")).toBe("short\n");
  const long = Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n");
  const tail = outputTail(long);
  expect(tail).toMatch(/^line \d+\n/);
  expect(tail.endsWith("line 899")).toBe(true);
  expect(tail.length).toBeLessThanOrEqual(2_000);
});

describe("a target that matched nothing", () => {
  const fact = (locator: string, record = "fact_1", page = "/cart") => ({
    record,
    page,
    element: "button[Pay]",
    locator,
    tests: ["test:qa/shop/pay"],
  });
  const at = "http://localhost:3000/cart?from=mail";

  test("is healed by the one other way in which memory knows its element on that page", () => {
    expect(healTarget("css=#pay", at, [fact("css=#pay")])).toMatchObject({
      target: "button[Pay]",
      record: "fact_1",
    });
    expect(healTarget("button[Pay]", at, [fact("css=#pay")])).toMatchObject({
      target: "css=#pay",
      record: "fact_1",
    });
    expect(healTarget("css=#pay", at, [fact("css=#other")])).toBeNull();
    expect(healTarget("css=#pay", at, [fact("css=#pay", "fact_1", "/")])).toBeNull();
    expect(healTarget("button[Pay]", at, [fact("getByRole('button')")])).toBeNull();
    expect(healTarget("button[Pay]", at, [fact("css=#pay"), fact("css=#buy", "fact_2")])).toBeNull();
  });

  test("an assertion is never healed, and what has no name heals nothing", () => {
    expect(isHealable({ action: "assert", target: "css=#pay", check: "visible" })).toBe(false);
    expect(isHealable({ action: "wait_for", target: "css=#pay", state: "hidden" })).toBe(false);
    expect(isHealable({ action: "click", target: "css=#pay" })).toBe(true);
    expect(["paragraph[]", "button[ ]", null, "button[Pay]"].map(hasName)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
