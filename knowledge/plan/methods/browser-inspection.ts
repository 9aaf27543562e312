import type { Method } from "../method.ts";

export const browserInspection = {
  id: "browser-inspection",
  title: "Screenshots that are judged by who did not take them",
  runner_id: "browser_substrate",
  required_capability_kinds: ["browser-control"],
  verdict_path: "agent",
  evidence_contract: "the screenshots that the case names, then pass, fail or undetermined",
  concurrency: "parallel",
  config_contract: "browser-inspection",
  qa_kind: "e2e",
} as const satisfies Method;
