import type { Method } from "./method.ts";
import { QA_KINDS } from "./qa-kinds.ts";

/** Lines of a `method_config` that can be carried out, by contract, and what to change in it. */
const CONFIGS = {
  command: ["command: npm test", "timeout_seconds: 1200"],
  "command-ci": ["ci_workflow: ci.yml"],
  "browser-check": [
    "steps:",
    "  - {action: navigate, route: /}",
    '  - {action: assert, target: "heading[Welcome]", check: visible}',
  ],
  "browser-inspection": [
    "steps:",
    "  - {action: navigate, route: /}",
    "  - {action: screenshot, capture: first-page}",
  ],
  terminal: [
    "command: ./app --version",
    "steps:",
    "  - {action: assert, check: exit_code, expected: 0}",
    "  - {action: capture, capture: last-screen}",
  ],
  "machine-state": ["checks:", "  - {check: port_open, port: 8080}"],
  mission: ["goal: Find out what a new user stumbles over.", "minutes: 60"],
  manual: ["checklist:", "  - Go through the acceptance criteria."],
} as const satisfies Record<Method["config_contract"], readonly string[]>;

/** A plan of one case, to be filled in: it is valid as it stands, and its comments say what else there is. Pure. */
export function planTemplate(slug: string, method: Method, methods: readonly Method[]): string {
  const listed = methods.map(({ id, title }) => `#   ${id}: ${title}`);
  const kinds = Object.entries(QA_KINDS).map(([kind, meaning]) => `#   ${kind}: ${meaning}`);
  return [
    "# What has to be proved, case by case. `assay plan validate` checks it; `assay plan schema` prints its form for editors.",
    "version: 1",
    `slug: ${slug} # the name of this file`,
    `title: ${titleOf(slug)}`,
    "purpose: Say why this plan is there.",
    "",
    "# What holds for the cases that say nothing themselves.",
    "defaults:",
    "  qa_phase: verification # or post_deploy, manual_acceptance",
    "  blocking_mode: blocking # non_blocking is only tracked",
    "  # target_env: staging # local, or one of `environments` in .assay/config.yaml",
    "",
    "# Methods:",
    ...listed,
    "# Kinds (`qa_kind`, free text; these are known):",
    ...kinds,
    "cases:",
    "  - key: first-case",
    "    title: Say in a few words what is proved",
    `    method_id: ${method.id}`,
    "    instructions: Say what is done.",
    "    expected_outcome: Say what is to come of it.",
    "    method_config:",
    ...CONFIGS[method.config_contract].map((line) => `      ${line}`),
    `    # qa_kind: ${method.qa_kind}`,
    "    # success_policy: {type: statistical, min_runs: 5, min_pass_rate: 0.95} # one pass by default",
    "    # capability_requirements: [docker]",
    "    # suite_id: checkout # once the case is stable",
    "",
  ].join("\n");
}

function titleOf(slug: string): string {
  const words = slug.replaceAll("-", " ");
  return JSON.stringify(words.charAt(0).toUpperCase() + words.slice(1));
}
