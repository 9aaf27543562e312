import type { SuccessPolicy } from "../success-policy.ts";
import { agentJudgment } from "./agent-judgment.ts";
import { composite } from "./composite.ts";
import { deterministic } from "./deterministic.ts";
import { statistical } from "./statistical.ts";
import { threshold } from "./threshold.ts";

/** Every type of success policy; their types differ. */
export const POLICIES = [
  deterministic,
  threshold,
  statistical,
  composite,
  agentJudgment,
] as const satisfies readonly Pick<SuccessPolicy, "type" | "shape">[];
