import type { Method } from "../method.ts";

export const manual = {
  id: "manual",
  title: "A person does it and says how it went",
  runner_id: "manual",
  required_capability_kinds: [],
  verdict_path: "person",
  evidence_contract: "the person's rationale",
  concurrency: "parallel",
  config_contract: "manual",
  qa_kind: "manual-acceptance",
} as const satisfies Method;
