import type { Method } from "../method.ts";

export const terminalInspection = {
  id: "terminal-inspection",
  title: "A terminal of a test machine, judged by who did not drive it",
  runner_id: "host_control",
  required_capability_kinds: ["test-machine"],
  verdict_path: "agent",
  evidence_contract: "transcript of the terminal and what it captured, then pass, fail or undetermined",
  concurrency: "serial",
  config_contract: "terminal",
  qa_kind: "simulation",
} as const satisfies Method;
