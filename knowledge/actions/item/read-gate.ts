import { type Bypass, type GateAsking, type GateFacts, gateContext } from "../../item/gate-of.ts";
import type { ItemState } from "../../item/item-state.ts";
import type { ItemStatus } from "../../item/item-status.ts";
import type { Deps } from "../../ports/deps.ts";
import { artifactKey } from "../../qa/artifact-key.ts";
import { evidenceToRead } from "../../qa/evaluate-gate.ts";
import { isGateTarget } from "../../qa/gate-target.ts";
import { readQaSettings } from "../qa/qa-settings.ts";
import { headHere } from "./answer-item.ts";

/** Ports that a gate is judged by. */
export type GateDeps = Pick<
  Deps,
  "clock" | "configFile" | "gateBypass" | "ledger" | "projectFiles" | "qaArtifacts" | "repository"
>;

export interface GateQuestion {
  readonly target: ItemStatus;
  readonly task_num: number | null;
  readonly sha: string | null;
}

/**
 * Reads what a gate of the item is judged on: what is checked out, the project's settings, and whether the evidence that it
 * rests on can be read. Errors: config_invalid, artifacts_unavailable, those of the ports: what cannot be looked at opens no gate.
 */
export async function readGate(
  deps: GateDeps,
  { item, qa }: ItemState,
  { target, task_num, sha }: GateQuestion,
): Promise<GateAsking> {
  const [{ isNewestOnly, methods }, head] = await Promise.all([readQaSettings(deps), headHere(deps)]);
  const facts: GateFacts = { now: deps.clock.now(), isNewestOnly, methods, head, sha };
  const evidence = new Map<string, boolean>();
  if (item !== null && isGateTarget(target)) {
    const asked = { state: qa, target, task_num, context: gateContext(item, facts) };
    for (const handle of evidenceToRead(asked))
      evidence.set(artifactKey(handle), await deps.qaArtifacts.has(handle));
  }
  return { ...facts, evidence, bypass: bypassOf(deps) };
}

/** Only a ledger of test support grants it. */
function bypassOf({ gateBypass, ledger }: Pick<Deps, "gateBypass" | "ledger">): Bypass {
  if (!gateBypass.isAsked) return "none";
  return ledger.isTestContext === true ? "test" : "forbidden";
}
