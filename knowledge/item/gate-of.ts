import { refuse } from "../qa/decisions/decision.ts";
import { evaluateGate, type GateAsk } from "../qa/evaluate-gate.ts";
import type { GateBlocker, GateReadOut } from "../qa/gate.ts";
import type { GateTarget } from "../qa/gate-target.ts";
import type { QaRefusal } from "../qa/refusal.ts";
import type { StandingContext } from "../qa/standing.ts";
import { shellWord } from "../text/shell-word.ts";
import { candidateOf } from "./decisions/accept-revision.ts";
import type { Head } from "./decisions/decision.ts";
import type { Item, ItemState } from "./item-state.ts";

/** What a gate is judged on beside the item's state: read before, and plain data. */
export interface GateAsking extends GateFacts {
  readonly evidence: GateAsk["evidence"];
  readonly bypass: Bypass;
}

/** What tells which runs count. */
export interface GateFacts extends Omit<StandingContext, "acceptedRevisions"> {
  readonly head: Head;
  /** Commit that is given as what stands for the item now, or null for what is checked out. */
  readonly sha: string | null;
}

/** How the environment asks for the gates to be passed without proof: not at all, in a test, or where nobody may. */
export type Bypass = "none" | "test" | "forbidden";

/**
 * What the gate before a status of an item, or of one task, says. A head that was never accepted is judged alone: what was
 * proved of an earlier one says nothing of it. Pure.
 */
export function gateOf(
  { qa }: ItemState,
  item: Item,
  target: GateTarget,
  task_num: number | null,
  asking: GateAsking,
): GateReadOut {
  const { evidence, bypass, head, sha } = asking;
  const read = evaluateGate({
    item: item.key,
    state: qa,
    target,
    task_num,
    context: gateContext(item, asking),
    evidence,
    head: candidateOf(item, head, sha),
  });
  if (bypass === "none") return read;
  if (bypass === "test") return { ...read, isOpen: true, blockers: [] };
  return {
    ...read,
    isOpen: false,
    word: "refused",
    blockers: [forbidden(item, target, task_num), ...read.blockers],
  };
}

/**
 * What the rows of an item are judged against at a gate. A head that was never accepted counts alone; an item without any
 * commit asks no run for one. Pure.
 */
export function gateContext(item: Item, { head, sha, ...context }: GateFacts): StandingContext {
  const candidate = candidateOf(item, head, sha);
  const isNew = candidate !== null && !item.revisions.includes(candidate);
  const revisions = isNew ? [candidate] : item.revisions;
  return { ...context, acceptedRevisions: revisions.length === 0 ? null : new Set(revisions) };
}

/** A gate that is not open, as a refusal: the first thing that is owed, with the requirement and run that it is about. Pure. */
export function gateRefusal(
  { target, blockers }: GateReadOut,
  item: Item,
  task_num: number | null,
): QaRefusal {
  const [first, ...others] = blockers;
  const preview = gateSummaryLine(item, target, task_num);
  if (first === undefined) return refuse("GATE_QA_UNSATISFIED", `the gate to ${target} is not open`, preview);
  const named = [first.requirement_id, first.qa_run_id].filter(
    (id) => id !== null && !first.why.includes(id),
  );
  const about = named.length === 0 ? "" : ` (${named.join(", ")})`;
  const more = others.length === 0 ? "" : `; ${others.length} more: \`${preview}\` tells each`;
  return {
    kind: "refused",
    code: first.code as QaRefusal["code"],
    why: `${first.why}${about}${more}`,
    recover: first.recover,
  };
}

export function gateSummaryLine({ key }: Pick<Item, "key">, target: string, task_num: number | null): string {
  const task = task_num === null ? "" : ` --task ${task_num}`;
  return `assay qa gate-summary --item ${shellWord(key)}${task} --target ${target}`;
}

function forbidden({ key }: Item, target: GateTarget, task_num: number | null): GateBlocker {
  const move =
    task_num === null
      ? `assay item move ${shellWord(key)} --to ${target}`
      : `assay item task move ${shellWord(key)} ${task_num} --to ${target}`;
  return {
    code: "GATE_QA_BYPASS_FORBIDDEN",
    requirement_id: null,
    qa_run_id: null,
    why: "ASSAY_QA_GATE_BYPASS is set, and no gate is passed without proof here: unset it, then satisfy or waive what is owed",
    recover: `env -u ASSAY_QA_GATE_BYPASS ${move}`,
  };
}
