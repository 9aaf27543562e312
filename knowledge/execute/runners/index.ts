import type { RunnerId } from "../../plan/method.ts";
import type { CaseRunner } from "../runner.ts";
import { agent } from "./agent.ts";
import { agentMission } from "./agent-mission.ts";
import { browserSubstrate } from "./browser-substrate.ts";
import { ciRun } from "./ci-run.ts";
import { hostControl } from "./host-control.ts";
import { manual } from "./manual.ts";
import { worktreeRun } from "./worktree-run.ts";

/** Every runner, by its id. */
export const CASE_RUNNERS = {
  worktree_run: worktreeRun,
  ci_run: ciRun,
  browser_substrate: browserSubstrate,
  host_control: hostControl,
  agent,
  agent_mission: agentMission,
  manual,
} as const satisfies { readonly [Id in RunnerId]: CaseRunner & { readonly id: Id } };
