import type { Method } from "../method.ts";

export const commandCi = {
  id: "command-ci",
  title: "A CI workflow on the exact commit",
  runner_id: "ci_run",
  required_capability_kinds: [],
  verdict_path: "automatic",
  evidence_contract:
    "address, commit and conclusion of the workflow run; success on the exact head is a pass",
  concurrency: "parallel",
  config_contract: "command-ci",
  qa_kind: "simulation",
} as const satisfies Method;
