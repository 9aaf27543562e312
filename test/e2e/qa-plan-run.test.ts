import { spawn } from "node:child_process";
import { existsSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type PersonTree, personTree } from "../support/person-tree.ts";
import { assay, COMPILED, LAUNCHER } from "../support/run-assay.ts";

let tree: PersonTree;
beforeEach(async () => {
  tree = await personTree();
  tree.put("src.txt", "first\n");
  await tree.git("add src.txt");
  await tree.git("commit --quiet --message first");
});

const run = (...args: readonly string[]) => assay(args, { cwd: tree.folder });
const json = (...args: readonly string[]) => tree.asJson(args);

interface Case {
  readonly key: string;
  readonly command: string;
  readonly more?: string;
  readonly config?: string;
}

function putPlan(slug: string, ...cases: readonly Case[]): void {
  const text = cases
    .map(
      ({ key, command, more = "", config = "" }) => `  - key: ${key}
    title: Case ${key}
    method_id: command
    instructions: Run it.
    expected_outcome: It exits with 0.
${more}    method_config:
      command: ${JSON.stringify(command)}
${config}`,
    )
    .join("");
  tree.put(`.assay/plans/${slug}.yaml`, `version: 1\nslug: ${slug}\ntitle: Plan ${slug}\ncases:\n${text}`);
}

async function item(key: string): Promise<void> {
  const { status } = await json("item", "add", key, "--title", "Work");
  expect(status).toBe(0);
}

describe("a plan is run", () => {
  test("Q-006 Q-165 L-029: for nobody's item it is a subject of its own, masked, kept, and credits no item", async () => {
    tree.put(".assay/local/secrets", "TOKEN=correct-horse-battery\n");
    putPlan("smoke", { key: "says", command: "cat src.txt; echo correct-horse-battery; pwd" });
    await item("SHOP-1");
    const { status, document } = await json("plan", "run", "smoke", "--project", "project");
    const { result, success } = document;
    expect({ status, success, outcome: result.outcome, task: result.task_num }).toEqual({
      status: 0,
      success: true,
      outcome: "passed",
      task: null,
    });
    expect(result.subject).toMatch(/^exec-[0-9a-z]{10}$/);
    expect(result.cases).toMatchObject([{ case_key: "says", outcome: "passed", dispatch: null }]);

    const shown = await json("qa", "run", "show", "--run-id", result.cases[0].qa_run_id);
    const [qaRun] = shown.document.result.runs;
    expect(qaRun).toMatchObject({
      verdict: "pass",
      decided_by: "code",
      performed_by: "shell",
      plan_run_id: result.plan_run_id,
      raw_result: {
        method_config: { command: "cat src.txt; echo correct-horse-battery; pwd" },
        code_identity: { branch: "main" },
        values: { exit_code: 0, timed_out: false },
      },
    });
    expect(qaRun.raw_result.values.output_tail).toBe(`first\n***\n${tree.folder}\n`);
    const [log] = qaRun.artifacts;
    const kept = await json("qa", "artifact", "read", "--artifact-id", log.id);
    expect(JSON.stringify(kept.document)).not.toContain("correct-horse");

    const activity = await json("qa", "activity", "--ref", "SHOP-1");
    expect(activity.document.result.rows).toEqual([]);
    const other = await json("qa", "plan", "run", "--plan", "smoke", "--project", "another");
    expect(other.status).toBe(2);
    const [error] = other.document.errors;
    expect(error).toMatchObject({ code: "precondition_failed" });
    const again = await assay([...error.recover.split(" ").slice(1)], { cwd: tree.folder });
    expect(again).toMatchObject({ status: 0 });
    expect(again.stderr).toContain("[1/1] says passed");
  });

  test("L-020 Q-095: what ended a command from outside is an error and no fail; the strongest word is the whole's", async () => {
    putPlan(
      "many",
      { key: "good", command: "exit 0" },
      { key: "bad", command: "echo no; exit 3" },
      { key: "gone", command: "no-such-program-anywhere" },
      { key: "killed", command: "kill -9 $$" },
      { key: "slow", command: "sleep 60", config: "      timeout_seconds: 1\n" },
      { key: "served", command: "exit 0", config: "      requires_base_url: true\n" },
    );
    await item("SHOP-2");
    const { status, stdout } = await run("plan", "run", "many", "--item", "SHOP-2", "--json");
    const { result } = JSON.parse(stdout);
    expect({ status, outcome: result.outcome }).toEqual({ status: 2, outcome: "error" });
    const told = Object.fromEntries(
      result.cases.map((one: { case_key: string; outcome: string; reason: string | null }) => [
        one.case_key,
        [one.outcome, one.reason],
      ]),
    );
    expect(told).toEqual({
      good: ["passed", null],
      bad: ["failed", "exit 3"],
      gone: ["error", "its program is not there (exit 127)"],
      killed: ["error", "SIGKILL ended it"],
      slow: ["error", "it was not done after 1 seconds"],
      served: ["blocked_on_precondition", "its command needs the base URL of what it is run against"],
    });
    // Nothing was begun for what is blocked: there is nothing for a person to judge.
    const blocked = result.cases.filter((one: { qa_run_id: string | null }) => one.qa_run_id === null);
    expect(blocked).toHaveLength(1);
    const served = result.cases.find((one: { case_key: string }) => one.case_key === "served");
    const alone = await run(...served.dispatch.split(" ").slice(1));
    expect(alone).toMatchObject({ status: 0 });
    expect(alone.stdout).toContain("passed  Case served");
  });

  test("Q-012 Q-016: what the project or the host does not have, and another runner's exemption, admit no case", async () => {
    putPlan(
      "closed",
      { key: "machine", command: "echo x > ran", more: "    capability_requirements: [test-machine]\n" },
      { key: "browses", command: "echo x > ran", more: "    capability_requirements: [browser-control]\n" },
    );
    await item("SHOP-7");
    const { status, document } = await json("plan", "run", "closed", "--item", "SHOP-7");
    expect(status).toBe(2);
    expect(document.result).toMatchObject({
      outcome: "blocked_on_precondition",
      cases: [
        { reason: expect.stringContaining("capability_missing: "), qa_run_id: null },
        { reason: expect.stringContaining("runner_not_exempt: "), qa_run_id: null },
      ],
    });
    expect(existsSync(join(tree.folder, "ran"))).toBe(false);
  });

  test("Q-096 Q-104 Q-111: a case by itself is refused elsewhere than expected, and answered once", async () => {
    putPlan("one", { key: "count", command: "echo x >> runs.log" });
    await item("SHOP-3");
    const made = await json("qa", "plan", "materialize", "--plan", "one", "--item", "SHOP-3");
    const id = made.document.result.created[0].requirement_id;
    const sha = (await tree.git("rev-parse HEAD")).trim();
    const other = await json("qa", "case", "run", "--requirement-id", id, "--expected-sha", "0".repeat(40));
    expect(other).toMatchObject({ status: 2, document: { errors: [{ code: "precondition_failed" }] } });
    const branch = await json("qa", "case", "run", "--requirement-id", id, "--expected-branch", "release");
    expect(branch).toMatchObject({ status: 2, document: { success: false } });
    expect(existsSync(join(tree.folder, "runs.log"))).toBe(false);

    const asked = [
      "qa",
      "case",
      "run",
      "--requirement-id",
      id,
      "--expected-branch",
      "main",
      "--expected-sha",
      sha,
    ];
    const first = await json(...asked, "--request-id", "build-7");
    const second = await json(...asked, "--request-id", "build-7");
    expect(first).toMatchObject({
      status: 0,
      document: {
        result: { outcome: "passed", run: { raw_result: { code_identity: { branch: "main", sha } } } },
      },
    });
    expect(second.document.result).toEqual(first.document.result);
    expect(readFileSync(join(tree.folder, "runs.log"), "utf8")).toBe("x\n");

    // A file that git knows differs: no commit can be named for what is carried out.
    tree.put("src.txt", "second\n");
    const changed = await json("qa", "case", "run", "--requirement-id", id);
    expect(changed.document).toMatchObject({
      result: { outcome: "passed", run: { raw_result: { code_identity: null } } },
      warnings: [{ code: "work_tree_changed" }],
    });
  });

  test("Q-035 Q-040: a policy over several runs gets as many as it asks for, and decides", async () => {
    const policy = "    success_policy: {type: statistical, min_runs: 4, min_pass_rate: 0.5}\n";
    putPlan(
      "often",
      { key: "wobbles", command: "echo x >> odd.log; test $(($(wc -l < odd.log) % 2)) = 0", more: policy },
      { key: "never", command: "exit 1", more: policy },
    );
    await item("SHOP-4");
    const { status, document } = await json("plan", "run", "often", "--item", "SHOP-4");
    const { result } = document;
    expect(status).toBe(1);
    expect(result).toMatchObject({
      outcome: "failed",
      cases: [{ outcome: "passed" }, { outcome: "failed" }],
    });
    const runs = await json("qa", "run", "list", "--requirement-id", result.cases[0].requirement_id);
    expect(runs.document.result.total).toBe(4);
  });

  test("Q-010: a person's case is begun and waits for the person", async () => {
    tree.put(
      ".assay/plans/look.yaml",
      "version: 1\nslug: look\ntitle: Look\ncases:\n  - key: eyes\n    title: Seen by a person\n    method_id: manual\n    instructions: Look at it.\n    expected_outcome: It is fine.\n",
    );
    await item("SHOP-5");
    const { status, document } = await json("watch", "qa-plan", "--", "--plan", "look", "--item", "SHOP-5");
    expect(status).toBe(1);
    const [one] = document.result.cases;
    expect(one).toMatchObject({ outcome: "needs_review", judge: "person" });
    const said = await assay(
      one.dispatch
        .match(/'[^']*'|\S+/g)
        .slice(1)
        .map((word: string) => word.replace(/^'|'$/g, "")),
      { cwd: tree.folder },
    );
    expect(said).toMatchObject({ status: 0 });
    const shown = await json("qa", "requirement", "get", "--requirement-id", one.requirement_id);
    expect(JSON.stringify(shown.document)).toContain("satisfied");
  });

  test("a killed process leaves a run that is gone on with; what passed is not carried out again", async () => {
    putPlan(
      "long",
      { key: "first", command: "echo first >> done.log" },
      {
        key: "second",
        command: "test -e go || { echo $$ > waiting; exec sleep 600; }; echo second >> done.log",
      },
      { key: "third", command: "echo third >> done.log" },
    );
    await item("SHOP-6");
    const argv = [LAUNCHER, "plan", "run", "long", "--item", "SHOP-6"];
    const { CI: _, ...env } = process.env;
    const child = spawn(process.execPath, argv, { cwd: tree.folder, env: { ...env, ...COMPILED } });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await appears(join(tree.folder, "waiting"), ended);
    const held = await json("plan", "run", "long", "--item", "SHOP-6");
    expect(held).toMatchObject({
      status: 3,
      document: { result: { outcome: "waiting", is_resumed: false } },
    });
    // What had passed and was not yet told would rightly be carried out again.
    const verdicts = async (): Promise<readonly (string | null)[]> =>
      (await json("qa", "run", "list", "--item", "SHOP-6")).document.result.runs.map(
        (one: { verdict: string | null }) => one.verdict,
      );
    for (let told = await verdicts(); told.filter((one) => one === "pass").length < 2; )
      told = await verdicts();
    child.kill("SIGKILL");
    await ended;

    tree.put("go", "");
    const dry = await json("plan", "run", "long", "--item", "SHOP-6", "--dry-run");
    const { result: planned } = dry.document;
    expect(planned).toMatchObject({ plan_run_id: null, outcome: null });
    expect(planned.cases.map((one: { case_key: string }) => one.case_key)).toContain("second");
    const { status, stdout, stderr } = await run("plan", "run", "long", "--item", "SHOP-6", "--json");
    expect(status).toBe(0);
    expect(stderr).toMatch(/goes on with SHOP-6\/plan-run-\S+, which an earlier process left: . of 3 cases/);
    expect(stderr).toMatch(/SHOP-6\/run-\S+ was begun and never ended/);
    const { result } = JSON.parse(stdout);
    expect(result).toMatchObject({ outcome: "passed", is_resumed: true });
    expect(result.plan_run_id).toBe(held.document.result.plan_run_id);
    const lines = readFileSync(join(tree.folder, "done.log"), "utf8").trim().split("\n").toSorted();
    expect(lines).toEqual(["first", "second", "third"]);
    // The command that the killed process had begun did not outlive it.
    const pid = Number(readFileSync(join(tree.folder, "waiting"), "utf8"));
    expect(isAtWork(pid)).toBe(false);
  });
});

/** Whether a process runs; one that has ended and that nobody has asked for yet does not. */
function isAtWork(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Until a file is there; fails where the process ends before. */
async function appears(path: string, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const watcher = watch(join(path, ".."));
  try {
    while (!existsSync(path)) {
      if (isOver) throw new Error("it ended before");
      await Promise.race([ended, new Promise((resolve) => watcher.once("change", resolve))]);
    }
  } finally {
    watcher.close();
  }
}
