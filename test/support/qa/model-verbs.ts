import fc from "fast-check";
import { expect } from "vitest";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import type { Plan, PlanCase } from "../../../knowledge/plan/plan.ts";
import { addRequirements } from "../../../knowledge/qa/decisions/add-requirements.ts";
import { advancePlanRun } from "../../../knowledge/qa/decisions/advance-plan-run.ts";
import { attachArtifact } from "../../../knowledge/qa/decisions/attach-artifact.ts";
import { attachPlan } from "../../../knowledge/qa/decisions/attach-plan.ts";
import { beatPlanRun } from "../../../knowledge/qa/decisions/beat-plan-run.ts";
import { beginPlanRun } from "../../../knowledge/qa/decisions/begin-plan-run.ts";
import { completePlanRun } from "../../../knowledge/qa/decisions/complete-plan-run.ts";
import { completeRun } from "../../../knowledge/qa/decisions/complete-run.ts";
import { declareReplacement } from "../../../knowledge/qa/decisions/declare-replacement.ts";
import { materialize } from "../../../knowledge/qa/decisions/materialize.ts";
import { recordVerdict } from "../../../knowledge/qa/decisions/record-verdict.ts";
import { rematerialize } from "../../../knowledge/qa/decisions/rematerialize.ts";
import { startRun } from "../../../knowledge/qa/decisions/start-run.ts";
import { supersede } from "../../../knowledge/qa/decisions/supersede.ts";
import { updateRequirement } from "../../../knowledge/qa/decisions/update-requirement.ts";
import { waive } from "../../../knowledge/qa/decisions/waive.ts";
import { OUTCOMES } from "../../../knowledge/qa/plan-run.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import { hasFailed, isDischarged, isProved, isWaived, type RowFacts, type RunFacts } from "./model-facts.ts";
import { ACTORS, type ActorName, append, contextOf, count, ITEM, type World } from "./model-world.ts";

const SUBJECT = { kind: "item", item_id: ITEM } as const;
const actor = fc.constantFrom<ActorName>("operator", "builder", "reviewer");
const place = fc.nat({ max: 11 });
/** Chance alone seldom finds two rows that go together. */
const isAimed = fc.boolean();
const CONFIGS = [{ command: "make one" }, { command: "make two" }, { command: "make three" }];
const INSPECTION = {
  steps: [
    { action: "navigate", route: "/" },
    { action: "screenshot", capture: "home" },
  ],
};

/** A verb with what it is asked by chance, and what the model makes of its answer. */
export interface Verb {
  readonly name: string;
  readonly asks: fc.Arbitrary<(world: World) => void>;
}

function verb<Ask>(name: string, asks: fc.Arbitrary<Ask>, run: (ask: Ask, world: World) => void): Verb {
  return { name, asks: asks.map((ask) => (world: World) => run(ask, world)) };
}

export const VERBS: readonly Verb[] = [
  verb(
    "add",
    fc.record({
      actor,
      method: fc.constantFrom(
        "command",
        "browser-inspection",
        "browser-inspection",
        null,
        null,
        null,
        "nobody-knows-it",
      ),
      config: fc.nat({ max: 2 }),
      isBlocking: fc.boolean(),
      target: fc.constantFrom(null, null, null, null, "staging", "mars"),
      replaces: fc.option(place, { freq: 3 }),
    }),
    (ask, world) => {
      const failed = ask.replaces === null ? undefined : rowAt(world, ask.replaces, hasFailed);
      const method_config =
        ask.method === "command" ? CONFIGS[ask.config]! : ask.method === null ? null : INSPECTION;
      const result = append(
        world,
        "add",
        addRequirements(
          world.state,
          {
            subject: SUBJECT,
            requirements: [
              {
                title: "It works",
                qa_kind: "e2e",
                qa_phase: "verification",
                target_env: ask.target,
                blocking_mode: ask.isBlocking ? "blocking" : "non_blocking",
                requirement_source: "explicit",
                success_policy: null,
                capability_requirements: [],
                suite_id: null,
                method_id: ask.method,
                instructions: null,
                expected_outcome: null,
                method_config,
                replaces: failed?.id ?? null,
              },
            ],
          },
          contextOf(world, ask.actor),
        ),
      );
      if (result === null) return;
      expect([ask.method, ask.target]).not.toContain("mars");
      expect(ask.method).not.toBe("nobody-knows-it");
      for (const row of result.requirements) remember(world, row);
      if (failed !== undefined) linked(world, failed, world.facts.rows.get(result.requirements[0]!.id)!);
    },
  ),
  verb(
    "update",
    fc.record({
      actor,
      row: place,
      config: fc.option(fc.nat({ max: 2 })),
      target: fc.option(fc.constantFrom("local", "staging"), { nil: undefined }),
      isWeakened: fc.boolean(),
    }),
    (ask, world) => {
      const row = rowAt(world, ask.row);
      if (row === undefined) return;
      const changes = {
        ...(ask.config === null || row.method !== "command" ? {} : { method_config: CONFIGS[ask.config]! }),
        ...(ask.target === undefined ? {} : { target_env: ask.target }),
        ...(ask.isWeakened ? ({ blocking_mode: "non_blocking" } as const) : {}),
      };
      const result = append(
        world,
        "update",
        updateRequirement(world.state, { requirement_id: row.id, changes }, contextOf(world, ask.actor)),
      );
      const isAllowed = !isDischarged(row, world.facts) && !(ask.isWeakened && row.isBlocking);
      expect(result !== null).toBe(isAllowed);
      if (result === null) return;
      const config = changes.method_config === undefined ? row.config : JSON.stringify(changes.method_config);
      if (config !== row.config) row.revision += 1;
      row.config = config;
      row.target = changes.target_env ?? row.target;
    },
  ),
  verb(
    "waive",
    fc.record({
      actor,
      row: place,
      rationale: fc.constantFrom("known, and accepted", " "),
      source: fc.constantFrom("operator", "agent"),
      isForced: fc.boolean(),
      minutes: fc.option(fc.integer({ min: -5, max: 40 })),
      holdsClaim: fc.boolean(),
      steers: fc.boolean(),
    }),
    (ask, world) => {
      const row = rowAt(world, ask.row);
      if (row === undefined) return;
      const { now } = world.facts;
      const until = ask.minutes === null ? Number.POSITIVE_INFINITY : now + ask.minutes * 60_000;
      const result = append(
        world,
        "waive",
        waive(
          world.state,
          {
            requirement_id: row.id,
            rationale: ask.rationale,
            source: ask.source,
            isForced: ask.isForced,
            expires_at: ask.minutes === null ? null : new Date(until).toISOString(),
          },
          contextOf(world, ask.actor, ask),
        ),
      );
      const isEntitled = ask.holdsClaim || (ask.source === "operator" && ask.steers);
      expect(result !== null).toBe(
        ask.rationale !== " " &&
          until > now &&
          isEntitled &&
          (ask.isForced || !row.isBlocking) &&
          !isDischarged(row, world.facts) &&
          !isProved(row, world.facts),
      );
      if (result !== null) row.waivedUntil = until;
    },
  ),
  verb("supersede", fc.record({ actor, from: place, to: place, isAimed }), (ask, world) => {
    const from = rowAt(world, ask.from, ask.isAimed ? (row) => !isProved(row, world.facts) : undefined);
    const to = rowAt(world, ask.to, ask.isAimed ? (row) => isProved(row, world.facts) : undefined);
    if (from === undefined || to === undefined) return;
    const result = append(
      world,
      "supersede",
      supersede(
        world.state,
        {
          requirement_id: from.id,
          superseded_by_requirement_id: to.id,
          rationale: "the case was wrong",
          source: ACTORS[ask.actor].isAgent ? "agent" : "operator",
        },
        contextOf(world, ask.actor),
      ),
    );
    const isSaidAgain = from.supersededBy === to.id;
    expect(result !== null).toBe(
      isSaidAgain || (mayLink(world, from, to) && !isProved(from, world.facts) && isProved(to, world.facts)),
    );
    if (result !== null) from.supersededBy = to.id;
  }),
  verb("declare", fc.record({ actor, from: place, to: place, isAimed }), (ask, world) => {
    const from = rowAt(world, ask.from, ask.isAimed ? hasFailed : undefined);
    const to = rowAt(
      world,
      ask.to,
      ask.isAimed ? (row) => row.isBlocking && row.target === from?.target && row.id !== from?.id : undefined,
    );
    if (from === undefined || to === undefined) return;
    const result = append(
      world,
      "declare",
      declareReplacement(
        world.state,
        { requirement_id: from.id, replacement_requirement_id: to.id, rationale: "the case was wrong" },
        contextOf(world, ask.actor),
      ),
    );
    if (result !== null) linked(world, from, to);
  }),
  ...(["materialize", "rematerialize"] as const).map((name) =>
    verb(
      name,
      fc.record({
        actor,
        version: fc.nat({ max: 3 }),
        replaces: fc.option(place, { freq: 3 }),
        holdsClaim: fc.boolean(),
      }),
      (ask, world) => materialized(world, name, ask),
    ),
  ),
  verb("attach a plan", fc.record({ actor, version: fc.nat({ max: 3 }) }), (ask, world) => {
    const plan = PLANS[ask.version]!;
    const wanted = { subject: SUBJECT, plan, project: "shop", transition: "reviewed-implementation" };
    append(
      world,
      "attach a plan",
      attachPlan(world.state, { ...wanted, delivery_env: null }, contextOf(world, ask.actor)),
    );
    const again = attachPlan(world.state, { ...wanted, delivery_env: null }, contextOf(world, ask.actor));
    expect(again).toMatchObject({ kind: "decided", events: [] });
  }),
  verb(
    "start a run",
    fc.record({
      actor,
      row: place,
      performer: fc.constantFrom("shell", "agent", "manual"),
      sha: fc.constantFrom("a".repeat(40), "a".repeat(40), "b".repeat(40), null),
      isWithin: fc.boolean(),
      isAimed,
    }),
    (ask, world) => {
      const row = rowAt(world, ask.row, ask.isAimed ? (one) => isReplacement(world, one) : undefined);
      if (row === undefined) return;
      const live = world.state.planRuns.find(({ completed }) => completed === null);
      const within = ask.isWithin && live !== undefined ? { plan_run_id: live.id, holder: "host" } : null;
      const result = append(
        world,
        "start a run",
        startRun(
          world.state,
          {
            requirement_id: row.id,
            performed_by: ask.performer,
            code_identity: ask.sha === null ? null : { branch: "main", sha: ask.sha },
            within,
          },
          contextOf(world, ask.actor),
        ),
      );
      const binds = !isDischarged(row, world.facts) && row.declared === null;
      if (within === null) expect(result !== null).toBe(binds);
      if (result === null) return;
      expect(binds).toBe(true);
      const { actor_id, session_id } = ACTORS[ask.actor];
      row.runs.push({
        id: result.run.id,
        config: row.config,
        revision: row.revision,
        target: row.target,
        sha: ask.sha,
        by: session_id ?? actor_id,
        performer: ask.performer,
        judges: null,
        verdict: null,
        decidedBy: null,
        artifacts: 0,
      });
    },
  ),
  verb(
    "attach an artifact",
    fc.record({ actor, run: place, byte: fc.nat({ max: 2 }), isAimed }),
    (ask, world) => {
      const at = runAt(world, ask.run, ask.isAimed ? isOpenRun : undefined);
      if (at === undefined) return;
      const before = world.history.length;
      append(
        world,
        "attach an artifact",
        attachArtifact(
          world.state,
          {
            run_id: at.run.id,
            artifact_kind: "screenshot",
            handle: { backend: "local", path: `qa-artifacts/shop/${ITEM}/${ask.byte}.png` },
            digest: String(ask.byte).repeat(64),
            bytes: 10,
            description: "the page",
          },
          contextOf(world, ask.actor),
        ),
      );
      at.run.artifacts += world.history.length - before;
    },
  ),
  verb(
    "complete a run",
    fc.record({
      actor,
      run: place,
      verdict: fc.constantFrom("pass", "pass", "fail", "undetermined", "error"),
      reason: fc.constantFrom(null, "as seen"),
      confidence: fc.constantFrom(null, 0, 0.9, 1, 1.5),
      isByRunner: fc.boolean(),
      isAimed,
    }),
    (ask, world) => {
      const at = runAt(world, ask.run, ask.isAimed ? isOpenRun : undefined);
      if (at === undefined) return;
      const { row, run } = at;
      const before = { isOpen: run.verdict === null, isDischarged: isDischarged(row, world.facts) };
      const result = append(
        world,
        "complete a run",
        completeRun(
          world.state,
          {
            run_id: run.id,
            verdict: ask.verdict,
            verdict_reason: ask.reason,
            score: null,
            confidence: ask.confidence,
            values: { exit_code: 0 },
            sign_in: null,
            duration_ms: 5,
            isByRunner: ask.isByRunner,
          },
          contextOf(world, ask.actor),
        ),
      );
      if (!before.isOpen) return;
      const decidedBy = ask.isByRunner ? "code" : ACTORS[ask.actor].isAgent ? "model" : "person";
      const isAgents = decidedBy === "model" || run.performer === "agent";
      const isVerdict = ask.verdict === "pass" || ask.verdict === "fail";
      expect(result !== null).toBe(
        !(ask.verdict === "undetermined" && ask.reason === null) &&
          ask.confidence !== 1.5 &&
          !(before.isDischarged && ask.verdict === "pass") &&
          !(row.method === "browser-inspection" && isVerdict) &&
          !(isAgents && ask.verdict !== "error" && run.artifacts === 0),
      );
      if (result === null) return;
      run.verdict = ask.verdict;
      run.decidedBy = decidedBy;
      if (decidedBy !== "person") expect(result.superseded).toEqual([]);
      supersededBy(world, row, run, result.superseded);
    },
  ),
  verb(
    "review a capture",
    fc.record({
      actor,
      run: place,
      verdict: fc.constantFrom("pass", "pass", "fail", "undetermined"),
      isAimed,
    }),
    (ask, world) => {
      const at = runAt(
        world,
        ask.run,
        ask.isAimed ? (run) => isOpenRun(run) && run.artifacts > 0 && run.judges === null : undefined,
      );
      if (at === undefined) return;
      const { row, run } = at;
      const binds = !isDischarged(row, world.facts);
      const reviews = row.runs.filter(({ judges }) => judges === run.id);
      const result = append(
        world,
        "review a capture",
        recordVerdict(
          world.state,
          { run_id: run.id, verdict: ask.verdict, verdict_reason: "as seen", score: null, confidence: 1 },
          contextOf(world, ask.actor),
        ),
      );
      const { actor_id, session_id, isAgent } = ACTORS[ask.actor];
      const by = session_id ?? actor_id;
      const isOwn = run.by === by && (isAgent || run.performer !== "shell");
      const isOpen = run.verdict === null && run.judges === null;
      const isLeft = reviews.length === 0 || (reviews.at(-1)!.verdict === "undetermined" && !isAgent);
      expect(result !== null).toBe(binds && isOpen && isLeft && !isOwn && run.artifacts > 0);
      if (result === null) return;
      const review: RunFacts = {
        ...run,
        id: result.run.id,
        by,
        performer: isAgent ? "agent" : "manual",
        judges: run.id,
        verdict: ask.verdict,
        decidedBy: isAgent ? "model" : "person",
        artifacts: 0,
      };
      row.runs.push(review);
      supersededBy(world, row, review, result.superseded);
    },
  ),
  verb("begin a plan run", fc.record({ actor, version: fc.nat({ max: 3 }) }), (ask, world) => {
    const before = world.state.planRuns.find(({ completed }) => completed === null);
    const result = append(
      world,
      "begin a plan run",
      beginPlanRun(
        world.state,
        {
          subject: SUBJECT,
          plan: "checkout",
          requirement_ids: null,
          plans: [PLANS[ask.version]!],
          holder: "host",
          until: later(world, 5),
        },
        contextOf(world, ask.actor),
      ),
    );
    if (result === null) return;
    expect(result.ended).toBe(before?.id ?? null);
    if (before !== undefined)
      expect(world.facts.now - Date.parse(before.heartbeat_at)).toBeGreaterThan(30 * 60_000);
    for (const { requirement_id } of result.planRun.roster) {
      const row = world.facts.rows.get(requirement_id)!;
      expect([isDischarged(row, world.facts), row.declared]).toEqual([false, null]);
    }
  }),
  verb("beat", fc.record({ actor, holder: fc.constantFrom("host", "other") }), (ask, world) => {
    const live = world.state.planRuns.at(-1);
    if (live === undefined) return;
    const result = append(
      world,
      "beat",
      beatPlanRun(
        world.state,
        { plan_run_id: live.id, holder: ask.holder, until: later(world, 5) },
        contextOf(world, ask.actor),
      ),
    );
    const isFree = live.lease === null || Date.parse(live.lease.until) <= world.facts.now;
    expect(result !== null).toBe(live.completed === null && (isFree || live.lease?.holder === ask.holder));
  }),
  verb(
    "advance",
    fc.record({ actor, row: place, outcome: fc.constantFrom(...OUTCOMES), hasRun: fc.boolean() }),
    (ask, world) => {
      const live = world.state.planRuns.at(-1);
      const entry = live?.roster[ask.row % (live.roster.length || 1)];
      if (live === undefined || entry === undefined) return;
      const run = world.state.requirements[entry.requirement_id]!.runs.findLast(
        ({ plan_run_id }) => plan_run_id === live.id,
      );
      const wanted = {
        plan_run_id: live.id,
        holder: live.lease?.holder ?? "host",
        requirement_id: entry.requirement_id,
        outcome: ask.outcome,
        qa_run_id: ask.hasRun ? (run?.id ?? null) : null,
        reason: null,
      };
      const result = append(
        world,
        "advance",
        advancePlanRun(world.state, wanted, contextOf(world, ask.actor)),
      );
      if (result === null) return;
      if (ask.outcome === "passed") expect(run?.verdict).toBe("pass");
      if (ask.outcome === "failed") expect(run?.verdict).toBe("fail");
      const again = advancePlanRun(world.state, wanted, contextOf(world, ask.actor));
      expect(again).toMatchObject({ kind: "decided", events: [] });
    },
  ),
  verb("complete a plan run", fc.record({ actor, isAbandoned: fc.boolean() }), (ask, world) => {
    const live = world.state.planRuns.at(-1);
    if (live === undefined || live.completed !== null) return;
    const result = append(
      world,
      "complete a plan run",
      completePlanRun(
        world.state,
        { plan_run_id: live.id, holder: live.lease?.holder ?? "host", isAbandoned: ask.isAbandoned },
        contextOf(world, ask.actor),
      ),
    );
    const words = live.roster.map(({ requirement_id }) => live.outcomes[requirement_id]?.outcome);
    const isWhole = words.every((word) => word !== undefined);
    expect(result !== null).toBe(isWhole || ask.isAbandoned);
    if (result === null) return;
    const strongest = [...OUTCOMES].reverse().find((word) => words.includes(word));
    expect(result.outcome).toBe(isWhole ? strongest : "error");
  }),
  verb("time goes by", fc.integer({ min: 1, max: 45 }), (minutes, world) => {
    world.facts.now += minutes * 60_000;
  }),
  verb("the head moves", fc.constantFrom("a".repeat(40), "b".repeat(40)), (sha, world) => {
    world.facts.accepted = new Set([sha]);
  }),
];

const CASE: Omit<PlanCase, "key" | "method_config"> = {
  title: "Pays",
  qa_kind: "e2e",
  method_id: "command",
  instructions: "pay",
  expected_outcome: "paid",
  qa_phase: "verification",
  blocking_mode: "blocking",
  target_env: null,
  success_policy: null,
  capability_requirements: [],
  suite_id: null,
  line: 1,
};

/** One plan as it is at four times: a case amended, one gone, one no longer blocking. */
const PLANS: readonly Plan[] = [
  planOf({ ...CASE, key: "pays", method_config: CONFIGS[0]! }),
  planOf(
    { ...CASE, key: "pays", method_config: CONFIGS[1]! },
    { ...CASE, key: "ships", method_config: CONFIGS[0]! },
  ),
  planOf({ ...CASE, key: "ships", method_config: CONFIGS[2]!, expected_outcome: "shipped" }),
  planOf({ ...CASE, key: "pays", method_config: CONFIGS[0]!, blocking_mode: "non_blocking" }),
];

function planOf(...cases: readonly PlanCase[]): Plan {
  return {
    slug: "checkout",
    title: "Checkout",
    purpose: "",
    defaults: { qa_phase: "verification", blocking_mode: "blocking", target_env: null },
    cases,
  };
}

function materialized(
  world: World,
  name: "materialize" | "rematerialize",
  ask: {
    readonly actor: ActorName;
    readonly version: number;
    readonly replaces: number | null;
    readonly holdsClaim: boolean;
  },
): void {
  const plan = PLANS[ask.version]!;
  const failed = ask.replaces === null ? undefined : rowAt(world, ask.replaces);
  const wanted = {
    subject: SUBJECT,
    plans: [plan],
    requirement_source: "explicit" as const,
    replaces: failed === undefined ? [] : [{ case_key: plan.cases[0]!.key, requirement_id: failed.id }],
  };
  const decideCases = name === "materialize" ? materialize : rematerialize;
  const context = contextOf(world, ask.actor, { holdsClaim: ask.holdsClaim, steers: false });
  const result = append(world, name, decideCases(world.state, wanted, context));
  if (result === null) return;
  expect(result.plan_ids).toEqual([plan.slug]);
  const { rows } = world.facts;
  for (const row of result.created) remember(world, row);
  for (const { requirement_id, replacement_requirement_id } of result.replaced)
    linked(world, rows.get(requirement_id)!, rows.get(replacement_requirement_id)!);
  for (const { requirement_id, case_key } of result.refreshed) {
    const row = rows.get(requirement_id)!;
    const one = plan.cases.find(({ key }) => key === case_key)!;
    expect(row.runs.some(({ verdict }) => verdict === "pass" || verdict === "fail")).toBe(false);
    const config = JSON.stringify(one.method_config);
    const isWeakened = row.isBlocking && one.blocking_mode === "non_blocking";
    if (isWeakened) expect(ask.holdsClaim).toBe(true);
    rows.set(row.id, {
      ...row,
      isBlocking: one.blocking_mode === "blocking",
      revision: row.revision + (config === row.config ? 0 : 1),
      config,
      target: one.target_env,
    });
  }
  for (const { requirement_id } of result.waived) {
    const row = rows.get(requirement_id)!;
    expect(isDischarged(row, world.facts)).toBe(false);
    if (row.isBlocking) expect(ask.holdsClaim).toBe(true);
    row.waivedUntil = Number.POSITIVE_INFINITY;
  }
  for (const { key } of plan.cases)
    expect([...rows.values()].some(({ caseKey }) => caseKey === key)).toBe(true);
  if (name === "materialize") expect([result.refreshed, result.waived, result.kept]).toEqual([[], [], []]);
  else {
    const keys = plan.cases.map(({ key }) => key);
    const lost = [...rows.values()].filter(
      (row) => row.caseKey !== null && !keys.includes(row.caseKey) && !isDischarged(row, world.facts),
    );
    expect(lost).toEqual([]);
  }
  const again = decideCases(world.state, wanted, { ...context, seed: new Uint8Array(32) });
  expect(again).toMatchObject({ kind: "decided", events: [] });
}

function remember({ facts }: World, row: Requirement): void {
  expect(facts.rows.has(row.id)).toBe(false);
  facts.rows.set(row.id, {
    id: row.id,
    isBlocking: row.blocking_mode === "blocking",
    isDue: row.qa_phase === "verification",
    target: row.target_env,
    method: METHODS.find(({ id }) => id === row.method_id)?.id ?? null,
    config: JSON.stringify(row.method_config),
    revision: 0,
    waivedUntil: null,
    supersededBy: null,
    declared: null,
    caseKey: row.plan_case?.case_key ?? null,
    runs: [],
  });
}

/** A failed row was told what is to replace it. */
function linked(world: World, from: RowFacts, to: RowFacts): void {
  if (from.declared === to.id) return;
  expect([hasFailed(from), isProved(from, world.facts), isProved(to, world.facts)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(mayLink(world, from, to)).toBe(true);
  from.declared = to.id;
}

/** Rows that a verdict superseded: they declared it, directly or not, and it is proved. */
function supersededBy(world: World, row: RowFacts, run: RunFacts, ids: readonly string[]): void {
  if (ids.length > 0) count(world, "supersede by a verdict");
  if (ids.length > 0) expect([run.verdict, isProved(row, world.facts)]).toEqual(["pass", true]);
  for (const id of ids) {
    const from = world.facts.rows.get(id)!;
    expect(isDischarged(from, world.facts)).toBe(false);
    expect(placesAfter(world, from)).toContain(row.id);
    from.supersededBy = row.id;
  }
}

function mayLink(world: World, from: RowFacts, to: RowFacts): boolean {
  return (
    from.id !== to.id &&
    to.isBlocking &&
    from.target === to.target &&
    !isDischarged(from, world.facts) &&
    to.supersededBy === null &&
    !isWaived(to, world.facts) &&
    !placesAfter(world, to).includes(from.id)
  );
}

function placesAfter({ facts }: World, from: RowFacts): readonly string[] {
  const after: string[] = [];
  for (let next = from.supersededBy ?? from.declared; next !== null; ) {
    expect(after).not.toContain(next);
    after.push(next);
    const row = facts.rows.get(next)!;
    next = row.supersededBy ?? row.declared;
  }
  return after;
}

function rowAt(
  { facts }: World,
  at: number,
  isWanted: (row: RowFacts) => boolean = () => true,
): RowFacts | undefined {
  const rows = [...facts.rows.values()].filter(isWanted);
  return rows[at % (rows.length || 1)];
}

function isReplacement({ facts }: World, { id }: RowFacts): boolean {
  return [...facts.rows.values()].some(({ declared }) => declared === id);
}

function isOpenRun({ verdict }: RunFacts): boolean {
  return verdict === null;
}

/** Newest first: what was begun last is worked on most. */
function runAt(
  { facts }: World,
  at: number,
  isWanted: (run: RunFacts) => boolean = () => true,
): { readonly row: RowFacts; readonly run: RunFacts } | undefined {
  const runs = [...facts.rows.values()].flatMap((row) =>
    row.runs.filter(isWanted).map((run) => ({ row, run })),
  );
  return runs.toReversed()[at % (runs.length || 1)];
}

function later({ facts }: World, minutes: number): string {
  return new Date(facts.now + minutes * 60_000).toISOString();
}
