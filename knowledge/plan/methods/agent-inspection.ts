import type { Method } from "../method.ts";

export const agentInspection = {
  id: "agent-inspection",
  title: "Screenshots that the model of the settings judges",
  runner_id: "agent",
  required_capability_kinds: ["browser-control"],
  verdict_path: "agent",
  evidence_contract:
    "the screenshots that the case names, then pass, fail or undetermined by a model that did not take them",
  concurrency: "parallel",
  config_contract: "browser-inspection",
  qa_kind: "e2e",
} as const satisfies Method;
