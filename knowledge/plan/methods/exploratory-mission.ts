import type { Method } from "../method.ts";

export const exploratoryMission = {
  id: "exploratory-mission",
  title: "A mission that a walker explores and an agent judges",
  runner_id: "agent_mission",
  required_capability_kinds: ["browser-control", "test-machine"],
  verdict_path: "agent",
  evidence_contract:
    "ranked written report; the walker ends with COMPLETE, HUMAN_GATE or UNDETERMINED, never with a verdict",
  concurrency: "serial",
  config_contract: "mission",
  qa_kind: "e2e",
} as const satisfies Method;
