import { expect } from "vitest";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import type { StoredEvent } from "../../../knowledge/ports/ledger.ts";
import { applyQa, NO_QA } from "../../../knowledge/qa/apply-qa.ts";
import type { DecisionContext, QaActor } from "../../../knowledge/qa/decisions/context.ts";
import type { QaDecision } from "../../../knowledge/qa/decisions/decision.ts";
import { evaluateGate } from "../../../knowledge/qa/evaluate-gate.ts";
import { QA_EVENT_NAMES } from "../../../knowledge/qa/event-names.ts";
import { standingOf } from "../../../knowledge/qa/standing-of.ts";
import type { RequirementState, SubjectState } from "../../../knowledge/qa/subject-state.ts";
import { type Facts, isDischarged, isProved, isSettled, type RowFacts } from "./model-facts.ts";

export const ITEM = "SHOP-12";

export const ACTORS = {
  operator: { actor_id: "operator", session_id: null, isAgent: false },
  builder: { actor_id: "agent", session_id: "session-1", isAgent: true },
  reviewer: { actor_id: "agent", session_id: "session-2", isAgent: true },
} as const satisfies Record<string, QaActor>;
export type ActorName = keyof typeof ACTORS;

/** A subject's real history beside what the model remembers of it. */
export interface World {
  readonly facts: Facts;
  readonly history: StoredEvent[];
  state: SubjectState;
  /** The state as JSON. */
  written: string;
  /** Calls so far: seeds differ by it. */
  calls: number;
  /** By verb: how often it was carried out, and refused. */
  readonly seen: Map<string, { done: number; refused: number }>;
}

export function newWorld(seen: World["seen"]): World {
  return {
    facts: { now: Date.UTC(2027, 0, 4, 9), accepted: new Set(["a".repeat(40)]), rows: new Map() },
    history: [],
    state: NO_QA,
    written: JSON.stringify(NO_QA),
    calls: 0,
    seen,
  };
}

export function contextOf(
  world: World,
  actor: ActorName,
  entitlement: { readonly holdsClaim: boolean; readonly steers: boolean } = {
    holdsClaim: true,
    steers: false,
  },
): DecisionContext {
  return {
    at: new Date(world.facts.now).toISOString(),
    actor: ACTORS[actor],
    seed: new TextEncoder().encode(`seed of call ${world.calls}`),
    environments: [
      { name: "staging", kind: "preview", base_url: "https://staging.example", isExecutable: true },
    ],
    capabilities: { project: ["browser-control"], host: ["browser-control"] },
    methods: METHODS,
    entitlement: { ...entitlement, claimedBy: null },
    standing: { acceptedRevisions: world.facts.accepted, isNewestOnly: false },
  };
}

/** Appends what was decided as a ledger would, or checks that a refusal changes nothing and names a way out. */
export function append<Result>(world: World, verb: string, decision: QaDecision<Result>): Result | null {
  const counts = countsOf(world, verb);
  world.calls += 1;
  if (decision.kind === "refused") {
    counts.refused += 1;
    expect(decision.recover, decision.code).toMatch(/^assay [a-z]/);
    expect(decision.why).not.toBe("");
    return null;
  }
  if (decision.events.length > 0) counts.done += 1;
  for (const { type, data } of decision.events) {
    expect(QA_EVENT_NAMES[type].data.safeParse(data).error, type).toBeUndefined();
    const event: StoredEvent = {
      type,
      v: 1,
      data: JSON.parse(JSON.stringify(data)),
      stream: `item/${ITEM}`,
      seq: world.history.length + 1,
      at: world.facts.now,
    };
    world.state = applyQa(world.state, event);
    const after = JSON.stringify(world.state);
    if (after === world.written) expect.fail(`${type} is lost`);
    world.written = after;
    world.history.push(event);
  }
  return decision.result;
}

/** Notes that something happened that no verb is named after. */
export function count(world: World, what: string): void {
  countsOf(world, what).done += 1;
}

function countsOf({ seen }: World, what: string) {
  const counts = seen.get(what) ?? { done: 0, refused: 0 };
  seen.set(what, counts);
  return counts;
}

/** What holds in every state: it is what the model remembers, and no gate opens without proof. */
export function check(world: World): void {
  const { facts, state } = world;
  const context = {
    now: facts.now,
    acceptedRevisions: facts.accepted,
    isNewestOnly: false,
    methods: METHODS,
  };
  const requirements = Object.values(state.requirements);
  expect(JSON.stringify(requirements.map(ofState))).toBe(
    JSON.stringify([...facts.rows.values()].map(ofModel)),
  );
  for (const { verdict, verdict_reason, decided_by } of requirements.flatMap(({ runs }) => runs))
    if (
      (verdict === "undetermined" && verdict_reason === null) ||
      (verdict === null) !== (decided_by === null)
    )
      expect.fail(`${verdict} because of ${verdict_reason} by ${decided_by}`);
  const standings = requirements.map((one) => standingOf(one, state, context));
  expect(standings.map(({ isSettled: is }) => is)).toEqual(
    [...facts.rows.values()].map((row) => isSettled(row, facts)),
  );
  expect(standings.map(({ word }) => word === "satisfied")).toEqual(
    [...facts.rows.values()].map((row) => !isDischarged(row, facts) && isProved(row, facts)),
  );
  const evidence = new Map<string, boolean>(
    Object.values(state.requirements).flatMap(({ runs }) =>
      runs.flatMap(({ artifacts }) =>
        artifacts.map(
          ({ handle }) => [handle.backend === "local" ? `local:${handle.path}` : "", true] as const,
        ),
      ),
    ),
  );
  const gate = evaluateGate({ item: ITEM, state, target: "reviewed-implementation", context, evidence });
  const owed = [...facts.rows.values()].filter(
    (row) => row.isBlocking && row.isDue && !isSettled(row, facts),
  );
  if (gate.isOpen) count(world, "the gate opens");
  if (gate.isOpen) expect([facts.rows.size > 0, owed]).toEqual([true, []]);
  if (owed.length > 0) expect(gate.blockers.length).toBeGreaterThan(0);
  for (const { recover } of gate.blockers) expect(recover).toMatch(/^assay [a-z]/);
  const live = state.planRuns.filter(({ completed }) => completed === null);
  expect(live.length).toBeLessThanOrEqual(1);
}

function ofState({ row, runs }: RequirementState) {
  return [
    row.id,
    row.blocking_mode === "blocking",
    row.target_env,
    JSON.stringify(row.method_config),
    row.method_config_revision,
    row.superseded_by_requirement_id,
    row.replacement_requirement_id,
    runs.map(({ id, verdict, judges_run_id, decided_by, artifacts, raw_result }) => [
      id,
      JSON.stringify(raw_result.method_config),
      raw_result.method_config_revision,
      verdict,
      judges_run_id,
      decided_by,
      artifacts.length,
    ]),
  ];
}

function ofModel(row: RowFacts) {
  return [
    row.id,
    row.isBlocking,
    row.target,
    row.config,
    row.revision,
    row.supersededBy,
    row.declared,
    row.runs.map(({ id, config, revision, verdict, judges, decidedBy, artifacts }) => [
      id,
      config,
      revision,
      verdict,
      judges,
      decidedBy,
      artifacts,
    ]),
  ];
}

/** The fold of the history is the state, also over a snapshot that was written out and read back. */
export function checkHistory({ history, state }: World, cut: number): void {
  const plain = JSON.parse(JSON.stringify(state));
  const folded = history.reduce(applyQa, NO_QA);
  expect(JSON.parse(JSON.stringify(folded))).toEqual(plain);
  const at = history.length === 0 ? 0 : cut % history.length;
  const snapshot = JSON.parse(JSON.stringify(history.slice(0, at).reduce(applyQa, NO_QA))) as SubjectState;
  expect(JSON.parse(JSON.stringify(history.slice(at).reduce(applyQa, snapshot)))).toEqual(plain);
}
