import type { Method } from "../method.ts";
import { agentInspection } from "./agent-inspection.ts";
import { browserCheck } from "./browser-check.ts";
import { browserInspection } from "./browser-inspection.ts";
import { command } from "./command.ts";
import { commandCi } from "./command-ci.ts";
import { exploratoryMission } from "./exploratory-mission.ts";
import { machineStateCheck } from "./machine-state-check.ts";
import { manual } from "./manual.ts";
import { terminalCheck } from "./terminal-check.ts";
import { terminalInspection } from "./terminal-inspection.ts";

/** Every built-in method. A project adds its own in `.assay/methods`, and changes none of these. */
export const METHODS = [
  command,
  commandCi,
  browserCheck,
  browserInspection,
  agentInspection,
  terminalCheck,
  terminalInspection,
  machineStateCheck,
  exploratoryMission,
  manual,
] as const satisfies readonly Method[];
