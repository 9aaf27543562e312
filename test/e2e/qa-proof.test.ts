import { open } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startGithub } from "../support/github/github.ts";
import { ITEM, type QaShop, qaShop } from "../support/qa-shop.ts";
import { begin, shell } from "../support/run-assay.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

/** What a gate says of SHOP-12. */
async function gateTo(target_status: string, env: Readonly<Record<string, string>> = {}) {
  const { result } = await shop.call("qa.gate_summary.run", ITEM, { target_status }, {}, env);
  return result.gate;
}

/** Everything that is started so is as many minutes ahead. */
function ahead(minutes: number): Readonly<Record<string, string>> {
  const code = `const real = Date.now; Date.now = () => real() + ${minutes * 60_000};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

const oneCase = (key: string, command: string) => `  - key: ${key}
    title: Case ${key}
    method_id: command
    instructions: Run it.
    expected_outcome: It exits with 0.
    method_config: {command: ${JSON.stringify(command)}}
`;
const putPlan = (slug: string, ...cases: readonly string[]) =>
  shop.put(
    `.assay/plans/${slug}.yaml`,
    `version: 1\nslug: ${slug}\ntitle: Plan ${slug}\ncases:\n${cases.join("")}`,
  );
const runPlan = (plan: string) => shop.told(["plan", "run", plan, "--item", "SHOP-12"]);

describe("plans of an item", () => {
  test("Q-048 Q-067 what is attached while the item is defined is owed at the gate until it has its rows; nothing is delivered to what is for validation only", async () => {
    const attached = { plan_id: "checkout", transition: "reviewing-implementation" };
    expect(await shop.call("qa.item_plan.attach", ITEM, attached)).toMatchObject({ success: true });
    const [owed] = (await gateTo("reviewing-implementation")).blockers;
    expect(owed).toMatchObject({ code: "GATE_QA_NO_REQUIREMENTS" });
    expect(owed.why).toContain("plan checkout is attached");
    expect(await shop.recover(owed.recover)).toMatchObject({ status: 0 });
    expect(await gateTo("reviewing-implementation")).toMatchObject({ is_open: true, blockers: [] });

    const add = (key: string, delivery_env: string) =>
      shop.call("item.add", undefined, { key, title: "Refunds", delivery_env });
    const ephemeral = await add("SHOP-14", "branch-12");
    expect(ephemeral).toMatchObject({ success: false, errors: [{ code: "precondition_failed" }] });
    expect(ephemeral.errors[0]!.message).toContain("for validation only");
    expect(await shop.recover(ephemeral.errors[0]!.recover)).toMatchObject({ status: 0 });
    expect((await add("SHOP-15", "staging")).result.item).toMatchObject({ delivery_env: "staging" });
    expect(await add("SHOP-16", "mars")).toMatchObject({
      success: false,
      errors: [{ code: "environment_unknown" }],
    });
  });

  test("Q-082 Q-130 Q-132 an amended case that had failed is declared its own replacement, and the next run carries out that one alone", async () => {
    putPlan("probe", oneCase("one", "exit 3"), oneCase("two", "echo quiet-tail"));
    expect(await runPlan("probe")).toMatchObject({ status: 1, result: { outcome: "failed" } });
    const short = await shop.call("qa.plan.get", ITEM, { plan_id: "probe" });
    expect(JSON.stringify(short.result)).not.toMatch(/quiet-tail|exit 3/);
    const full = await shop.call("qa.plan.get", ITEM, { plan_id: "probe", detail: "full" });
    expect(JSON.stringify(full.result)).toMatch(/quiet-tail\\n/);
    const rows = async () => (await shop.call("qa.requirement.list", ITEM)).result.requirements;
    const [failed, two] = await rows();
    expect(failed).toMatchObject({
      method_config: { command: "exit 3" },
      plan_currency: { kind: "current" },
    });

    putPlan("probe", oneCase("one", "exit 0"), oneCase("two", "echo quiet-tail"));
    // What was frozen stays, whatever the file says now.
    expect((await rows())[0]).toMatchObject({
      method_config: { command: "exit 3" },
      plan_currency: { kind: "stale", fields: ["method_config"] },
    });
    const again = await shop.call("qa.plan.rematerialize", ITEM, { plan_ids: ["probe"] });
    const [corrected] = again.result.created;
    expect(again.result.replaced).toMatchObject([
      { requirement_id: failed.id, replacement_requirement_id: corrected.requirement_id },
    ]);
    const second = await runPlan("probe");
    expect(second).toMatchObject({ status: 0, result: { outcome: "passed" } });
    expect(second.result.cases.map((one: { requirement_id: string }) => one.requirement_id).sort()).toEqual(
      [two.id, corrected.requirement_id].sort(),
    );
    // A runner's pass is nobody's independent word: the failed row holds until it is superseded.
    const [owed] = (await gateTo("reviewed-implementation")).blockers;
    expect(owed).toMatchObject({ code: "GATE_QA_UNSATISFIED", requirement_id: failed.id });
    await shop.call("qa.requirement.supersede", shop.requirement(failed.id), {
      superseded_by_requirement_id: corrected.requirement_id,
      rationale: "the case was wrong",
    });
    expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: true });
  });

  test("Q-096 Q-108 any field of a case that changed reads stale; a capability that was corrected away is missed while the plan asks for it", async () => {
    putPlan(
      "needs",
      oneCase("one", "exit 0").replace("Run it.\n", "Run it.\n    capability_requirements: [repo]\n"),
    );
    await shop.call("qa.plan.materialize", ITEM, { plan_ids: ["needs"] });
    const row = async () => (await shop.call("qa.requirement.list", ITEM)).result.requirements[0];
    const { id } = await row();
    await shop.call("qa.requirement.update", shop.requirement(id), {
      changes: { capability_requirements: [] },
    });
    expect((await row()).plan_currency).toEqual({ kind: "stale", fields: ["capability_requirements"] });
    const diff = (await shop.call("qa.plan.diff", ITEM, { plan_id: "needs" })).result;
    expect(diff.cases).toMatchObject([{ state: "amended", fields: ["capability_requirements"] }]);
    const refreshed = (await shop.call("qa.plan.rematerialize", ITEM, { plan_ids: ["needs"] })).result
      .refreshed;
    expect(refreshed).toMatchObject([{ requirement_id: id, fields: ["capability_requirements"] }]);
    expect(await row()).toMatchObject({
      capability_requirements: ["repo"],
      plan_currency: { kind: "current" },
    });

    await shop.call("qa.requirement.update", shop.requirement(id), {
      changes: { capability_requirements: [] },
    });
    putPlan("needs", oneCase("one", "exit 0").replace("Run it.", "Run it twice."));
    expect((await row()).plan_currency).toEqual({ kind: "stale", fields: ["instructions"] });
  });

  test("Q-010 Q-016 Q-104 what CI said of the exact commit is a run of github-actions, and its runner has no browser of its own", async () => {
    const github = await startGithub();
    onTestFinished(() => github.close());
    const repo = github.repository("octo/app", { git: true });
    await shop.git(`remote add origin ${repo.cloneUrl}`);
    await shop.git(`push --quiet ${repo.directory} main`);
    shop.put(
      ".assay/config.yaml",
      `version: 1\nqa: {project: shop}\ncapabilities: [browser-control]\nforge:\n  host: ${JSON.stringify(new URL(github.web).host)}\n  api: ${github.url}\n`,
    );
    const sha = (await shop.git("rev-parse HEAD")).trim();
    const env = { ASSAY_GITHUB_API: github.url, ASSAY_GITHUB_TOKEN: github.token() };
    const row = {
      ...{ method_id: "command-ci", instructions: "x", expected_outcome: "y" },
      method_config: { command: "npm run e2e", ci_workflow: "e2e.yml" },
    };
    const id = await shop.add(row);
    const run = (one = id) => shop.told(["qa", "case", "run", "--requirement-id", one], env);
    expect(await run()).toMatchObject({ status: 3, result: { outcome: "waiting", run: null } });
    const job = repo.check(sha, {
      ...{ name: "e2e", status: "completed", conclusion: "cancelled", job: true },
      workflow: { name: "E2E", path: ".github/workflows/e2e.yml" },
    });
    expect((await run()).result.run).toMatchObject({ verdict: "error", performed_by: "github-actions" });
    repo.updateCheck(job.id, { conclusion: "success" });
    expect((await run()).result.run).toMatchObject({
      verdict: "pass",
      decided_by: "code",
      raw_result: {
        method_config: row.method_config,
        code_identity: { sha },
        values: { sha, conclusion: "success" },
      },
    });
    expect(await shop.standing(id)).toMatchObject({ word: "satisfied" });
    const browses = await run(await shop.add({ ...row, capability_requirements: ["browser-control"] }));
    expect(browses).toMatchObject({ status: 2, errors: [{ code: "runner_not_exempt" }] });
    expect(browses.errors[0]!.message).toContain("ci_run");
  });
});

describe("executions", () => {
  test("Q-079 Q-152 Q-165 one case without a plan is added to an execution and carried out there, with its event, and no gate of the item knows of it", async () => {
    putPlan("probe", oneCase("one", "exit 0"));
    const ran = await shop.told(["plan", "run", "probe", "--project", "shop"]);
    const { subject } = ran.result;
    const target = { kind: "execution", execution_id: subject };
    const made = await shop.told([
      ...["qa", "requirement", "add", "--execution", subject, "--qa-kind", "smoke", "--title", "It answers"],
      ...["--method-id", "command", "--method-config", '{"command":"exit 0"}'],
      ...["--instructions", "Ask it.", "--expected-outcome", "It answers."],
    ]);
    const { id } = made.result.requirement;
    expect(made.result.requirement).toMatchObject({ execution_id: subject, item_id: null, plan_case: null });
    const done = await shop.told(["qa", "case", "run", "--requirement-id", id]);
    expect(done).toMatchObject({ status: 0, result: { outcome: "passed" } });
    const { requirements } = (await shop.call("qa.requirement.list", target)).result;
    expect(requirements).toMatchObject([
      { plan_case: { plan: "probe" }, standing: { word: "satisfied" } },
      { id, standing: { word: "satisfied" } },
    ]);
    const created = (await shop.events(`execution/${subject}`)).filter(
      ({ type }) => type === "QARequirementCreated",
    );
    expect(created).toHaveLength(2);
    expect(await gateTo("reviewing-implementation")).toMatchObject({ is_open: false, rows: [] });
  });

  test("Q-065 an execution that is at work holds done, is told by name, and leaves the runs of before as they were", async () => {
    expect(await shell("mkfifo pipe", { cwd: shop.folder })).toMatchObject({ status: 0 });
    putPlan("slow", oneCase("one", "test -e slow || exit 0; read -r line < pipe; echo $line"));
    const first = await runPlan("slow");
    expect(first).toMatchObject({ status: 0 });
    const { qa_run_id: passed, requirement_id: id } = first.result.cases[0];
    const before = (await shop.call("qa.run.list", shop.ofRun(passed))).result.runs;
    expect(await gateTo("done")).toMatchObject({ is_open: true });

    shop.put("slow", "");
    const { child, finished } = begin(["plan", "run", "slow", "--item", "SHOP-12", "--json"], {
      cwd: shop.folder,
    });
    child.stdin.end();
    // Opens once the command has opened it to read.
    const pipe = await open(join(shop.folder, "pipe"), "w");
    const live = await gateTo("done");
    expect(live).toMatchObject({ is_open: false, word: "refused" });
    const codes = live.blockers.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(["GATE_QA_TERMINAL_VERDICT", "plan_execution_in_flight"]);
    const { why, recover } = live.blockers[1];
    expect(why).toMatch(/^SHOP-12\/plan-run-\S+ of plan slow is live/);
    expect((await shop.recover(recover)).status).toBe(3);
    // Nobody has heard of it for half an hour: what it began still holds, it itself no longer does.
    const stale = await gateTo("done", ahead(31));
    expect(stale.blockers.map(({ code }: { code: string }) => code)).toEqual(["GATE_QA_TERMINAL_VERDICT"]);

    await pipe.write("go\n");
    await pipe.close();
    expect(await finished).toMatchObject({ status: 0 });
    expect(await gateTo("done")).toMatchObject({ is_open: true, word: "accepted" });
    expect((await shop.call("qa.run.list", shop.ofRun(passed))).result.runs).toEqual(before);
    expect((await shop.call("qa.run.list", shop.requirement(id))).result.total).toBe(2);
  });
});

test("L-023 L-027 a waiver that has ended binds again and is shown with its end; the row, the waiver and what came after stay on record", async () => {
  const id = await shop.add();
  await shop.call("item.claim", ITEM);
  const expires_at = new Date(Date.now() + 60 * 60_000).toISOString();
  const waive = (rationale: string, env = {}, more = {}) =>
    shop.call("qa.requirement.waive", shop.requirement(id), { rationale, force: true, ...more }, {}, env);
  expect(await waive("no printer until noon", {}, { expires_at })).toMatchObject({ success: true });
  expect(await gateTo("done")).toMatchObject({ is_open: true, word: "discharged" });

  const later = ahead(61);
  const shut = await gateTo("done", later);
  expect(shut).toMatchObject({ is_open: false, blockers: [{ requirement_id: id }] });
  expect(shut.blockers[0].why).toContain(`its waiver ended at ${expires_at}`);
  const listed = await shop.run(["qa", "requirement", "list", "--item", "SHOP-12"], later);
  expect(listed.stdout).toContain(`its waiver ended ${expires_at.slice(0, 16).replace("T", " ")} UTC`);
  expect(await waive("no printer this week", later)).toMatchObject({ success: true });
  expect(await gateTo("done", later)).toMatchObject({ is_open: true, word: "discharged" });
  expect((await shop.events()).map(({ type }) => type)).toEqual([
    "ItemAdded",
    "QARequirementCreated",
    "ItemClaimed",
    "QARequirementWaived",
    "QARequirementWaived",
  ]);
});

test("Q-096 Q-104 a case that is begun by hand names no commit where the files differ from it", async () => {
  const id = await shop.add({
    ...{ method_id: "command", instructions: "x", expected_outcome: "y" },
    method_config: { command: "true" },
  });
  const sha = (await shop.git("rev-parse HEAD")).trim();
  const begun = () => shop.call("qa.case_execution.begin", shop.requirement(id));
  expect((await begun()).result.run.raw_result).toMatchObject({
    code_identity: { branch: "main", sha },
    method_config: { command: "true" },
  });
  shop.put("README.md", "another shop\n");
  const changed = await begun();
  expect(changed).toMatchObject({
    result: { run: { raw_result: { code_identity: null } } },
    warnings: [{ code: "work_tree_changed" }],
  });
});

test("Q-012 Q-017 Q-047 what the settings say no to is opened by what the refusal says to write there, and no test machine by less", async () => {
  const config = (more: string) => shop.put(".assay/config.yaml", `version: 1\nqa: {project: shop}\n${more}`);
  const refusal = async (...asked: Parameters<QaShop["call"]>) => (await shop.call(...asked)).errors[0]!;
  const add = ["qa.requirement.add", ITEM, { title: "x", qa_kind: "e2e", target_env: "mars" }] as const;
  const unknown = await refusal(...add);
  expect(unknown).toMatchObject({ code: "environment_unknown", recover: "assay config" });
  const [, entry = ""] = /add `(.*?)` to `environments` in \.assay\/config\.yaml/.exec(unknown.message) ?? [];
  config(`environments:\n  - ${entry.replace("}", ", executable: false}")}\n`);
  expect(await shop.recover(unknown.recover)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("mars: kind preview"),
  });
  expect(await shop.call(...add)).toMatchObject({ success: true });

  const terminal = {
    ...{ method_id: "terminal-check", instructions: "x", expected_outcome: "y" },
    method_config: { command: "true", steps: [{ action: "assert", check: "exit_code", expected: 0 }] },
  };
  const begin = (id: string) => ["qa.case_execution.begin", shop.requirement(id)] as const;
  const away = await shop.add({
    ...terminal,
    method_id: "command",
    method_config: { command: "true" },
    target_env: "mars",
  });
  const closed = await refusal(...begin(away));
  expect(closed.code).toBe("environment_not_executable");
  expect(closed.message).toContain("`executable: false`");
  // Its own runner has the machine no more than any other.
  const id = await shop.add(terminal);
  const missing = await refusal(...begin(id));
  expect(missing).toMatchObject({ code: "capability_missing", recover: "assay config" });
  expect(missing.message).toContain("adds test-machine to `capabilities` in .assay/config.yaml");
  config(`environments:\n  - ${entry}\ncapabilities: [test-machine]\n`);
  // What a host has is looked for once a process.
  for (const one of [away, id]) expect(await shop.callAlone(...begin(one))).toMatchObject({ success: true });
});

test("L-018 a gate that cannot be evaluated says so and does not open, by the command that moves as by the one that looks", async () => {
  await shop.attempt(await shop.add(), { verdict: "pass" });
  await shop.call("item.move", ITEM, { to: "implementing" });
  expect(await gateTo("reviewing-implementation")).toMatchObject({ is_open: true });
  shop.put(".assay/config.yaml", "version: 1\nqa: {newest_only: perhaps}\n");
  for (const line of [
    ["qa", "gate-summary", "--item", "SHOP-12", "--target", "reviewing-implementation"],
    ["item", "move", "SHOP-12", "--to", "reviewing-implementation"],
  ]) {
    const { status, stdout, stderr } = await shop.run(line);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("[config_invalid]");
    expect(stderr).toContain(".assay/config.yaml:2");
  }
  expect((await shop.events()).filter(({ type }) => type === "ItemMoved")).toHaveLength(1);
});

test("Q-005 Q-166 the rest of the surface says its whole contract with --help", async () => {
  const commands = {
    "qa plan run": ["qa.plan.run", "--plan", "--item", "--project", "--replaces"],
    "qa case run": ["qa.case.run", "--requirement-id", "--base-url", "--expected-branch", "--expected-sha"],
    "qa item-plan attach": ["qa.item_plan.attach", "--item", "--plan-id", "--transition"],
    "qa browser setup": ["EXAMPLES"],
    "qa browser status": ["EXAMPLES"],
    "qa browser screenshot": ["--out", "EXAMPLES"],
    "qa browser step": ["--step", "EXAMPLES"],
    "watch qa-plan": ["assay qa plan run", "EXAMPLES"],
  };
  for (const [command, words] of Object.entries(commands)) {
    const help = await shop.run([...command.split(" "), "--help"]);
    expect([command, help.status]).toEqual([command, 0]);
    for (const word of words) expect(help.stdout.replace(/\s+/g, " ")).toContain(word);
  }
});
