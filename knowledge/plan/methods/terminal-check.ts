import type { Method } from "../method.ts";

export const terminalCheck = {
  id: "terminal-check",
  title: "Assertions in a terminal of a test machine",
  runner_id: "host_control",
  required_capability_kinds: ["test-machine"],
  verdict_path: "automatic",
  evidence_contract: "transcript of the terminal and every assertion",
  concurrency: "serial",
  config_contract: "terminal",
  qa_kind: "simulation",
} as const satisfies Method;
