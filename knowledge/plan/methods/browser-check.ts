import type { Method } from "../method.ts";

export const browserCheck = {
  id: "browser-check",
  title: "Assertions in a browser",
  runner_id: "browser_substrate",
  required_capability_kinds: ["browser-control"],
  verdict_path: "automatic",
  evidence_contract: "every assertion with what was seen",
  concurrency: "parallel",
  config_contract: "browser-check",
  qa_kind: "e2e",
} as const satisfies Method;
