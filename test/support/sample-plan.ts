import type { Method } from "../../knowledge/plan/method.ts";
import { METHODS } from "../../knowledge/plan/methods/index.ts";
import type { PlanRules } from "../../knowledge/plan/plan-rules.ts";
import { policyFaults } from "../../knowledge/qa/policy-faults.ts";

/** What plans are read by where a project has no methods of its own. */
export const RULES: PlanRules = {
  methods: new Map<string, Method>(METHODS.map((method) => [method.id, method])),
  checkPolicy: policyFaults,
};

/** Configs that can be carried out, for each built-in method. */
export const GOOD_CONFIGS = {
  command: [{ command: "npm test" }, { command: "npm test", timeout_seconds: 7200, requires_base_url: true }],
  "command-ci": [{ ci_workflow: "e2e.yml" }],
  "browser-check": [
    {
      steps: [
        { action: "navigate", route: "/checkout" },
        { action: "click", target: "button[Pay]" },
        { action: "hover", target: "#menu" },
        { action: "type", target: "#name", text: "" },
        { action: "fill_form", fields: { Name: "Ada", "Post code": "1" } },
        { action: "select", target: "#country", value: "NL" },
        { action: "scroll", by: -200 },
        { action: "scroll", target: "#end" },
        { action: "wait_for", target: "#spinner", state: "hidden" },
        { action: "delay", ms: 60_000 },
        { action: "screenshot", capture: "paid" },
        { action: "assert", target: "#a", check: "visible" },
        { action: "assert", target: "#a", check: "hidden" },
        { action: "assert", target: "#a", check: "text_contains", text: "Thank" },
        { action: "assert", target: "#a", check: "text_equals", text: "" },
        { action: "assert", target: "li", check: "count_gte", min_count: 1 },
        { action: "assert", target: "li", check: "count_eq", expected: 0 },
      ],
      profile: "signed-in",
      viewport: { width: 1280, height: 720 },
      step_timeout_seconds: 10,
    },
    {
      steps: [
        { action: "navigate", route: "https://shop.example/" },
        { action: "assert", target: "h1", check: "visible" },
      ],
    },
  ],
  "browser-inspection": [
    {
      steps: [
        { action: "navigate", route: "/" },
        { action: "screenshot", capture: "first-page" },
      ],
    },
  ],
  "agent-inspection": [
    {
      steps: [
        { action: "navigate", route: "/" },
        { action: "screenshot", capture: "first-page" },
      ],
    },
  ],
  "terminal-check": [
    {
      command: "./app",
      steps: [
        { action: "send", text: "help" },
        { action: "wait_for", text: "usage" },
        { action: "assert", check: "exit_code", expected: 0 },
      ],
    },
  ],
  "terminal-inspection": [{ command: "./app", steps: [{ action: "capture", capture: "screen" }] }],
  "machine-state-check": [
    {
      checks: [
        { check: "file_exists", path: "/etc/hosts" },
        { check: "port_open", port: 22 },
        { check: "file_contains", path: "/etc/hosts", text: "localhost" },
      ],
    },
  ],
  "exploratory-mission": [{ goal: "find out" }, { goal: "find out", areas: ["cart"], minutes: 5 }],
  manual: [{}, { checklist: ["look"] }],
} as const satisfies Record<(typeof METHODS)[number]["id"], readonly object[]>;

const NAVIGATE = { action: "navigate", route: "/" };
const SEEN = { action: "assert", target: "h1", check: "visible" };
const SHOT = { action: "screenshot", capture: "a" };

/** Configs that cannot, each with the key that is told of and words of the message. */
export const BAD_CONFIGS = {
  command: [
    [{}, "command", "is missing"],
    [{ command: " " }, "command", "is blank"],
    [{ command: "a", timeout_seconds: 0 }, "timeout_seconds", "is less than 1"],
    [{ command: "a", timeout_seconds: 7201 }, "timeout_seconds", "is more than 7200"],
    [{ command: "a", timeout_seconds: 1.5 }, "timeout_seconds", "not a whole number"],
    [{ command: "a", steps: [NAVIGATE, SEEN] }, "steps", "means nothing here"],
    [{ command: 3 }, "command", "is a number, not a text"],
  ],
  "command-ci": [[{ command: "npm test" }, "ci_workflow", "is missing"]],
  "browser-check": [
    [{ steps: [] }, "steps", "is empty"],
    [{ steps: [NAVIGATE, SHOT] }, "steps", "has no assert"],
    [{ steps: [SEEN, NAVIGATE] }, "steps[0]", "before the first navigate"],
    [{ steps: [{ action: "navigate" }, SEEN] }, "steps[0].route", "is missing"],
    [{ steps: [{ action: "navigate", route: "checkout" }, SEEN] }, "steps[0].route", "neither a path"],
    [{ steps: [{ action: "navigate", route: "//evil.example" }, SEEN] }, "steps[0].route", "neither a path"],
    [{ steps: [{ action: "navigate", route: "javascript:x" }, SEEN] }, "steps[0].route", "neither a path"],
    [{ steps: [NAVIGATE, SEEN, { action: "click" }] }, "steps[2].target", "is missing"],
    [{ steps: [NAVIGATE, SEEN, { action: "type", target: "a" }] }, "steps[2].text", "is missing"],
    [{ steps: [NAVIGATE, SEEN, { action: "fill_form" }] }, "steps[2].fields", "is missing"],
    [{ steps: [NAVIGATE, SEEN, { action: "select", target: "a" }] }, "steps[2].value", "is missing"],
    [{ steps: [NAVIGATE, SEEN, { action: "screenshot" }] }, "steps[2].capture", "is missing"],
    [{ steps: [NAVIGATE, SEEN, { action: "delay", ms: -1 }] }, "steps[2].ms", "is less than 0"],
    [{ steps: [NAVIGATE, SEEN, { action: "drag", target: "a" }] }, "steps[2].action", "is not one of"],
    [{ steps: [NAVIGATE, { action: "assert", target: "a" }] }, "steps[1].check", "is missing"],
    [{ steps: [NAVIGATE, { ...SEEN, check: "count_gte" }] }, "steps[1].min_count", "is missing"],
    [{ steps: [NAVIGATE, { ...SEEN, check: "count_eq" }] }, "steps[1].expected", "is missing"],
    [{ steps: [NAVIGATE, { ...SEEN, check: "text_contains" }] }, "steps[1].text", "is missing"],
    [{ steps: [NAVIGATE, { ...SEEN, check: "text_contains", text: "" }] }, "steps[1].text", "is empty"],
    [{ steps: [NAVIGATE, { ...SEEN, check: "count_gte", min_count: 0 }] }, "steps[1].min_count", "less than"],
    [{ steps: [NAVIGATE, { ...SEEN, min_count: 2 }] }, "steps[1].min_count", "means nothing here"],
  ],
  "browser-inspection": [[{ steps: [NAVIGATE, SEEN] }, "steps", "has no screenshot"]],
  "machine-state-check": [
    [{ checks: [{ check: "port_open", port: 70000 }] }, "checks[0].port", "is more than"],
  ],
  "exploratory-mission": [[{ goal: "x", minutes: 481 }, "minutes", "is more than 480"]],
  manual: [[{ checklist: [] }, "checklist", "is empty"]],
} as const satisfies Partial<
  Record<(typeof METHODS)[number]["id"], readonly (readonly [object, string, string])[]>
>;

/** A plan's file of one case with this config, as JSON, which is YAML. */
export function planText(slug: string, method_id: string, method_config: object): string {
  return JSON.stringify({ ...planValue(slug), cases: [{ ...caseValue(), method_id, method_config }] });
}

/** A plan as it is written. */
export function planValue(slug = "shop") {
  return { version: 1, slug, title: "Shop", cases: [caseValue()] };
}

/** A case as it is written. */
export function caseValue() {
  return {
    key: "pay",
    title: "Paying works",
    method_id: "command",
    instructions: "Run the tests of the cart.",
    expected_outcome: "All pass.",
    method_config: { command: "npm test" } as Record<string, unknown>,
  };
}
