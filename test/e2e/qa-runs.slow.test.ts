import { chmodSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { BUILDER, ITEM, type QaShop, qaShop, REVIEWER } from "../support/qa-shop.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

const refusedBy = (code: string) => ({
  status: 1,
  success: false,
  result: null,
  event_ids: [],
  errors: [{ code, recover: expect.stringMatching(/^assay /) }],
});
const STEPS = [
  { action: "navigate", route: "/" },
  { action: "screenshot", capture: "start" },
];
const INSPECTION = {
  qa_kind: "e2e",
  method_id: "browser-inspection",
  instructions: "Open it.",
  expected_outcome: "It looks right.",
  method_config: { steps: STEPS },
};
const evidence = (run: string, env: Readonly<Record<string, string>> = {}) => {
  shop.put("evidence.txt", "seen\n");
  return shop.told(
    ["qa", "artifact", "add", "--run-id", run, "--kind", "report", "--file", "evidence.txt"],
    env,
  );
};

describe("runs", () => {
  test("Q-029 Q-035 a run has every column of the contract, and all runs of a requirement are kept", async () => {
    const id = await shop.add({ qa_kind: "smoke" });
    const runs = [
      await shop.attempt(id, { verdict: "fail", verdict_reason: "no answer" }),
      await shop.attempt(id, { verdict: "pass", score: 0.9, confidence: 0.8, duration_ms: 12 }),
      await shop.attempt(id),
    ];
    const { result } = await shop.call("qa.run.list", shop.requirement(id));
    expect(result.runs.map((run: { id: string }) => run.id).sort()).toEqual([...runs].sort());
    const passed = result.runs.find((run: { id: string }) => run.id === runs[1]);
    expect(passed).toMatchObject({
      qa_requirement_id: id,
      performed_by: "manual",
      qa_kind: "smoke",
      verdict: "pass",
      verdict_reason: null,
      score: 0.9,
      confidence: 0.8,
      raw_result: { values: {} },
      duration_ms: 12,
      started_at: expect.any(String),
      completed_at: expect.any(String),
      created_at: expect.any(String),
      decided_by: "person",
    });
  });

  test("Q-031 Q-033 undetermined needs a reason and a confidence is 0 to 1; the way out is one that works", async () => {
    const id = await shop.add();
    const run = await shop.attempt(id);
    const mute = await shop.told(["qa", "run", "complete", "--run-id", run, "--verdict", "undetermined"]);
    expect(mute).toMatchObject(refusedBy("verdict_reason_missing"));
    const sure = await shop.callAlone("qa.run.complete", shop.ofRun(run), {
      verdict: "pass",
      confidence: 1.2,
    });
    expect(sure).toMatchObject(refusedBy("precondition_failed"));
    expect(await shop.recover(mute.errors[0]!.recover)).toMatchObject({ status: 0 });
    const atOnce = await shop.told([
      ...["qa", "run", "add", "--requirement-id", id, "--verdict", "undetermined"],
    ]);
    expect(atOnce).toMatchObject(refusedBy("verdict_reason_missing"));
    expect(await shop.recover(atOnce.errors[0]!.recover)).toMatchObject({ status: 0 });
  });

  test("Q-162 undetermined stays what it is: neither a pass nor a fail, and nothing is satisfied by it", async () => {
    const id = await shop.add();
    await shop.attempt(id, { verdict: "undetermined", verdict_reason: "the page was slow" });
    const { result } = await shop.call("qa.requirement.get", shop.requirement(id));
    expect(result.history).toMatchObject([{ verdict: "undetermined" }]);
    expect(result.requirement.standing).toMatchObject({ word: "undetermined", is_settled: false });
  });

  test("Q-032 Q-010 an agent's outcome rests on linked evidence, and is told apart from a person's", async () => {
    const id = await shop.add();
    const run = await shop.attempt(id, null, { performed_by: "agent" }, BUILDER);
    const bare = await shop.callAlone("qa.run.complete", shop.ofRun(run), { verdict: "pass" }, {}, BUILDER);
    expect(bare).toMatchObject(refusedBy("evidence_missing"));
    shop.put("evidence.txt", "seen\n");
    expect(await shop.recover(bare.errors[0]!.recover)).toMatchObject({ status: 0 });
    const done = await shop.call("qa.run.complete", shop.ofRun(run), { verdict: "pass" }, {}, BUILDER);
    expect(done.result.run).toMatchObject({ verdict: "pass", decided_by: "model", recorded_by: "builder" });
    const mine = await shop.attempt(id, { verdict: "pass" });
    expect((await shop.call("qa.run.list", shop.ofRun(mine))).result.runs[0].decided_by).toBe("person");
  });

  test("Q-105 Q-085 a capture stays captured until somebody else judges it, and the review copies what it froze", async () => {
    const id = await shop.add(INSPECTION);
    const run = await shop.attempt(id, null, { performed_by: "playwright" }, BUILDER);
    await evidence(run, BUILDER);
    const state = async () =>
      (await shop.call("qa.activity.list", undefined, { public_refs: ["SHOP-12"] })).result.rows.map(
        (row: { state: string }) => row.state,
      );
    expect(await state()).toEqual(["captured"]);
    const own = await shop.call("qa.run.complete", shop.ofRun(run), { verdict: "pass" }, {}, BUILDER);
    expect(own).toMatchObject({ success: false });
    const byMaker = await shop.call(
      "qa.run.record_verdict",
      shop.ofRun(run),
      { verdict: "pass" },
      {},
      BUILDER,
    );
    expect(byMaker).toMatchObject({ success: false });
    const review = await shop.call(
      "qa.run.record_verdict",
      shop.ofRun(run),
      { verdict: "pass" },
      {},
      REVIEWER,
    );
    const capture = (await shop.call("qa.run.list", shop.ofRun(run))).result.runs[0];
    expect(review.result.run).toMatchObject({
      judges_run_id: run,
      raw_result: {
        method_config: capture.raw_result.method_config,
        execution_target_digest: capture.raw_result.execution_target_digest,
      },
    });
    expect((await state()).sort()).toEqual(["completed", "reviewed"]);
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
  });

  test("Q-012 Q-016 a case is admitted where project and host have what it asks for, by its own runner alone", async () => {
    const docker = await shop.add({ capability_requirements: ["docker"] });
    const path = join(shop.folder, "bin");
    const without = { PATH: "/nonexistent" };
    const begin = (id: string, env: Readonly<Record<string, string>>) =>
      shop.callAlone("qa.run.add", shop.requirement(id), {}, {}, env);
    const missing = await begin(docker, without);
    expect(missing).toMatchObject(refusedBy("capability_missing"));
    expect(missing.errors[0]?.message).toContain("this host does not have");
    expect(await shop.recover(missing.errors[0]!.recover)).toMatchObject({ status: 0 });
    shop.put("bin/docker", "#!/bin/sh\n");
    chmodSync(join(path, "docker"), 0o755);
    expect(await begin(docker, { PATH: `${path}:${process.env.PATH}` })).toMatchObject({ success: true });
    const browser = await shop.add({
      method_id: "command",
      instructions: "x",
      expected_outcome: "y",
      method_config: { command: "true" },
      capability_requirements: ["browser-control"],
    });
    const other = await begin(browser, {});
    expect(other).toMatchObject(refusedBy("runner_not_exempt"));
    expect(await shop.recover(other.errors[0]!.recover)).toMatchObject({ status: 0 });
  });
});

describe("artifacts", () => {
  test("Q-036 evidence is masked, stored, then recorded by a typed handle; bare paths and what is not there are refused", async () => {
    const run = await shop.attempt(await shop.add());
    shop.put(".assay/local/secrets", "correct-horse-battery\n");
    shop.put("out.log", "signed in with correct-horse-battery\n");
    const add = (...flags: readonly string[]) =>
      shop.told(["qa", "artifact", "add", "--run-id", run, "--kind", "log", ...flags]);
    const kept = await add("--file", "out.log");
    expect(kept.result.artifact).toMatchObject({
      qa_run_id: run,
      artifact_kind: "log",
      handle: { backend: "local", path: expect.stringMatching(/^qa-artifacts\/shop\/SHOP-12\/run-/) },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { id } = kept.result.artifact;
    const read = await shop.run(["qa", "artifact", "read", "--artifact-id", id]);
    expect(read.stdout).toBe("signed in with ***\n");
    expect(await add("--file", "out.log")).toMatchObject({ event_ids: [], result: { artifact: { id } } });
    const bare = await add("--handle", "/tmp/out.log");
    expect(bare).toMatchObject(refusedBy("evidence_not_portable"));
    const gone = await add(
      "--handle",
      '{"backend":"local","path":"qa-artifacts/shop/SHOP-12/run-x/none.txt"}',
    );
    expect(gone).toMatchObject(refusedBy("evidence_not_portable"));
    shop.put("evidence.txt", "seen\n");
    expect(await shop.recover(bare.errors[0]!.recover)).toMatchObject({ status: 0 });
    const missing = await shop.run([
      ...["qa", "artifact", "add", "--run-id", run, "--kind", "log", "--file", "none.log"],
    ]);
    expect(missing).toMatchObject({ status: 2, stderr: expect.stringContaining("source_missing") });
    const presign = await shop.told([
      ...["qa", "artifact", "presign", "--run-id", run, "--filename", "trace.zip"],
    ]);
    expect(presign).toMatchObject(refusedBy("precondition_failed"));
    expect(await shop.recover(presign.errors[0]!.recover)).toMatchObject({ status: 0 });
    expect((await shop.call("qa.run.list", shop.ofRun(run))).result.runs[0].artifacts).toHaveLength(2);
  });

  test("rehome takes the same bytes only", async () => {
    const run = await shop.attempt(await shop.add());
    const { id } = (await evidence(run)).result.artifact;
    const rehome = (...flags: readonly string[]) =>
      shop.told(["qa", "artifact", "rehome", "--artifact-id", id, ...flags]);
    expect(await rehome()).toMatchObject({ success: true, event_ids: [], result: { artifact: { id } } });
    shop.put("other.txt", "something else\n");
    const other = await rehome("--file", "other.txt");
    expect(other).toMatchObject(refusedBy("evidence_not_portable"));
    expect(await shop.recover(other.errors[0]!.recover)).toMatchObject({ status: 0 });
  });
});

describe("what happened", () => {
  test("Q-083 no public_refs is the whole project, an empty list is nothing", async () => {
    await shop.attempt(await shop.add(), { verdict: "pass" });
    await shop.run(["item", "add", "SHOP-13", "--title", "Other"]);
    const rows = async (payload: object) =>
      (await shop.call("qa.activity.list", undefined, payload)).result.rows.map(
        (row: { public_ref: string }) => row.public_ref,
      );
    expect(await rows({})).toEqual(["SHOP-12"]);
    expect(await rows({ public_refs: [] })).toEqual([]);
    expect(await rows({ public_refs: ["SHOP-13"] })).toEqual([]);
    expect(await rows({ public_refs: ["SHOP-12", "SHOP-13"] })).toEqual(["SHOP-12"]);
  });

  test("Q-090 Q-091 a group that is cut short loses what is over, says so, and never what is open", async () => {
    const id = await shop.add();
    const open = await shop.attempt(id);
    for (let at = 0; at < 3; at += 1) await shop.attempt(id, { verdict: "fail" });
    const { result } = await shop.call("qa.activity.list", undefined, { public_refs: ["SHOP-12"], limit: 2 });
    expect(result.item_selection).toEqual({ per_group_limit: 2, truncated_groups: ["SHOP-12"] });
    expect(result.rows).toHaveLength(3);
    expect(result.rows.at(-1)).toMatchObject({ qa_run_id: open, state: "running" });
  });

  test("L-022 a pass of another commit does not count, and the commit is named stale", async () => {
    await shop.run(["item", "link", "SHOP-12", "--branch", "main"]);
    const head = (await shop.git("rev-parse HEAD")).trim();
    const id = await shop.add();
    const other = "0".repeat(40);
    const run = await shop.attempt(
      id,
      { verdict: "pass" },
      { code_identity: { branch: "main", sha: other } },
    );
    expect(await shop.standing(id)).toMatchObject({
      is_settled: false,
      unqualified: [{ run, why: "other_commit" }],
    });
    await shop.attempt(id, { verdict: "pass" }, { code_identity: { branch: "main", sha: head } });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
    expect((await shop.call("qa.requirement.list", ITEM)).result.seq).toBeGreaterThan(0);
  });
});
