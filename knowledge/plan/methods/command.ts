import type { Method } from "../method.ts";

export const command = {
  id: "command",
  title: "A command in the work tree",
  runner_id: "worktree_run",
  required_capability_kinds: [],
  verdict_path: "automatic",
  evidence_contract: "exit code and the end of the output; exit 0 is a pass",
  concurrency: "parallel",
  config_contract: "command",
  qa_kind: "simulation",
} as const satisfies Method;
