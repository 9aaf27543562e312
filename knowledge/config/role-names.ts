import type { AgentRole } from "./config.ts";

/** Who does a step, as people are shown it; settings, `--json` and the ledger hold the role's id. */
export const ROLE_NAMES = {
  "product-feature-builder": "builder",
  "ci-resolver": "QA engineer",
  "quality-reviewer": "quality reviewer",
} as const satisfies Record<AgentRole, string>;
