import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { BUILDER, ITEM, type QaShop, qaShop, REVIEWER, TASK } from "../support/qa-shop.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

type Fields = Readonly<Record<string, unknown>>;

/** The code of what the state says no to, and null where it is carried out. */
async function codeOf(...asked: Parameters<QaShop["call"]>): Promise<string | null> {
  const { success, errors } = await shop.call(...asked);
  return success ? null : (errors[0]?.code ?? "");
}

/** What a gate says of SHOP-12. */
async function gateTo(target_status: string) {
  const { result } = await shop.call("qa.gate_summary.run", ITEM, { target_status });
  return result.gate;
}

/** Evidence of a run, kept. */
async function evidence(run: string, env: Readonly<Record<string, string>> = {}) {
  shop.put("evidence.txt", `seen in ${run}\n`);
  const flags = ["--run-id", run, "--kind", "report", "--file", "evidence.txt"];
  const told = await shop.told(["qa", "artifact", "add", ...flags], env);
  return told.result.artifact;
}

/** The words of a requirement's standing after each of these attempts. */
async function wordsAfter(success_policy: Fields, attempts: readonly Fields[]): Promise<readonly string[]> {
  const id = await shop.add({ success_policy });
  const words: string[] = [];
  for (const completed of attempts) {
    await shop.attempt(id, completed);
    words.push((await shop.standing(id)).word);
  }
  return words;
}

const pass = (values: Fields) => ({ verdict: "pass", values });

describe("policies", () => {
  test("Q-039 Q-041 each operator of a threshold, a metric in percent, and a check that is not the word true", async () => {
    const threshold = (operator: string) => ({
      ...{ type: "threshold", metric: "p95", operator },
      threshold: 200,
    });
    for (const [operator, words] of [
      ["gte", ["failed", "satisfied"]],
      ["gt", ["failed", "failed", "satisfied"]],
      ["eq", ["failed", "satisfied"]],
    ] as const) {
      const values = [199, 200, 201].map((p95) => pass({ p95 }));
      expect([operator, await wordsAfter(threshold(operator), values.slice(0, words.length))]).toEqual([
        operator,
        words,
      ]);
    }
    for (const [operator, words] of [
      ["lte", ["failed", "satisfied"]],
      ["lt", ["failed", "failed", "satisfied"]],
    ] as const) {
      const values = [201, 200, 199].map((p95) => pass({ p95 }));
      expect([operator, await wordsAfter(threshold(operator), values.slice(0, words.length))]).toEqual([
        operator,
        words,
      ]);
    }
    const rules = [{ metric: "covered", min_pct: 99 }, { check: "no_console_errors" }];
    expect(
      await wordsAfter({ type: "composite", rules }, [
        pass({ covered: 98.9, no_console_errors: true }),
        pass({ covered: 99, no_console_errors: "true" }),
        pass({ covered: 99, no_console_errors: true }),
      ]),
    ).toEqual(["failed", expect.not.stringMatching("satisfied"), "satisfied"]);
  });

  test("Q-040 Q-018 a statistical policy leaves undetermined runs out on both sides and counts an error as failed", async () => {
    const policy = { type: "statistical", min_runs: 2, min_pass_rate: 0.75 };
    const unsure = { verdict: "undetermined", verdict_reason: "the page was slow" };
    expect(
      await wordsAfter(policy, [
        { verdict: "pass" },
        unsure,
        unsure,
        { verdict: "pass" },
        { verdict: "error", verdict_reason: "no browser" },
        { verdict: "pass" },
      ]),
    ).toEqual(["undetermined", "undetermined", "undetermined", "satisfied", "failed", "satisfied"]);
  });

  test("L-019 L-021 what was not evaluated is said as such, and a pass of no tests is none", async () => {
    const id = await shop.add({
      success_policy: { type: "composite", rules: [{ check: "signed" }, { metric: "coverage", min: 80 }] },
    });
    await shop.attempt(id, pass({ signed: true }));
    expect((await shop.standing(id)).clauses.map((one: Fields) => [one.clause, one.outcome])).toEqual([
      ["signed is true", "passed"],
      ["coverage at least 80", "not_evaluated"],
    ]);
    const shown = await shop.run(["qa", "gate-summary", "--item", "SHOP-12", "--target", "done"]);
    expect(shown.status).toBe(1);
    for (const word of ["ok requirements are there", "no blocking requirements", "evidence: not evaluated"])
      expect(shown.stdout).toContain(word);
    const empty = await shop.add();
    await shop.attempt(empty, pass({ tests: 0 }));
    expect(await shop.standing(empty)).toMatchObject({ word: "undetermined", is_settled: false });
  });
});

describe("runs", () => {
  test("Q-029 Q-030 Q-033 a run is of a requirement that is there, its verdict one of four or none, its confidence 0 to 1", async () => {
    const id = await shop.add();
    const add = (completed: Fields) => codeOf("qa.run.add", shop.requirement(id), { completed });
    expect(await codeOf("qa.run.add", shop.requirement("SHOP-12/req-0000000000"), {})).toBe("row_missing");
    for (const confidence of [0, 1]) expect(await add({ verdict: "pass", confidence })).toBeNull();
    for (const confidence of [-0.01, 1.01])
      expect(await add({ verdict: "pass", confidence })).toBe("precondition_failed");
    for (const verdict of ["fail", "error", "undetermined"])
      expect(await add({ verdict, verdict_reason: "as seen" })).toBeNull();
    await shop.attempt(id);
    const { runs } = (await shop.call("qa.run.list", shop.requirement(id))).result;
    expect(runs.map((run: Fields) => String(run.verdict)).sort()).toEqual(
      ["pass", "pass", "fail", "error", "undetermined", "null"].sort(),
    );
  });

  test("Q-010 Q-015 Q-105 a walker captures and another agent judges; a shell passes by exit code 0; a person judges what was captured", async () => {
    shop.put(
      ".assay/config.yaml",
      shop.textOf(".assay/config.yaml").replace("[docker]", "[docker, test-machine]"),
    );
    const mission = await shop.add({
      method_id: "exploratory-mission",
      instructions: "Look around.",
      expected_outcome: "A report.",
      method_config: { goal: "Find what is odd", minutes: 5 },
    });
    const begun = await shop.callAlone(
      ...(["qa.case_execution.begin", shop.requirement(mission), {}, {}, BUILDER] as const),
    );
    expect(begun.result).toMatchObject({
      run: { performed_by: "agent_mission", verdict: null },
      setup: "assay qa browser setup",
    });
    const walk = begun.result.run.id;
    await evidence(walk, BUILDER);
    const judge = (env: Readonly<Record<string, string>>) =>
      shop.call("qa.run.record_verdict", shop.ofRun(walk), { verdict: "pass" }, {}, env);
    expect(await judge(BUILDER)).toMatchObject({ success: false });
    expect((await judge(REVIEWER)).result.run).toMatchObject({
      performed_by: "agent",
      decided_by: "model",
      verdict: "pass",
    });
    expect(await shop.standing(mission)).toMatchObject({ word: "satisfied" });

    const command = await shop.add({
      ...{ method_id: "command", instructions: "x", expected_outcome: "y" },
      method_config: { command: "true" },
    });
    const shell = (completed: Fields) =>
      shop.callAlone("qa.run.add", shop.requirement(command), { performed_by: "shell", completed });
    const untrue = await shell(pass({ exit_code: 3 }));
    expect(untrue).toMatchObject({ success: false, errors: [{ code: "precondition_failed" }] });
    expect(untrue.errors[0]!.message).toContain("exit_code 3");
    expect((await shop.recover(untrue.errors[0]!.recover)).status).toBe(0);
    expect(await shop.standing(command)).toMatchObject({ is_settled: false });
    expect(await shell(pass({ exit_code: 0 }))).toMatchObject({ success: true });
    expect(await shop.standing(command)).toMatchObject({ word: "satisfied" });

    const look = await shop.add({
      ...{ method_id: "browser-inspection", instructions: "x", expected_outcome: "y" },
      method_config: { steps: STEPS },
    });
    const capture = await shop.attempt(look, null, { performed_by: "playwright" }, BUILDER);
    await evidence(capture, BUILDER);
    const frozen = (await shop.call("qa.run.list", shop.ofRun(capture))).result.runs[0].raw_result;
    const review = await shop.call("qa.run.record_verdict", shop.ofRun(capture), { verdict: "pass" });
    expect(review.result.run).toMatchObject({
      performed_by: "manual",
      decided_by: "person",
      judges_run_id: capture,
      raw_result: {
        method_config: { steps: STEPS },
        execution_target_digest: frozen.execution_target_digest,
      },
    });
  });

  test("Q-106 Q-107 no pass for a capture that recorded no config of a case that has one; a corrected config, even an empty one, leaves its mark", async () => {
    const id = await shop.add();
    const old = await shop.attempt(id, { verdict: "pass" });
    const capture = await shop.attempt(id, null, { performed_by: "playwright" }, BUILDER);
    await evidence(capture, BUILDER);
    const correct = async (method_config: Fields) => {
      const changes = { method_config };
      return (await shop.call("qa.requirement.update", shop.requirement(id), { changes })).result.requirement;
    };
    expect(await correct({ steps: STEPS })).toMatchObject({ method_config_revision: 1 });
    const approve = (verdict: string) =>
      shop.callAlone("qa.run.record_verdict", shop.ofRun(capture), { verdict, verdict_reason: "as seen" });
    const refused = await approve("pass");
    expect(refused).toMatchObject({ status: 1, success: false, errors: [{ code: "evidence_missing" }] });
    expect(refused.errors[0]!.message).toContain("recorded no method_config");
    expect((await shop.recover(refused.errors[0]!.recover)).status).toBe(0);
    const stale = await shop.standing(id);
    expect(stale).toMatchObject({ is_settled: false });
    expect(stale.unqualified).toContainEqual({ run: old, why: "config_unstamped" });

    // With nothing to carry out any more the mark stays, and the pass of before still does not count.
    expect(await correct({})).toMatchObject({ method_config_revision: 2 });
    expect((await shop.standing(id)).unqualified).toContainEqual({ run: old, why: "config_unstamped" });
    await shop.attempt(id, { verdict: "pass" });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
  });

  test("Q-085 Q-091 Q-094 an agent that cannot tell leaves the capture to a person, and no list is too short for it", async () => {
    const id = await shop.add({
      ...{ method_id: "browser-inspection", instructions: "x", expected_outcome: "y" },
      method_config: { steps: STEPS },
    });
    const capture = await shop.attempt(id, null, { performed_by: "playwright" }, BUILDER);
    await evidence(capture, BUILDER);
    const other = await shop.add();
    for (let at = 0; at < 3; at += 1) await shop.attempt(other, { verdict: "fail" });
    const listed = async () =>
      (await shop.call("qa.activity.list", undefined, { public_refs: ["SHOP-12"], limit: 2 })).result;
    const short = await listed();
    expect(short.rows).toContainEqual(expect.objectContaining({ qa_run_id: capture, state: "captured" }));
    expect(short.item_selection.truncated_groups).toEqual(["SHOP-12"]);

    const judge = (verdict: string, env = {}) =>
      shop.call(
        ...(["qa.run.record_verdict", shop.ofRun(capture), { verdict, verdict_reason: "blurred" }] as const),
        ...([{}, env] as const),
      );
    expect((await judge("undetermined", REVIEWER)).success).toBe(true);
    expect(await shop.standing(id)).toMatchObject({ is_settled: false });
    expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: false });
    const halted = await judge("pass", REVIEWER);
    expect(halted).toMatchObject({ success: false, errors: [{ code: "already_judged" }] });
    expect(halted.errors[0]!.message).toContain("a person decides");
    expect(await judge("pass")).toMatchObject({ success: true });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
  });
});

describe("gates", () => {
  test("Q-036 Q-043 a gate asks that a browser's evidence is there and that what an agent's word rests on can be read", async () => {
    const browser = await shop.add({
      ...{ method_id: "browser-check", instructions: "x", expected_outcome: "y" },
      method_config: { steps: [STEPS[0], { action: "assert", target: "h1", check: "visible" }] },
    });
    const mute = await shop.attempt(browser, { verdict: "pass" }, { performed_by: "playwright" });
    const bare = await gateTo("reviewed-implementation");
    expect(bare).toMatchObject({
      is_open: false,
      blockers: [{ code: "GATE_QA_EVIDENCE", requirement_id: browser, qa_run_id: mute }],
    });
    expect(bare.blockers[0].why).toContain("left no evidence");
    const seen = await shop.attempt(browser, null, { performed_by: "playwright" });
    const { handle } = await evidence(seen);
    await shop.call("qa.run.complete", shop.ofRun(seen), { verdict: "pass" });
    expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: true });
    rmSync(join(shop.folder, ".git/assay", handle.path));
    const gone = await gateTo("reviewed-implementation");
    expect(gone).toMatchObject({
      is_open: false,
      blockers: [{ code: "GATE_QA_EVIDENCE", requirement_id: browser }],
    });
    expect(gone.blockers[0].why).toContain("cannot be read");
  });

  test("Q-024 Q-124 Q-141 whose word a discharge is stands on it, a seat that was dropped covers nothing, and what has failed holds done", async () => {
    const failed = await shop.add();
    await shop.attempt(failed, { verdict: "fail", verdict_reason: "wrong page" });
    const corrected = await shop.add();
    await shop.attempt(corrected, { verdict: "pass" });
    expect(await gateTo("done")).toMatchObject({ is_open: false, blockers: [{ requirement_id: failed }] });
    const by = { superseded_by_requirement_id: corrected, rationale: "it looked at the wrong page" };
    const asked = await shop.call("qa.requirement.supersede", shop.requirement(failed), by, {}, BUILDER);
    expect(asked).toMatchObject({ success: true });
    const row = (await shop.call("qa.requirement.get", shop.requirement(failed))).result.requirement;
    expect(row).toMatchObject({ supersession_source: "agent" });
    expect(await gateTo("done")).toMatchObject({ is_open: true });

    const open = await shop.add();
    const waive = () =>
      codeOf("qa.requirement.waive", shop.requirement(open), {
        ...{ rationale: "no printer here", force: true, source: "operator" },
      });
    await shop.call("seat.take", undefined, { name: "steering", covers: ["SHOP-*"] });
    await shop.call("seat.drop", undefined, { name: "steering" });
    expect(await waive()).toBe("waiver_not_entitled");
    await shop.call("seat.take", undefined, { name: "steering", covers: ["SHOP-*"] });
    expect(await waive()).toBeNull();
  });

  test("Q-128 Q-131 another agent's passing review of what replaces a failed case supersedes it in the same batch; a task's row replaces no item's", async () => {
    const inspection = {
      ...{ method_id: "browser-inspection", instructions: "x", expected_outcome: "y" },
      method_config: { steps: STEPS },
    };
    const failed = await shop.add(inspection);
    const seen = await shop.attempt(failed, null, { performed_by: "playwright" }, BUILDER);
    await evidence(seen, BUILDER);
    const judge = (run: string, verdict: string) =>
      shop.call(
        "qa.run.record_verdict",
        shop.ofRun(run),
        { verdict, verdict_reason: "as seen" },
        {},
        REVIEWER,
      );
    expect(await judge(seen, "fail")).toMatchObject({ success: true });
    const replace = (id: string) =>
      shop.call("qa.requirement.supersede", shop.requirement(failed), {
        ...{ superseded_by_requirement_id: id, rationale: "the case was wrong", declare_replacement: true },
      });
    const wanted = { title: "Of a task", qa_kind: "e2e", ...inspection };
    const ofTask = await shop.call("qa.requirement.add", TASK, wanted);
    expect((await replace(ofTask.result.requirement.id)).errors).toMatchObject([
      { code: "replacement_link_scope_changed", message: expect.stringContaining("another subject") },
    ]);
    const corrected = await shop.add(inspection);
    expect(await replace(corrected)).toMatchObject({ success: true });
    const capture = await shop.attempt(corrected, null, { performed_by: "playwright" }, BUILDER);
    await evidence(capture, BUILDER);
    expect((await judge(capture, "pass")).result.superseded).toEqual([failed]);
    expect((await shop.events()).slice(-3).map(({ type }) => type)).toEqual([
      "QARunStarted",
      "QARunCompleted",
      "QARequirementSuperseded",
    ]);
    expect(await shop.standing(failed)).toMatchObject({ word: "superseded", is_settled: true });
  });

  test("Q-026 Q-152 Q-154 rows of a batch, of a corrected case and of an execution have their events, and doctor counts each source", async () => {
    const wanted = { title: "It works", qa_kind: "e2e" };
    const { requirements } = (
      await shop.call("qa.requirement.add_batch", ITEM, {
        requirements: [wanted, { ...wanted, requirement_source: "flow_derived" }],
      })
    ).result;
    expect(requirements[0]).toMatchObject({ deployment_stage: null, deployment_member_item_id: null });
    await shop.call("qa.plan.materialize", ITEM, { plan_ids: ["checkout"] });
    const rows = (await shop.call("qa.requirement.list", ITEM)).result.requirements;
    const pay = rows.find((row: { plan_case: Fields | null }) => row.plan_case?.case_key === "pay").id;
    await shop.attempt(pay, { verdict: "fail", verdict_reason: "no order" });
    const plan = ".assay/plans/checkout.yaml";
    shop.put(plan, shop.textOf(plan).replace("Pay with a card.", "Pay by invoice."));
    await shop.call("qa.plan.rematerialize", ITEM, { plan_ids: ["checkout"] });
    const ids = (await shop.call("qa.requirement.list", ITEM)).result.requirements.map(
      ({ id }: { id: string }) => id,
    );
    expect(ids).toHaveLength(5);
    const created = (await shop.events()).filter(({ type }) => type === "QARequirementCreated");
    expect(created.map(({ data }) => (data.row as { id: string }).id)).toEqual(ids);
    const { checks } = JSON.parse((await shop.run(["doctor", "--json"])).stdout);
    expect(checks).toContainEqual(
      expect.objectContaining({ id: "requirements", found: "5 requirements, each with its event" }),
    );
  });
});

const STEPS = [
  { action: "navigate", route: "/" },
  { action: "screenshot", capture: "start" },
];
