/** Who gives the verdict of a case. `automatic`: the runner itself; `agent`: who did not capture it; `person`: a person. */
export type VerdictPath = "automatic" | "agent" | "person";

/** Runners that carry out cases; a method names one. */
export const RUNNER_IDS = [
  "worktree_run",
  "ci_run",
  "browser_substrate",
  "host_control",
  "agent",
  "agent_mission",
  "manual",
] as const;
export type RunnerId = (typeof RUNNER_IDS)[number];

/** How a case is proved: what a plan's `method` names (spec: QA platform, methods). */
export interface Method {
  /** Slug, e.g. `browser-check`. */
  readonly id: string;
  readonly title: string;
  readonly runner_id: RunnerId;
  /** Capability kinds that the project and the executing host must both have, e.g. `browser-control`. */
  readonly required_capability_kinds: readonly string[];
  readonly verdict_path: VerdictPath;
  /** What a run of it must leave behind, in words. */
  readonly evidence_contract: string;
  readonly concurrency: "parallel" | "serial";
  /** Name of the config contract that a case's `method_config` is checked against. */
  readonly config_contract: ConfigContract;
  /** Kind of a case that says none. */
  readonly qa_kind: string;
}

/** What a `method_config` looks like; the schemas are in `config-contracts.ts`. */
export const CONFIG_CONTRACTS = [
  "command",
  "command-ci",
  "browser-check",
  "browser-inspection",
  "terminal",
  "machine-state",
  "mission",
  "manual",
] as const;
export type ConfigContract = (typeof CONFIG_CONTRACTS)[number];
