import type { ConfigContract, Method, RunnerId } from "./method.ts";

/** What a runner is, whoever's method names it. */
export interface RunnerFacts {
  /** Capability kinds that every case on it needs. */
  readonly needs: readonly string[];
  readonly concurrency: Method["concurrency"];
  /** What it carries out. */
  readonly contracts: readonly ConfigContract[];
}

/** Every runner. */
export const RUNNERS = {
  worktree_run: { needs: [], concurrency: "parallel", contracts: ["command"] },
  ci_run: { needs: [], concurrency: "parallel", contracts: ["command-ci"] },
  browser_substrate: {
    needs: ["browser-control"],
    concurrency: "parallel",
    contracts: ["browser-check", "browser-inspection"],
  },
  host_control: {
    needs: ["test-machine"],
    concurrency: "serial",
    contracts: ["terminal", "machine-state"],
  },
  agent: { needs: ["browser-control"], concurrency: "parallel", contracts: ["browser-inspection"] },
  agent_mission: {
    needs: ["browser-control", "test-machine"],
    concurrency: "serial",
    contracts: ["mission"],
  },
  manual: { needs: [], concurrency: "parallel", contracts: ["manual"] },
} as const satisfies Record<RunnerId, RunnerFacts>;
