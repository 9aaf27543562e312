import type { Method } from "../method.ts";

export const machineStateCheck = {
  id: "machine-state-check",
  title: "State of a test machine",
  runner_id: "host_control",
  required_capability_kinds: ["test-machine"],
  verdict_path: "automatic",
  evidence_contract: "every check with what was found",
  concurrency: "serial",
  config_contract: "machine-state",
  qa_kind: "smoke",
} as const satisfies Method;
