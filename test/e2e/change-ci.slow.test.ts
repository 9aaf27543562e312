import { describe, expect, test } from "vitest";
import { changeWorld } from "../support/change/change-world.ts";
import { failedLog, STALE_LOG } from "../support/change/ci-logs.ts";
import { codeWrong, editTest, MENDS, runTests, testWrong } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { TEST } from "../support/change/shop-files.ts";
import { ownWorkflow } from "../support/change/workflow-settings.ts";

describe("a change whose CI passes", () => {
  test("C-019 C-026 C-033 ends the step `qa` with NO CHANGE NEEDED, no agent and no cost, and goes to the reviewers", async () => {
    const world = await changeWorld({ model: [] });
    world.green("test");
    world.green("lint");
    await world.start();
    const { result, wait, view } = await world.work();
    expect(view.status.steps.map(({ name, agentRole }) => [name, agentRole])).toEqual([
      ["build", "product-feature-builder"],
      ["qa", "ci-resolver"],
      ["review", "quality-reviewer"],
    ]);
    expect(lastRound(view)).toMatchObject({
      verdict: { word: "NO CHANGE NEEDED", by: "rule" },
      why: "nothing-to-do",
      attempts: [],
      spentUSD: "0.00",
    });
    expect([result, wait?.for, view.status.costUSD]).toEqual(["waiting", "reviewer", "0.00"]);
    expect((await world.budget()).calls).toEqual([]);
    await expectNothingTwice(world);
    expect(world.comments()).toEqual([]);
  });

  test("C-027 has the step `ci` in the workflow `change`", async () => {
    const world = await changeWorld();
    world.green();
    await world.start("--workflow", "change");
    const { view } = await world.work();
    expect(view.status.steps.map(({ name }) => name)).toEqual(["build", "ci", "review"]);
    expect(lastRound(view, "ci")?.verdict?.word).toBe("NO CHANGE NEEDED");
  });

  test("is done when its reviewers are", async () => {
    const world = await changeWorld({ model: [] });
    world.green();
    await world.start();
    await world.work();
    expect((await world.next()).who).toBe("reviewer");
    await world.handOver("--note", "Reads well.");
    const done = await world.run("change", "work", world.address, "--no-wait", "--json");
    expect([done.status, JSON.parse(done.stdout).view.status.phase]).toEqual([0, "done"]);
    await expectNothingTwice(world);
  });

  test("passes also by what is neutral or skipped", async () => {
    const world = await changeWorld({ model: [] });
    world.green();
    world.repo.check(world.head(), { name: "docs", conclusion: "skipped", job: true });
    world.repo.check(world.head(), { name: "scan", conclusion: "neutral", app: "scanner" });
    await world.start();
    expect(lastRound((await world.work()).view)?.verdict?.word).toBe("NO CHANGE NEEDED");
  });
});

describe("a change whose CI is not over", () => {
  test("C-028 C-030 C-032 waits, says which checks run, and starts no agent", async () => {
    const world = await changeWorld({ model: [] });
    world.running("lint");
    world.red();
    await world.start();
    const text = await world.run("change", "work", world.address, "--no-wait");
    expect(text.status).toBe(3);
    expect(text.stdout).toContain("Waiting for CI: lint");
    const { wait, view } = await world.work();
    expect(wait).toMatchObject({ for: "ci", running: ["lint"] });
    expect(lastRound(view)).toMatchObject({ ci: { outcome: "running" }, attempts: [], spentUSD: "0.00" });
    expect((await world.next()).running).toEqual(["lint"]);
    await expectNothingTwice(world);
  });

  test("C-031 asks a person after 30 minutes, and not before", async () => {
    const world = await changeWorld({ model: [] });
    world.running("slow");
    await world.start();
    await world.work();
    world.pass(29);
    expect((await world.work()).result).toBe("waiting");
    world.pass(2);
    const { result, view } = await world.work();
    expect([result, view.status.phase, view.status.why]).toEqual(["finished", "person", "timeout"]);
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toContain("slow");
    expect(world.comments()).toHaveLength(1);
    expect(world.labels()).toEqual(["assay:needs-person"]);
    await expectNothingTwice(world);
  });

  test("waits a moment after the last check, in which another one can appear", async () => {
    const world = await changeWorld({ model: [] });
    world.repo.check(world.head(), {
      name: "build",
      conclusion: "success",
      job: true,
      completedAt: Date.now(),
    });
    await world.start();
    expect((await world.work()).wait).toMatchObject({ for: "ci", running: [] });
    world.red();
    world.pass(1);
    world.green("test");
    expect(lastRound((await world.work()).view)?.verdict?.word).toBe("NO CHANGE NEEDED");
  });

  test("begins with the new commit where somebody pushes meanwhile", async () => {
    const world = await changeWorld({ model: [] });
    world.running();
    await world.start();
    await world.work();
    const head = world.push({ "README.md": "Shop\n" });
    expect((await world.work()).wait?.for).toBe("ci");
    world.green("test", head);
    const { view } = await world.work();
    expect(lastRound(view)).toMatchObject({ head, round: 1, verdict: { word: "NO CHANGE NEEDED" } });
  });
});

describe("a change whose CI fails", () => {
  test("C-029 is read by its check runs and its commit statuses, of which one alone may fail", async () => {
    const world = await changeWorld({ model: [codeWrong()] });
    world.green("test");
    world.repo.status(world.head(), { context: "ci/deploy", state: "failure", description: "3 errors" });
    await world.start("--builder", "ada");
    const { view } = await world.work();
    expect(world.model?.requests[0]?.messages[0]?.text).toContain("name: ci/deploy\nconclusion: failure");
    expect(lastRound(view)?.attempts[0]?.found.map(({ check }) => check)).toEqual(["ci/deploy"]);
  });

  test("C-034 C-035 gives the agent each failed check by name, conclusion and link, with its annotations", async () => {
    const world = await changeWorld({ model: [codeWrong({ answers: both("code"), check: "C1" })] });
    world.repo.check(world.head(), {
      name: "lint",
      conclusion: "failure",
      app: "linter",
      annotations: [
        { path: "src/total.js", start_line: 3, end_line: 3, annotation_level: "failure", message: "no sum" },
      ],
    });
    world.red();
    await world.start("--builder", "ada");
    await world.work();
    const text = world.model?.requests[0]?.messages[0]?.text ?? "";
    expect(text).toMatch(/name: lint\nconclusion: failure\nlink: \S+\/acme\/shop\/runs\/\d+\n/);
    expect(text).toContain("- src/total.js:3 failure: no sum");
    expect(text).toMatch(/name: test\nconclusion: failure\nlink: \S+\/actions\/runs\/\d+\/job\/\d+/);
  });

  test("C-036 C-037 gives the agent the first errors and the last lines of the log, and how the base branch stands", async () => {
    const world = await changeWorld({ model: [codeWrong({ answers: both("code"), check: "C1" })] });
    const noise = Array.from({ length: 400 }, (_, at) => `fetched package ${at}`);
    world.red(failedLog([{ name: "a small cart", actual: 1499, expected: 1000 }], ...noise));
    world.red(failedLog([{ name: "a large cart", actual: 1, expected: 2 }]), "units");
    world.green("test", world.repo.tip());
    world.red(failedLog([{ name: "an empty cart", actual: 1, expected: 0 }]), "units", world.repo.tip());
    await world.start("--builder", "ada");
    await world.work();
    const text = world.model?.requests[0]?.messages[0]?.text ?? "";
    expect(text).toContain("1499 !== 1000");
    expect(text).toContain("##[error]Process completed with exit code 1.");
    expect(text).not.toContain("fetched package 200");
    expect(text).toContain("base branch: passes this check");
    expect(text).toContain("base branch: fails the same check in another way");
  });

  test("C-103 ends with a person where a check was cancelled or is stale and nothing failed", async () => {
    const world = await changeWorld({ model: [] });
    world.green();
    world.repo.check(world.head(), { name: "build", conclusion: "cancelled", job: true });
    world.repo.check(world.head(), { name: "old", conclusion: "stale", app: "scanner" });
    await world.start();
    const { view } = await world.work();
    expect(view.status.phase).toBe("person");
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toMatch(/build.*old/);
    expect(world.comments()).toHaveLength(1);
    await expectNothingTwice(world);
  });
});

describe("a change whose test the QA engineer mended", () => {
  test("C-012 C-039 C-040 waits for CI on that commit, and succeeds with TEST CHANGED when it passes", async () => {
    const world = await changeWorld({ model: MENDS });
    world.red();
    await world.start();
    const first = await world.work();
    const head = world.head();
    expect(first.wait?.for).toBe("ci");
    expect(lastRound(first.view)).toMatchObject({ head, verdict: null });
    world.running("test", head);
    expect((await world.work()).wait).toMatchObject({ for: "ci", running: ["test"] });
    world.pass(1);
    world.green("test", head);
    const { wait, view } = await world.work();
    expect(wait?.for).toBe("reviewer");
    expect(lastRound(view)).toMatchObject({
      verdict: { word: "TEST CHANGED", by: "model" },
      why: "confirmed",
    });
    await expectNothingTwice(world);
    expect(await world.commits()).toHaveLength(1);
  });

  test("C-012 does not succeed by a CI that stays silent on that commit", async () => {
    const world = await changeWorld({ model: MENDS });
    world.red();
    await world.start();
    await world.work();
    world.pass(5);
    expect((await world.work()).wait?.for).toBe("ci");
    world.pass(26);
    const { view } = await world.work();
    expect([view.status.phase, view.status.why]).toEqual(["person", "timeout"]);
    await expectNothingTwice(world);
  });

  test("C-041 is looked at again with the new failures until its attempts are spent; then a person decides", async () => {
    const another = (name: string) =>
      editTest(
        TEST,
        'test("a large cart"',
        `test(${JSON.stringify(name)}, () => {\n  assert.equal(total([]), 499);\n});\ntest("a large cart"`,
      );
    const world = await changeWorld({
      model: [...MENDS, another("an empty cart"), runTests, testWrong({ quotes: [] })],
      settings: `workflows:\n${ownWorkflow("maxAttempts: 2")}`,
    });
    world.red();
    await world.start("--workflow", "own");
    await world.work();
    const second = world.head();
    world.red(failedLog([{ name: "a basket of gifts", actual: 1, expected: 2 }]));
    await world.work();
    expect(world.head()).not.toBe(second);
    expect(world.model?.requests[MENDS.length]?.messages[0]?.text).toContain("a basket of gifts");
    expect(world.model?.requests[MENDS.length]?.messages[0]?.text).toContain(
      "Round 1, attempt 1: TEST CHANGED",
    );
    world.red(STALE_LOG);
    const { view } = await world.work();
    expect([view.status.phase, view.status.why]).toEqual(["person", "attempts-spent"]);
    expect(lastRound(view)?.attempts.map(({ verdict }) => verdict?.word)).toEqual([
      "TEST CHANGED",
      "TEST CHANGED",
      "BLOCKED",
    ]);
    expect(world.model?.requests).toHaveLength(MENDS.length + 3);
    expect(await world.commits()).toHaveLength(2);
    expect(world.comments()).toHaveLength(1);
    await expectNothingTwice(world);
  });
});

function both(wrong: string) {
  return ["C1", "C2"].map((check) => ({ check, wrong }));
}
