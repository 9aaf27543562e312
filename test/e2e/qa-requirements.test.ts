import { beforeEach, describe, expect, test } from "vitest";
import { BUILDER, ITEM, type QaShop, qaShop, TASK } from "../support/qa-shop.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

const NONE = { status: 1, success: false, result: null, event_ids: [] };
const refusedBy = (code: string) => ({
  ...NONE,
  errors: [{ code, recover: expect.stringMatching(/^assay /) }],
});

/** What the gate before a status says of SHOP-12. */
async function gateTo(target: string) {
  const { result } = await shop.call("qa.gate_summary.run", ITEM, { target_status: target });
  return result.gate;
}

describe("what has to be proved", () => {
  test("Q-007 Q-011 kind, performer, capabilities and policy are columns of their own, none decides another", async () => {
    const policy = { type: "statistical", min_runs: 2, min_pass_rate: 0.5 };
    const id = await shop.add({
      qa_kind: "smoke",
      method_id: "manual",
      capability_requirements: ["docker", "ssh"],
      success_policy: policy,
    });
    const { result } = await shop.call("qa.requirement.get", shop.requirement(id));
    expect(result.requirement).toMatchObject({
      qa_kind: "smoke",
      method_id: "manual",
      capability_requirements: ["docker", "ssh"],
      success_policy: policy,
    });
    const other = await shop.add({ qa_kind: "smoke", success_policy: null });
    const run = await shop.call("qa.run.add", shop.requirement(other), {
      performed_by: "github-actions",
      completed: { verdict: "pass" },
    });
    expect(run.result.run).toMatchObject({ performed_by: "github-actions", qa_kind: "smoke" });
  });

  test("Q-008 Q-163 any kind is taken without a change of the schema, implementation_review as any other", async () => {
    for (const qa_kind of ["implementation_review", "Prüfung im Zug", "x"])
      expect(await shop.call("qa.requirement.add", ITEM, { title: "It works", qa_kind })).toMatchObject({
        success: true,
        result: { requirement: { qa_kind } },
      });
  });

  test("Q-018 Q-030 a policy and a verdict are more than yes and no; one that nobody can evaluate is refused by its key", async () => {
    const policy = { type: "threshold", metric: "score", threshold: 0.9, operator: "gte" };
    const id = await shop.add({ success_policy: policy });
    await shop.attempt(id, { verdict: "undetermined", verdict_reason: "the page did not settle" });
    expect((await shop.standing(id)).is_settled).toBe(false);
    await shop.attempt(id, { verdict: "pass", score: 0.95 });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
    const bad = await shop.callAlone("qa.requirement.add", ITEM, {
      title: "x",
      qa_kind: "e2e",
      success_policy: { ...policy, operator: "about" },
    });
    expect(bad).toMatchObject(refusedBy("qa_success_policy_invalid"));
    expect(bad.errors[0]?.message).toContain("operator");
    expect(await shop.recover(bad.errors[0]!.recover)).toMatchObject({ status: 0 });
    const wrong = await shop.run(["qa", "run", "add", "--requirement-id", id, "--verdict", "maybe"]);
    expect(wrong).toMatchObject({ status: 2, stdout: "" });
  });

  test("Q-019 Q-028 a row has every column of the contract; a suite is named freely", async () => {
    const { result } = await shop.call("qa.requirement.add", ITEM, {
      title: "It works",
      qa_kind: "e2e",
      suite_id: "any suite / at all",
    });
    const columns = [
      ...["id", "item_id", "epic_id", "task_num", "deployment_run_id", "deployment_stage"],
      ...["deployment_member_item_id", "qa_kind", "qa_phase", "target_env", "blocking_mode"],
      ...["requirement_source", "success_policy", "capability_requirements", "suite_id", "waived_at"],
      ...["waiver_rationale", "waiver_source", "superseded_by_requirement_id", "superseded_at"],
      ...["supersession_rationale", "supersession_source", "replacement_requirement_id", "created_at"],
    ];
    expect(Object.keys(result.requirement)).toEqual(expect.arrayContaining(columns));
    expect(result.requirement).toMatchObject({
      suite_id: "any suite / at all",
      blocking_mode: "blocking",
      requirement_source: "explicit",
      waived_at: null,
    });
  });

  test("Q-020 Q-021 Q-022 phases, modes and sources are those of the contract and no others", async () => {
    const words = {
      qa_phase: ["verification", "post_deploy", "manual_acceptance"],
      blocking_mode: ["blocking", "non_blocking"],
      requirement_source: ["explicit", "seeded_default", "ac_derived", "flow_derived"],
    };
    const all = Object.entries(words).flatMap(([column, values]) =>
      values.map((value) => ({ title: value, qa_kind: "e2e", [column]: value })),
    );
    const made = await shop.call("qa.requirement.add_batch", ITEM, { requirements: all });
    expect(made.result.requirements).toHaveLength(9);
    for (const column of Object.keys(words)) {
      const flag = column.replace("_", "-");
      const wrong = await shop.run([
        ...["qa", "requirement", "add", "--item", "SHOP-12", "--qa-kind", "e2e", "--title", "x"],
        ...[`--${flag}`, "other"],
      ]);
      expect(wrong).toMatchObject({ status: 2, stdout: "" });
    }
  });

  test("Q-025 Q-026 each row has exactly one subject, and an item's or a task's has no stage", async () => {
    const of = async (target: object) =>
      (await shop.call("qa.requirement.add", target, { title: "x", qa_kind: "e2e" })).result?.requirement;
    const nothing = { execution_id: null, deployment_run_id: null, deployment_stage: null };
    expect(await of(ITEM)).toMatchObject({ ...nothing, item_id: "SHOP-12", epic_id: null, task_num: null });
    expect(await of(TASK)).toMatchObject({ ...nothing, item_id: null, epic_id: "SHOP-12", task_num: 1 });
    const both = ["--item", "SHOP-12", "--execution", "exec-7k3f9x2m0a"];
    const flags = ["qa", "requirement", "add", "--qa-kind", "e2e", "--title", "x"];
    expect(await shop.run([...flags, ...both])).toMatchObject({ status: 2 });
    expect(await shop.run(flags)).toMatchObject({ status: 2 });
    const missing = await shop.told([...flags, "--item", "SHOP-12", "--task", "9"]);
    expect(missing).toMatchObject(refusedBy("row_missing"));
    expect(await shop.recover(missing.errors[0]!.recover)).toMatchObject({ status: 0 });
  });

  test("Q-023 Q-047 a target is local or a registered environment, whose snapshot the row keeps", async () => {
    const add = (target_env: string) =>
      shop.call("qa.requirement.add", ITEM, { title: "x", qa_kind: "e2e", target_env });
    expect((await add("local")).result.requirement).toMatchObject({
      target_env: "local",
      target_env_snapshot: null,
    });
    expect((await add("staging")).result.requirement).toMatchObject({
      target_env: "staging",
      target_env_snapshot: { name: "staging", kind: "preview", base_url: "https://staging.example.org" },
    });
    const unknown = await shop.callAlone("qa.requirement.add", ITEM, {
      ...{ title: "x", qa_kind: "e2e", target_env: "qa-7" },
    });
    expect(unknown).toMatchObject(refusedBy("environment_unknown"));
    expect(unknown.errors[0]?.message).toContain("staging");
    expect(await shop.recover(unknown.errors[0]!.recover)).toMatchObject({ status: 0 });
  });

  test("Q-048 Q-049 preview and ephemeral are told apart, and concrete names are no words of the contract", async () => {
    const kindOf = async (target_env: string) =>
      (await shop.call("qa.requirement.add", ITEM, { title: "x", qa_kind: "e2e", target_env })).result
        .requirement.target_env_snapshot.kind;
    expect(await kindOf("staging")).toBe("preview");
    expect(await kindOf("branch-12")).toBe("ephemeral");
    expect(await kindOf("live")).toBe("prod");
  });

  test("Q-147 what may not be carried out here may be recorded; only carrying it out looks at that", async () => {
    const id = await shop.add({
      target_env: "staging",
      method_id: "command",
      instructions: "x",
      expected_outcome: "y",
      method_config: { command: "true" },
    });
    const begun = await shop.callAlone("qa.case_execution.begin", shop.requirement(id));
    expect(begun).toMatchObject(refusedBy("environment_not_executable"));
    expect(await shop.recover(begun.errors[0]!.recover)).toMatchObject({ status: 0 });
  });

  test("Q-051 whence a requirement comes is told by its source, for plans as for single ones", async () => {
    await shop.add({ requirement_source: "seeded_default" });
    await shop.call("qa.plan.materialize", ITEM, {
      plan_ids: ["checkout"],
      requirement_source: "ac_derived",
    });
    const { result } = await shop.call("qa.requirement.list", ITEM);
    expect(
      result.requirements.map((row: { requirement_source: string }) => row.requirement_source).sort(),
    ).toEqual(["ac_derived", "ac_derived", "seeded_default"]);
  });

  test("Q-050 blocking rows prevent the transition, non-blocking ones are only tracked", async () => {
    const free = await shop.add({ blocking_mode: "non_blocking" });
    expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: true, blockers: [] });
    const id = await shop.add();
    const shut = await gateTo("reviewed-implementation");
    expect(shut).toMatchObject({ is_open: false, blockers: [{ requirement_id: id }] });
    expect(shut.rows.map((row: { requirement_id: string }) => row.requirement_id)).toEqual([free, id]);
  });

  test("Q-152 Q-153 every way that makes a row appends its event with it, in one batch with the answer", async () => {
    await shop.call("qa.requirement.add", ITEM, { title: "x", qa_kind: "e2e" }, { request_id: "one" });
    await shop.call("qa.plan.materialize", ITEM, { plan_ids: ["checkout"] });
    const events = await shop.events();
    const created = events.filter(({ type }) => type === "QARequirementCreated");
    const { result } = await shop.call("qa.requirement.list", ITEM);
    expect(created.map(({ data }) => (data.row as { id: string }).id)).toEqual(
      result.requirements.map(({ id }: { id: string }) => id),
    );
    const answered = events.find(({ type }) => type === "QARequestAnswered");
    expect(answered?.seq).toBe((created[0]?.seq ?? 0) + 1);
    expect(answered?.at).toBe(created[0]?.at);
  });

  test("Q-154 assay doctor pairs rows with their events, source by source", async () => {
    await shop.add({ requirement_source: "seeded_default" });
    await shop.add();
    const { checks } = JSON.parse((await shop.run(["doctor", "--json"])).stdout);
    expect(checks).toContainEqual(
      expect.objectContaining({
        id: "requirements",
        state: "ok",
        found: "2 requirements, each with its event",
      }),
    );
  });

  test("Q-097 Q-107 a corrected method_config is marked, and what was proved before no longer counts", async () => {
    const id = await shop.add({
      method_id: "command",
      instructions: "x",
      expected_outcome: "y",
      method_config: { command: "true" },
    });
    await shop.attempt(id, { verdict: "pass" }, { performed_by: "shell" });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
    const updated = await shop.told([
      ...["qa", "requirement", "update", "--requirement-id", id, "--field", "method_config"],
      ...["--value", '{"command":"npm test"}'],
    ]);
    expect(updated).toMatchObject({
      success: true,
      result: { changed: ["method_config"], requirement: { method_config_revision: 1 } },
    });
    const standing = await shop.standing(id);
    expect(standing).toMatchObject({ is_settled: false, unqualified: [{ why: "config_changed" }] });
    await shop.call("qa.requirement.update", shop.requirement(id), {
      changes: { method_config: { command: "true" } },
    });
    const back = await shop.call("qa.requirement.get", shop.requirement(id));
    expect(back.result.requirement).toMatchObject({ method_config_revision: 2 });
    expect(back.result.requirement.standing.is_settled).toBe(false);
  });

  test("Q-109 Q-104 a run keeps the config and target of its start; a pass against another target does not count", async () => {
    const id = await shop.add({
      method_id: "command",
      instructions: "x",
      expected_outcome: "y",
      method_config: { command: "true" },
      target_env: "branch-12",
    });
    const run = await shop.attempt(id, null, { performed_by: "shell" });
    const started = (await shop.call("qa.run.list", shop.ofRun(run))).result.runs[0].raw_result;
    expect(started).toMatchObject({
      method_config: { command: "true" },
      execution_target_digest: expect.stringMatching(/[0-9a-f]{64}/),
    });
    await shop.call("qa.run.complete", shop.ofRun(run), { verdict: "pass", values: { exit_code: 0 } });
    expect((await shop.call("qa.run.list", shop.ofRun(run))).result.runs[0].raw_result).toMatchObject({
      ...started,
      values: { exit_code: 0 },
    });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
    const moved = await shop.call("qa.requirement.update", shop.requirement(id), {
      changes: { target_env: "live" },
    });
    expect(moved.result.requirement).toMatchObject({
      method_config_revision: 0,
      target_env_snapshot: { name: "live" },
    });
    expect(await shop.standing(id)).toMatchObject({
      is_settled: false,
      unqualified: [{ run, why: "target_changed" }],
    });
  });
});

describe("discharges", () => {
  const waive = (id: string, ...flags: readonly string[]) =>
    shop.told([
      "qa",
      "requirement",
      "waive",
      "--requirement-id",
      id,
      "--rationale",
      "no printer here",
      ...flags,
    ]);

  test("Q-123 Q-117 a waiver records when, why and whose; a blocking row needs --force, and no waiver is a pass", async () => {
    const id = await shop.add();
    await shop.call("item.claim", ITEM);
    const soft = await waive(id);
    expect(soft).toMatchObject(refusedBy("waiver_needs_force"));
    expect(await shop.recover(soft.errors[0]!.recover)).toMatchObject({ status: 0 });
    const { result } = await shop.call("qa.requirement.get", shop.requirement(id));
    expect(result.requirement).toMatchObject({
      waived_at: expect.any(String),
      waiver_rationale: "no printer here",
      waiver_source: "operator",
      standing: { word: "waived", is_settled: true, clauses: [], qualifying: [] },
    });
    expect((await shop.run(["qa", "requirement", "list", "--item", "SHOP-12"])).stdout).toContain("waived");
  });

  test("Q-124 Q-127 who records a waiver holds the work claim or, for an operator's, a seat; the way out is said", async () => {
    const id = await shop.add();
    const operator = await waive(id, "--force", "--source", "operator");
    expect(operator).toMatchObject(refusedBy("waiver_not_entitled"));
    const agent = await waive(id, "--force", "--source", "agent");
    expect(agent).toMatchObject(refusedBy("waiver_not_entitled"));
    await shop.run(["seat", "take", "steering", "--covers", "SHOP-12"]);
    expect(await waive(id, "--force", "--source", "agent")).toMatchObject(refusedBy("waiver_not_entitled"));
    expect(await waive(id, "--force", "--source", "operator")).toMatchObject({ success: true });
    const other = await shop.add();
    expect(await shop.recover(operator.errors[0]!.recover)).toMatchObject({ status: 0 });
    expect(await waive(other, "--force", "--source", "agent")).toMatchObject({ success: true });
    expect((await shop.events()).filter(({ type }) => type === "QARequirementWaived")).toHaveLength(2);
  });

  test("L-027 a waiver with an end binds again, is shown, and cannot end before it begins", async () => {
    const id = await shop.add();
    await shop.call("item.claim", ITEM);
    expect(await waive(id, "--force", "--expires", "2020-01-01T00:00:00Z")).toMatchObject(
      refusedBy("precondition_failed"),
    );
    expect(await waive(id, "--force", "--expires", "2090-01-01T00:00:00+02:00")).toMatchObject({
      success: true,
      result: { expires_at: "2089-12-31T22:00:00.000Z" },
    });
  });

  test("Q-128 Q-141 only a corrected row that has passed by itself supersedes; until then the failed one holds", async () => {
    const failed = await shop.add({ title: "The old case" });
    await shop.attempt(failed, { verdict: "fail", verdict_reason: "wrong page" });
    const corrected = await shop.add({ title: "The corrected case" });
    const supersede = () =>
      shop.told([
        ...["qa", "requirement", "supersede", "--requirement-id", failed],
        ...["--superseded-by-requirement-id", corrected, "--rationale", "it looked at the wrong page"],
      ]);
    const early = await supersede();
    expect(early).toMatchObject(refusedBy("evidence_missing"));
    expect(await shop.recover(early.errors[0]!.recover)).toMatchObject({ status: 0 });
    expect(await shop.standing(failed)).toMatchObject({ word: "failed", is_settled: false });
    await shop.attempt(corrected, { verdict: "pass" });
    expect(await supersede()).toMatchObject({ success: true });
    expect(await shop.standing(failed)).toMatchObject({ word: "superseded", is_settled: true });
  });

  test("Q-128 another phase, target or mode is another scope, and a row cannot stand in for itself", async () => {
    const failed = await shop.add({ title: "The old case" });
    await shop.attempt(failed, { verdict: "fail" });
    const supersede = (by: string) =>
      shop.callAlone("qa.requirement.supersede", shop.requirement(failed), {
        superseded_by_requirement_id: by,
        rationale: "corrected",
      });
    for (const other of [
      { qa_phase: "manual_acceptance" },
      { target_env: "branch-12" },
      { blocking_mode: "non_blocking" },
    ]) {
      const id = await shop.add(other);
      await shop.attempt(id, { verdict: "pass" });
      expect(await supersede(id)).toMatchObject(refusedBy("replacement_link_scope_changed"));
    }
    const self = await supersede(failed);
    expect(self).toMatchObject(refusedBy("replacement_graph_invalid"));
    expect(await shop.recover(self.errors[0]!.recover)).toMatchObject({ status: 0 });
  });

  test("Q-129 Q-139 the superseded row stays as it was but for its links, and holds nothing up", async () => {
    const failed = await shop.add();
    await shop.attempt(failed, { verdict: "fail" });
    const corrected = await shop.add();
    await shop.attempt(corrected, { verdict: "pass" });
    const before = (await shop.call("qa.requirement.get", shop.requirement(failed))).result;
    await shop.call("qa.requirement.supersede", shop.requirement(failed), {
      superseded_by_requirement_id: corrected,
      rationale: "corrected",
    });
    const after = (await shop.call("qa.requirement.get", shop.requirement(failed))).result;
    expect(after.history).toEqual(before.history);
    const { standing: _, ...row } = after.requirement;
    const { standing: __, ...was } = before.requirement;
    expect(row).toEqual({
      ...was,
      superseded_by_requirement_id: corrected,
      superseded_at: expect.any(String),
      supersession_rationale: "corrected",
      supersession_source: "operator",
    });
    expect(await gateTo("done")).toMatchObject({ is_open: true, blockers: [] });
  });

  test("Q-130 Q-131 Q-132 a declared replacement blocks on, and an independent pass supersedes in its own batch", async () => {
    const failed = await shop.add();
    await shop.attempt(failed, { verdict: "fail" });
    const corrected = await shop.add();
    expect(
      await shop.told([
        ...["qa", "requirement", "supersede", "--requirement-id", failed, "--superseded-by-requirement-id"],
        ...[corrected, "--rationale", "corrected", "--declare-replacement"],
      ]),
    ).toMatchObject({ success: true, result: { replacement_requirement_id: corrected } });
    expect(await shop.standing(failed)).toMatchObject({ word: "failed", is_settled: false });
    const again = await shop.callAlone("qa.run.add", shop.requirement(failed), {});
    expect(again).toMatchObject(refusedBy("plan_case_superseded"));
    await shop.attempt(corrected, { verdict: "undetermined", verdict_reason: "not seen" });
    expect(await shop.standing(failed)).toMatchObject({ word: "failed" });
    const passed = await shop.call("qa.run.add", shop.requirement(corrected), {
      completed: { verdict: "pass" },
    });
    expect(passed.result.superseded).toEqual([failed]);
    const events = (await shop.events()).slice(-3);
    expect(events.map(({ type }) => type)).toEqual([
      "QARunStarted",
      "QARunCompleted",
      "QARequirementSuperseded",
    ]);
    expect(await shop.standing(failed)).toMatchObject({ word: "superseded" });
  });

  test("Q-148 Q-117 where every blocking case is discharged the gate says discharged, not accepted", async () => {
    const id = await shop.add();
    await shop.call("item.claim", ITEM);
    await waive(id, "--force");
    expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: true, word: "discharged" });
    const proved = await shop.add();
    await shop.attempt(proved, { verdict: "pass" });
    expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: true, word: "accepted" });
  });

  test("Q-166 Q-024 the flags and sources are literal", async () => {
    const supersede = (await shop.run(["qa", "requirement", "supersede", "--help"])).stdout;
    for (const flag of [
      "--requirement-id",
      "--superseded-by-requirement-id",
      "--rationale",
      "--declare-replacement",
    ])
      expect(supersede).toContain(flag);
    const help = (await shop.run(["qa", "requirement", "waive", "--help"])).stdout;
    for (const word of ["--force", "--source", "operator", "agent"]) expect(help).toContain(word);
    const wrong = ["--requirement-id", await shop.add(), "--rationale", "x", "--source", "somebody"];
    expect(await shop.run(["qa", "requirement", "waive", ...wrong])).toMatchObject({ status: 2 });
  });

  test("Q-155 each verb has the event of the contract", async () => {
    await shop.call("item.claim", ITEM, {}, {}, BUILDER);
    const id = await shop.add();
    const run = await shop.attempt(id);
    shop.put("evidence.txt", "seen\n");
    await shop.run(["qa", "artifact", "add", "--run-id", run, "--kind", "report", "--file", "evidence.txt"]);
    await shop.call("qa.run.complete", shop.ofRun(run), { verdict: "fail" });
    await shop.call(
      "qa.requirement.waive",
      shop.requirement(id),
      { rationale: "known", force: true, source: "agent" },
      {},
      BUILDER,
    );
    expect((await shop.events()).map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        "QARequirementCreated",
        "QARunStarted",
        "QAArtifactAttached",
        "QARunCompleted",
        "QARequirementWaived",
      ]),
    );
  });
});
