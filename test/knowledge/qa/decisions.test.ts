import { describe, expect, test } from "vitest";
import type { Method } from "../../../knowledge/plan/method.ts";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import type { Plan, PlanCase } from "../../../knowledge/plan/plan.ts";
import { NO_QA } from "../../../knowledge/qa/apply-qa.ts";
import { addRequirements, type NewRequirement } from "../../../knowledge/qa/decisions/add-requirements.ts";
import { attachArtifact } from "../../../knowledge/qa/decisions/attach-artifact.ts";
import { attachPlan } from "../../../knowledge/qa/decisions/attach-plan.ts";
import { beginPlanRun } from "../../../knowledge/qa/decisions/begin-plan-run.ts";
import { completeRun } from "../../../knowledge/qa/decisions/complete-run.ts";
import type { DecisionContext } from "../../../knowledge/qa/decisions/context.ts";
import type { QaDecision } from "../../../knowledge/qa/decisions/decision.ts";
import { materialize } from "../../../knowledge/qa/decisions/materialize.ts";
import { recordVerdict } from "../../../knowledge/qa/decisions/record-verdict.ts";
import { rematerialize } from "../../../knowledge/qa/decisions/rematerialize.ts";
import { rosterDigest } from "../../../knowledge/qa/decisions/roster-digest.ts";
import { startRun } from "../../../knowledge/qa/decisions/start-run.ts";
import { updateRequirement } from "../../../knowledge/qa/decisions/update-requirement.ts";
import { waive } from "../../../knowledge/qa/decisions/waive.ts";
import { withEvents } from "../../../knowledge/qa/decisions/with-events.ts";
import type { Subject } from "../../../knowledge/qa/subject.ts";
import type { SubjectState } from "../../../knowledge/qa/subject-state.ts";

const ITEM = { kind: "item", item_id: "SHOP-12" } as const;
const EXECUTION = { kind: "execution", execution_id: "exec-7k3f9x2m0a" } as const;
const PERSON = { actor_id: "operator", session_id: null, isAgent: false };
const AGENT = { actor_id: "agent", session_id: "session-1", isAgent: true };

let calls = 0;
function context(changes: Partial<DecisionContext> = {}): DecisionContext {
  calls += 1;
  return {
    at: "2027-01-04T09:00:00.000Z",
    actor: PERSON,
    seed: new TextEncoder().encode(`call ${calls}`),
    environments: [
      { name: "staging", kind: "preview", base_url: "https://staging.example", isExecutable: true },
      { name: "live", kind: "prod", base_url: "https://live.example", isExecutable: false },
    ],
    capabilities: { project: [], host: [] },
    methods: METHODS,
    entitlement: { holdsClaim: true, steers: false, claimedBy: null },
    standing: { acceptedRevisions: null, isNewestOnly: false },
    ...changes,
  };
}

function wanted(columns: Partial<NewRequirement> = {}): NewRequirement {
  return {
    title: "Pays",
    qa_kind: "e2e",
    qa_phase: "verification",
    target_env: null,
    blocking_mode: "blocking",
    requirement_source: "explicit",
    success_policy: null,
    capability_requirements: [],
    suite_id: null,
    method_id: null,
    instructions: null,
    expected_outcome: null,
    method_config: null,
    replaces: null,
    ...columns,
  };
}

/** A subject, changed by one decision after the other. */
function story(start: SubjectState = NO_QA) {
  let state = start;
  return {
    get state() {
      return state;
    },
    does<Result>(decision: QaDecision<Result>): Result {
      if (decision.kind === "refused") throw new Error(`${decision.code}: ${decision.why}`);
      state = withEvents(state, decision.events);
      return decision.result;
    },
  };
}

function added(columns: Partial<NewRequirement> = {}, subject: Subject = ITEM, given = context()) {
  const told = story();
  const { requirements } = told.does(
    addRequirements(NO_QA, { subject, requirements: [wanted(columns)] }, given),
  );
  return { told, row: requirements[0]! };
}

const SHELL = { performed_by: "shell", code_identity: null, within: null } as const;
const SAID = {
  verdict_reason: null,
  score: null,
  confidence: null,
  values: {},
  sign_in: null,
  duration_ms: null,
  isByRunner: true,
} as const;

const CONFIG: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "browser-check": {
    steps: [
      { action: "navigate", route: "/" },
      { action: "assert", target: "h1", check: "visible" },
    ],
  },
  "browser-inspection": {
    steps: [
      { action: "navigate", route: "/" },
      { action: "screenshot", capture: "home" },
    ],
  },
  command: { command: "npm test" },
};

describe("admission", () => {
  const own: Method = {
    ...METHODS.find(({ id }) => id === "exploratory-mission")!,
    id: "walk",
    required_capability_kinds: ["browser-control"],
  };
  const both = { project: ["browser-control", "docker"], host: ["browser-control", "docker"] };
  const none = { project: [], host: [] };
  test.each([
    ["the browser runner supplies the browser", "browser-check", [], none, null],
    ["on another runner the same kind is refused", "command", ["browser-control"], both, "runner_not_exempt"],
    ["a kind that both have", "command", ["docker"], both, null],
    [
      "a kind that only the host has",
      "command",
      ["docker"],
      { ...none, host: ["docker"] },
      "capability_missing",
    ],
    [
      "a kind that only the project has",
      "command",
      ["docker"],
      { ...none, project: ["docker"] },
      "capability_missing",
    ],
    ["the browser runner supplies nothing else", "browser-check", ["docker"], none, "capability_missing"],
    ["test-machine is supplied by nobody", "browser-check", ["test-machine"], both, "capability_missing"],
    ["nor by the runner of missions", "exploratory-mission", [], both, "capability_missing"],
    ["which supplies the browser, set up before", "walk", [], none, null],
  ] as const)("%s", (_, method_id, capability_requirements, capabilities, code) => {
    const given = context({ capabilities, methods: [...METHODS, own] });
    const config = CONFIG[method_id] ?? { mission: "walk", timebox_minutes: 5 };
    const { told, row } = added({ capability_requirements: [...capability_requirements] }, ITEM, given);
    const state = withEvents(told.state, [
      {
        type: "QARequirementUpdated",
        data: {
          id: row.id,
          changes: { method_id, method_config: config },
          why: "correction",
          at: given.at,
          by: "operator",
        },
      },
    ]);
    const started = startRun(state, { requirement_id: row.id, ...SHELL }, given);
    expect(started.kind === "refused" ? started.code : null).toBe(code);
    if (started.kind === "decided")
      expect(started.result.setup).toBe(method_id === "walk" ? "assay qa browser setup" : null);
  });

  test("what was prepared is what is frozen: a case that is corrected meanwhile is not begun", () => {
    const { told, row } = added({ method_id: "command", method_config: CONFIG.command! });
    const begin = () =>
      startRun(told.state, { requirement_id: row.id, ...SHELL, prepared: rosterDigest(row) }, context());
    expect(begin()).toMatchObject({ kind: "decided" });
    told.does(
      updateRequirement(
        told.state,
        { requirement_id: row.id, changes: { method_config: { command: "npm run other" } } },
        context(),
      ),
    );
    expect(begin()).toMatchObject({
      code: "plan_case_superseded",
      recover: `assay qa case run --requirement-id ${row.id}`,
    });
  });

  test("a target may be recorded where nothing is carried out against it, and is refused there only", () => {
    const { told, row } = added({ target_env: "live", method_id: "command", method_config: CONFIG.command! });
    expect(row.target_env_snapshot).toEqual({ name: "live", kind: "prod", base_url: "https://live.example" });
    expect(startRun(told.state, { requirement_id: row.id, ...SHELL }, context())).toMatchObject({
      code: "environment_not_executable",
    });
    expect(
      addRequirements(NO_QA, { subject: ITEM, requirements: [wanted({ target_env: "mars" })] }, context()),
    ).toMatchObject({ code: "environment_unknown" });
  });
});

test("a shell that reports another exit code than 0 passes nothing, but for a terminal whose case says which it wants", () => {
  const completed = (columns: Partial<NewRequirement>, exit_code: number) => {
    const { told, row } = added(columns);
    const given = context({ capabilities: { project: ["test-machine"], host: ["test-machine"] } });
    const { run } = told.does(startRun(told.state, { requirement_id: row.id, ...SHELL }, given));
    const ask = { ...SAID, run_id: run.id, verdict: "pass", values: { exit_code } } as const;
    return { run, done: completeRun(told.state, ask, given) };
  };
  const { run, done } = completed({ method_id: "command", method_config: CONFIG.command! }, 3);
  expect(done).toMatchObject({
    code: "precondition_failed",
    recover: `assay qa run complete --run-id ${run.id} --verdict fail --reason 'exit code 3'`,
  });
  expect(completed({}, 3).done.kind).toBe("refused");
  expect(completed({}, 0).done.kind).toBe("decided");
  const terminal = {
    method_id: "terminal-check",
    method_config: { command: "grep x", steps: [{ action: "assert", check: "exit_code", expected: 1 }] },
  };
  expect(completed(terminal, 1).done.kind).toBe("decided");
});

test("a batch with one that is not valid adds nothing", () => {
  const requirements = [wanted(), wanted({ success_policy: { type: "luck" } })];
  expect(addRequirements(NO_QA, { subject: ITEM, requirements }, context())).toMatchObject({
    kind: "refused",
    code: "qa_success_policy_invalid",
  });
});

describe("materialisation", () => {
  const pays: PlanCase = {
    key: "pays",
    title: "Pays",
    qa_kind: "e2e",
    method_id: "command",
    instructions: "pay",
    expected_outcome: "paid",
    method_config: { command: "npm test" },
    qa_phase: "verification",
    blocking_mode: "blocking",
    target_env: null,
    success_policy: null,
    capability_requirements: [],
    suite_id: null,
    line: 1,
  };
  const plan = (...cases: readonly PlanCase[]): Plan => ({
    slug: "checkout",
    title: "Checkout",
    purpose: "",
    defaults: { qa_phase: "verification", blocking_mode: "blocking", target_env: null },
    cases,
  });
  const ask = (...plans: readonly Plan[]) => ({
    subject: ITEM,
    plans,
    requirement_source: "explicit" as const,
    replaces: [],
  });
  const judged = (verdict: "pass" | "fail") => {
    const told = story();
    const { created } = told.does(materialize(NO_QA, ask(plan(pays)), context()));
    const id = created[0]!.id;
    const { run } = told.does(startRun(told.state, { requirement_id: id, ...SHELL }, context()));
    told.does(completeRun(told.state, { run_id: run.id, verdict, ...SAID }, context()));
    return { told, id };
  };

  test("of two thousand cases counts nothing before its last event, and then all", () => {
    const cases = Array.from({ length: 2_000 }, (_, index) => ({
      ...pays,
      key: `case-${index}`,
      instructions: "pay ".repeat(20),
    }));
    const decision = materialize(NO_QA, ask(plan(...cases)), context());
    if (decision.kind === "refused") throw new Error(decision.why);
    const { events } = decision;
    expect(events.map(({ type }) => type).indexOf("QAMaterializationCommitted")).toBe(2_000);
    expect(Object.keys(withEvents(NO_QA, events.slice(0, -1)).requirements)).toEqual([]);
    const state = withEvents(NO_QA, events);
    expect(Object.keys(state.requirements)).toHaveLength(2_000);
    expect(materialize(state, ask(plan(...cases)), context())).toMatchObject({ events: [] });
  });

  test("a passed case stands, and the answer says how it is corrected", () => {
    const { told, id } = judged("pass");
    const amended = plan({ ...pays, method_config: { command: "npm run all" } });
    const result = told.does(rematerialize(told.state, ask(amended), context()));
    expect(result).toMatchObject({ confirmed: [], refreshed: [], replaced: [] });
    expect(result.kept).toEqual([
      {
        requirement_id: id,
        case_key: "pays",
        fields: ["method_config"],
        why: `${id} has passed as it was, and stands`,
        recover: `assay qa requirement update --requirement-id ${id} --field method_config --value '{"command":"npm run all"}'`,
      },
    ]);
  });

  test("a failed case whose content changed gets one corrected row, which is carried out in its place", () => {
    const { told, id } = judged("fail");
    const amended = plan({ ...pays, expected_outcome: "paid once" });
    const { replaced, created } = told.does(rematerialize(told.state, ask(amended), context()));
    expect(replaced).toMatchObject([
      { requirement_id: id, fields: ["expected_outcome"], replacement_requirement_id: created[0]!.id },
    ]);
    expect(startRun(told.state, { requirement_id: id, ...SHELL }, context())).toMatchObject({
      code: "plan_case_superseded",
      recover: `assay qa case run --requirement-id ${created[0]!.id}`,
    });
    const { planRun } = told.does(
      beginPlanRun(
        told.state,
        {
          subject: ITEM,
          plan: "checkout",
          requirement_ids: null,
          plans: [amended],
          holder: "host",
          until: "2027-01-04T09:05:00.000Z",
        },
        context(),
      ),
    );
    expect(planRun.roster.map(({ requirement_id }) => requirement_id)).toEqual([created[0]!.id]);
  });

  test("what is replaced by name gets no second correction, and to repeat it changes nothing", () => {
    const { told, id } = judged("fail");
    const amended = plan({ ...pays, expected_outcome: "paid once" }, { ...pays, key: "ships" });
    const replaces = [{ case_key: "ships", requirement_id: id }];
    const { created } = told.does(rematerialize(told.state, { ...ask(amended), replaces }, context()));
    expect(created.map(({ plan_case }) => plan_case?.case_key)).toEqual(["ships"]);
    expect(told.state.requirements[id]?.row.replacement_requirement_id).toBe(created[0]!.id);
    expect(rematerialize(told.state, { ...ask(amended), replaces }, context())).toMatchObject({ events: [] });
  });

  test("a lost case is waived by who may waive it, and is owed again where it is back", () => {
    const told = story();
    const ships = { ...pays, key: "ships" };
    const { created } = told.does(materialize(NO_QA, ask(plan(pays, ships)), context()));
    const nobody = { holdsClaim: false, steers: false, claimedBy: "session-9" };
    expect(rematerialize(told.state, ask(plan(pays)), context({ entitlement: nobody }))).toMatchObject({
      code: "waiver_not_entitled",
      recover: "assay seat take steering --covers SHOP-12",
    });
    const { waived } = told.does(rematerialize(told.state, ask(plan(pays)), context()));
    expect(waived).toEqual([{ requirement_id: created[1]!.id, case_key: "ships" }]);
    expect(told.state.requirements[created[1]!.id]?.row.waiver_rationale).toBe(
      "plan checkout has no case ships any more",
    );
    const again = told.does(materialize(told.state, ask(plan(pays, ships)), context()));
    expect(again.created).toHaveLength(1);
  });

  test("a row that is behind its case is on no roster before it is brought up to it", () => {
    const told = story();
    told.does(materialize(NO_QA, ask(plan(pays)), context()));
    const amended = plan({ ...pays, instructions: "pay twice" });
    const begin = {
      subject: ITEM,
      plan: "checkout",
      requirement_ids: null,
      plans: [amended],
      holder: "host",
      until: "2027-01-04T09:05:00.000Z",
    };
    expect(beginPlanRun(told.state, begin, context())).toMatchObject({
      code: "plan_stale",
      recover: "assay qa plan rematerialize --plan checkout --item SHOP-12",
    });
    told.does(rematerialize(told.state, ask(amended), context()));
    expect(beginPlanRun(told.state, begin, context()).kind).toBe("decided");
  });

  test("a plan for the environment that the item is delivered to is proved after it", () => {
    const live = { ...pays, target_env: "staging", qa_phase: "post_deploy" as const };
    const attach = (transition: string) =>
      attachPlan(
        NO_QA,
        { subject: ITEM, plan: plan(live), project: "shop", transition, delivery_env: "staging" },
        context(),
      );
    expect(attach("reviewed-implementation")).toMatchObject({
      code: "attachment_phase_wrong",
      recover: "assay qa item-plan attach --item SHOP-12 --plan-id checkout --transition release",
    });
    const told = story();
    told.does(attach("release"));
    expect(told.does(materialize(told.state, ask(plan(live)), context())).created).toHaveLength(1);
  });
});

describe("verdicts", () => {
  const capture = (given = context({ actor: AGENT })) => {
    const { told, row } = added({
      method_id: "browser-inspection",
      method_config: CONFIG["browser-inspection"]!,
    });
    const { run } = told.does(
      startRun(told.state, { requirement_id: row.id, ...SHELL, performed_by: "playwright" }, given),
    );
    told.does(
      attachArtifact(
        told.state,
        {
          run_id: run.id,
          artifact_kind: "screenshot",
          handle: { backend: "local", path: "qa-artifacts/shop/SHOP-12/run/home.png" },
          digest: "0".repeat(64),
          bytes: 9,
          description: "home",
        },
        given,
      ),
    );
    return { told, row, run };
  };
  const review = { verdict: "pass", verdict_reason: "as designed", score: null, confidence: 0.9 } as const;

  test("who captured does not judge; who else does takes over what was frozen", () => {
    const { told, run } = capture();
    expect(recordVerdict(told.state, { run_id: run.id, ...review }, context({ actor: AGENT }))).toMatchObject(
      {
        code: "precondition_failed",
      },
    );
    const { run: judged } = told.does(recordVerdict(told.state, { run_id: run.id, ...review }, context()));
    expect(judged).toMatchObject({
      judges_run_id: run.id,
      decided_by: "person",
      performed_by: "manual",
      raw_result: run.raw_result,
    });
  });

  test("a model judges under its own name, and not what was captured under it", () => {
    const { told, run } = capture();
    const model = { actor_id: "model anthropic/x", session_id: null, isAgent: true };
    const { run: judged } = told.does(
      recordVerdict(told.state, { run_id: run.id, ...review }, context({ actor: model })),
    );
    expect(judged).toMatchObject({
      recorded_by: "model anthropic/x",
      performed_by: "agent",
      decided_by: "model",
    });
    const own = capture(context({ actor: model }));
    const refused = recordVerdict(
      own.told.state,
      { run_id: own.run.id, ...review },
      context({ actor: model }),
    );
    expect(refused).toMatchObject({ code: "precondition_failed" });
  });

  test("no agent judges where a person's judgement is asked for, nor stands in the person's way", () => {
    const { told, row, run } = capture();
    const other = context({ actor: { ...AGENT, session_id: "session-2" } });
    told.does(recordVerdict(told.state, { run_id: run.id, ...review }, other));
    const before = told.state.requirements[row.id]!;
    const signed = {
      ...told.state,
      requirements: { [row.id]: { ...before, row: { ...before.row, qa_phase: "manual_acceptance" } } },
    } as const;
    expect(recordVerdict(signed, { run_id: run.id, ...review }, other)).toMatchObject({
      code: "precondition_failed",
      why: expect.stringContaining("a person's judgement is asked for"),
    });
    expect(recordVerdict(signed, { run_id: run.id, ...review }, context()).kind).toBe("decided");
  });

  test("an undetermined review waits for a person", () => {
    const { told, run } = capture();
    const other = context({ actor: { ...AGENT, session_id: "session-2" } });
    told.does(recordVerdict(told.state, { run_id: run.id, ...review, verdict: "undetermined" }, other));
    expect(recordVerdict(told.state, { run_id: run.id, ...review }, other)).toMatchObject({
      code: "already_judged",
    });
    expect(recordVerdict(told.state, { run_id: run.id, ...review }, context()).kind).toBe("decided");
  });

  test("no pass for a capture that recorded no config of an executable case", () => {
    const { told, row, run } = capture();
    const bare = {
      ...told.state,
      requirements: {
        [row.id]: {
          ...told.state.requirements[row.id]!,
          runs: told.state.requirements[row.id]!.runs.map((one) => ({
            ...one,
            raw_result: { ...one.raw_result, method_config: null },
          })),
        },
      },
    };
    expect(recordVerdict(bare, { run_id: run.id, ...review }, context())).toMatchObject({
      code: "evidence_missing",
      recover: `assay qa case run --requirement-id ${row.id}`,
    });
    expect(recordVerdict(bare, { run_id: run.id, ...review, verdict: "fail" }, context()).kind).toBe(
      "decided",
    );
  });

  test("large values belong into an artifact", () => {
    const { told, row } = added();
    const { run } = told.does(startRun(told.state, { requirement_id: row.id, ...SHELL }, context()));
    const values = { log: "x".repeat(9_000) };
    expect(
      completeRun(told.state, { run_id: run.id, verdict: "pass", ...SAID, values }, context()),
    ).toMatchObject({ code: "precondition_failed" });
  });

  test("a verdict freezes what it was given by: some of an item's row, all of a standalone execution's", () => {
    for (const subject of [ITEM, EXECUTION]) {
      const { told, row } = added({ method_id: "command", method_config: CONFIG.command! }, subject);
      const { run } = told.does(startRun(told.state, { requirement_id: row.id, ...SHELL }, context()));
      told.does(completeRun(told.state, { run_id: run.id, verdict: "fail", ...SAID }, context()));
      const update = (changes: Parameters<typeof updateRequirement>[1]["changes"]) =>
        updateRequirement(told.state, { requirement_id: row.id, changes }, context());
      const frozen = { code: "frozen_requirement_immutable" };
      expect(update({ expected_outcome: "anything" })).toMatchObject(frozen);
      const config = update({ method_config: { command: "true" } });
      expect(config).toMatchObject(subject === ITEM ? { kind: "decided" } : frozen);
      if (config.kind === "refused") expect(config.recover).toContain(`--replaces ${row.id}`);
    }
  });

  test("an agent's waiver needs the claim; on a standalone execution everybody may", () => {
    const ask = { rationale: "known", source: "agent", isForced: true, expires_at: null } as const;
    const steering = context({
      actor: AGENT,
      entitlement: { holdsClaim: false, steers: true, claimedBy: null },
    });
    const item = added();
    expect(waive(item.told.state, { requirement_id: item.row.id, ...ask }, steering)).toMatchObject({
      code: "waiver_not_entitled",
      recover: "assay item claim SHOP-12",
    });
    const own = added({}, EXECUTION);
    expect(waive(own.told.state, { requirement_id: own.row.id, ...ask }, steering).kind).toBe("decided");
  });
});
