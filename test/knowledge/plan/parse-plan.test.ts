import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePlan } from "../../../knowledge/plan/parse-plan.ts";
import type { Plan } from "../../../knowledge/plan/plan.ts";
import { caseValue, planText, planValue, RULES } from "../../support/sample-plan.ts";

const FILE = ".assay/plans/shop.yaml";

function problemsOf(text: string, file = FILE): string[] {
  const parsed = parsePlan(text, file, RULES);
  if (parsed.kind === "plan") return [];
  return parsed.problems.map(
    ({ line, key, message }) => `${line} ${key === null ? "" : `${key} `}${message}`,
  );
}

function planOf(text: string): Plan {
  const parsed = parsePlan(text, FILE, RULES);
  if (parsed.kind === "bad") throw new Error(JSON.stringify(parsed.problems));
  return parsed.plan;
}

const CASE = `  - key: pay
    title: Paying works
    method_id: command
    instructions: Run the tests.
    expected_outcome: All pass.
    method_config: {command: npm test}
`;
const HEAD = "slug: shop\ntitle: Shop\n";

describe("a plan", () => {
  test("has its defaults, and a case what it says itself", () => {
    const text = `${HEAD}purpose: >
  Why it
  is there.
defaults: {qa_phase: post_deploy, target_env: staging}
cases:
${CASE}  - key: look
    title: " The page looks right "
    qa_kind: brand-new kind
    qa_phase: manual_acceptance
    blocking_mode: non_blocking
    target_env: local
    method_id: manual
    instructions: |
      Look.

    expected_outcome: Fine.
    success_policy: {type: deterministic, criteria: verdict_pass}
    capability_requirements: [ssh, docker, ssh]
    suite_id: Checkout
`;
    expect(planOf(text)).toEqual({
      slug: "shop",
      title: "Shop",
      purpose: "Why it is there.",
      defaults: { qa_phase: "post_deploy", blocking_mode: "blocking", target_env: "staging" },
      cases: [
        {
          key: "pay",
          title: "Paying works",
          qa_kind: "simulation",
          method_id: "command",
          instructions: "Run the tests.",
          expected_outcome: "All pass.",
          method_config: { command: "npm test" },
          qa_phase: "post_deploy",
          blocking_mode: "blocking",
          target_env: "staging",
          success_policy: null,
          capability_requirements: [],
          suite_id: null,
          line: 8,
        },
        {
          key: "look",
          title: "The page looks right",
          qa_kind: "brand-new kind",
          method_id: "manual",
          instructions: "Look.",
          expected_outcome: "Fine.",
          method_config: {},
          qa_phase: "manual_acceptance",
          blocking_mode: "non_blocking",
          target_env: "local",
          success_policy: { type: "deterministic", criteria: "verdict_pass" },
          capability_requirements: ["ssh", "docker"],
          suite_id: "Checkout",
          line: 14,
        },
      ],
    });
  });

  test("all that is wrong is told at once, by line and key", () => {
    const text = `version: 1
slug: shop
titel: Shop
defaults: {blocking: yes}
cases:
${CASE}  - key: pay
    title: Again
    method: command
    method_id: comand
    instructions:
    expected_outcome: x
  - key: slow
    title: Slow
    method_id: command
    instructions: x
    expected_outcome: y
    method_config:
      command: npm test
      timeout_seconds: 7201
    success_policy: {type: statistical, min_runs: 5}
  - not a case
`;
    expect(problemsOf(text)).toEqual([
      "1 title is missing",
      "3 titel means nothing here",
      "4 defaults.blocking means nothing here",
      '12 cases[1].key "pay" is the key of cases[0] already',
      "14 cases[1].method means nothing here",
      expect.stringMatching(/^15 cases\[1\]\.method_id "comand" is not one of command, command-ci/),
      "16 cases[1].instructions has no value",
      "25 cases[2].method_config.timeout_seconds is more than 7200",
      expect.stringMatching(/^26 cases\[2\]\.success_policy/),
      "27 cases[3] is a text, not a map of keys to values",
    ]);
  });

  test.each([
    ["", ["1 slug is missing", "1 title is missing", "1 cases is missing"]],
    ["- a", ["1 is not a map of keys to values"]],
    ["version: 2\nslug: shop", ["1 version written for a newer Assay (version 2; this one knows 1)"]],
    [`${HEAD}cases: []`, ["3 cases is empty"]],
    [`${HEAD}title: Twice\ncases:\n${CASE}`, ["3 title stands there twice"]],
    [`${HEAD}cases:\n${CASE}    title: Twice\n`, ["10 title stands there twice"]],
    [`${HEAD}cases: [\n`, [expect.stringMatching(/^\d not YAML: /)]],
    [`${HEAD}purpose: !secret x\ncases:\n${CASE}`, [expect.stringMatching(/^3 not YAML: /)]],
    [`${HEAD}purpose: "a\\u0007b"\ncases:\n${CASE}`, ["3 purpose holds a control character"]],
    [`${HEAD}purpose: "\\ud800"\ncases:\n${CASE}`, ["3 purpose holds half of a character"]],
    [`${HEAD}purpose: a\ufffdb\ncases:\n${CASE}`, ["3 bytes that are not UTF-8"]],
    [`${HEAD}__proto__: {a: 1}\ncases:\n${CASE}`, ["1 a key has a name that cannot be used"]],
    [`${HEAD}cases: &a [*a]\n`, [expect.stringMatching(/nested|YAML/)]],
    ["a".repeat(256 * 1024 + 1), ["1 is larger than 256 KiB"]],
  ])("what is none is told of: %#", (text, problems) => {
    expect(problemsOf(text).slice(0, 3)).toEqual(problems);
  });

  test("one that is nested without end is told of", () => {
    expect(problemsOf("[".repeat(50_000))[0]).toMatch(/^1 (?:is nested too deeply|not YAML: )/);
    const deep = `${"{a: ".repeat(30)}1${"}".repeat(30)}`;
    expect(problemsOf(`${HEAD}cases: ${deep}\n`)[0]).toMatch(/^3 cases\S+ is nested more than 20 deep$/);
  });

  test("L-024 a copied or renamed file is no second plan: its name is its slug", () => {
    const text = JSON.stringify(planValue());
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text, ".assay/plans/shop-copy.yaml")).toEqual([
      '1 slug "shop" is not what the file is called',
    ]);
  });

  test("a case names a method that there is, and its config is that method's", () => {
    const steps = [
      { action: "navigate", route: "/" },
      { action: "assert", target: "h1", check: "visible" },
    ];
    expect(problemsOf(planText("shop", "browser-check", { steps }))).toEqual([]);
    expect(problemsOf(planText("shop", "command", { steps }))).toEqual([
      "1 cases[0].method_config.command is missing",
      "1 cases[0].method_config.steps means nothing here",
    ]);
    const { method_config: _, ...without } = caseValue();
    expect(problemsOf(JSON.stringify({ ...planValue(), cases: [without] }))).toEqual([
      "1 cases[0].method_config.command is missing",
    ]);
  });

  test("the problems of one file are bounded", () => {
    const cases = Array.from({ length: 300 }, (_, at) => ({ key: `k${at}`, oops: 1 }));
    const told = problemsOf(JSON.stringify({ ...planValue(), cases }));
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toMatch(/^1 \d+ more problems$/);
    const many = Array.from({ length: 501 }, (_, at) => ({ ...caseValue(), key: `k${at}` }));
    expect(problemsOf(JSON.stringify({ ...planValue(), cases: many }))).toEqual([
      "1 cases has more than 500 entries",
    ]);
  });
});

describe("whatever the text", () => {
  const word = fc.constantFrom(
    ..."slug title cases key method_id method_config steps action assert check {} [] : - & * ! | > ' \" # , \n \t pay shop command 1 null ~ << ? @ %".split(
      " ",
    ),
  );
  const soup = fc.array(fc.oneof(word, fc.string({ maxLength: 8 }), fc.constant("\n  ")), { maxLength: 60 });

  function hold(text: string): void {
    const parsed = parsePlan(text, FILE, RULES);
    if (parsed.kind === "plan") return;
    expect(parsed.problems.length).toBeGreaterThan(0);
    for (const { file, line, message, fix } of parsed.problems) {
      expect({ file, isLine: line >= 1 && line <= text.split("\n").length, message, fix }).toEqual({
        file: FILE,
        isLine: true,
        message: expect.stringMatching(/\S/),
        fix: expect.stringMatching(/\S/),
      });
      expect(message.length + fix.length).toBeLessThan(1_000);
    }
  }

  test("it is a plan, or problems on its lines", () => {
    fc.assert(
      fc.property(soup, (words) => hold(words.join(" "))),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => hold(Buffer.from(bytes).toString("utf8"))),
      { numRuns: 100 },
    );
  });

  test("so it is with any JSON where a plan has its parts", () => {
    const whole = planValue();
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), fc.json({ maxDepth: 4 }), (key, json) =>
        hold(JSON.stringify({ ...whole, [key]: JSON.parse(json) })),
      ),
      { numRuns: 100 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(caseValue()), "success_policy", "qa_kind", "capability_requirements"),
        fc.json({ maxDepth: 4 }),
        (key, json) =>
          hold(JSON.stringify({ ...whole, cases: [{ ...caseValue(), [key]: JSON.parse(json) }] })),
      ),
      { numRuns: 200 },
    );
  });
});
