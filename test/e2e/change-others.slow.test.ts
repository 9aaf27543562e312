import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeWorld, type World } from "../support/change/change-world.ts";
import { failedLog, RUNNER_LOST, STALE_LOG, WRONG_LOG } from "../support/change/ci-logs.ts";
import { codeWrong } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";

const FLAKE = { name: "a hurried cart", actual: 1, expected: 2 };

/** The test that fails now has passed at the very same commit, as this machine's history tells. */
async function passedBefore(world: World, name: string): Promise<void> {
  const report = join(world.clone, "report.xml");
  writeFileSync(report, `<testsuites><testcase name=${JSON.stringify(name)} time="0.1"/></testsuites>`);
  const done = await world.run("explain", report, "--record", "--job", "test", "--commit", world.head());
  if (done.status !== 0) throw new Error(done.stderr);
}

describe("a flaky test", () => {
  test("C-021 C-024 opens an issue labelled flaky with its log, warns of it in memory, and ends BLOCKED", async () => {
    const world = await changeWorld({ model: [] });
    await passedBefore(world, FLAKE.name);
    world.red(failedLog([FLAKE]));
    await world.start();
    const { view } = await world.work();
    expect(lastRound(view)).toMatchObject({ why: "blocked", verdict: { word: "BLOCKED", by: "rule" } });
    expect(lastRound(view)?.attempts[0]?.found).toMatchObject([{ cause: "flaky", whose: "flake" }]);
    const [issue] = world.issues();
    expect(issue?.labels.map(({ name }) => name)).toEqual(["flaky"]);
    expect(issue?.title).toBe(`Flaky: ${FLAKE.name}`);
    expect(issue?.body).toContain("1 !== 2");
    expect(world.comments()[0]).toContain("a flaky test failed");
    expect((await world.run("learn")).stderr).toContain("added 1");
    expect((await world.run("knowledge", "list")).stdout).toContain(FLAKE.name);
    await expectNothingTwice(world);
  });

  test("is one issue, whichever run or change meets it", async () => {
    const world = await changeWorld({ model: [] });
    await passedBefore(world, FLAKE.name);
    world.red(failedLog([FLAKE]));
    await world.start();
    await world.work();
    await world.start("--workflow", "change");
    await world.work();
    expect(world.issues()).toHaveLength(1);
    expect(world.comments()).toHaveLength(2);
    await expectNothingTwice(world);
  });

  test("beside a failure of the change is kept from the engineer, who answers for its own", async () => {
    const world = await changeWorld({ model: [codeWrong()] });
    await passedBefore(world, FLAKE.name);
    world.red(failedLog([FLAKE]));
    world.red(WRONG_LOG, "units");
    await world.start("--builder", "ada");
    const { view } = await world.work();
    const asked = world.model?.requests[0]?.messages[0]?.text;
    expect(asked).toContain("name: units");
    expect(asked).not.toContain(FLAKE.name);
    expect(lastRound(view)?.verdict?.word).toBe("CODE CHANGE NEEDED");
    expect(world.issues()).toHaveLength(1);
  });
});

describe("a failure of the infrastructure", () => {
  test("C-022 C-024 C-025 is escalated to a person and ends BLOCKED; nothing is run again", async () => {
    const world = await changeWorld({ model: [] });
    world.red(RUNNER_LOST);
    await world.start();
    const { view } = await world.work();
    expect(lastRound(view)).toMatchObject({ why: "blocked", verdict: { word: "BLOCKED", by: "rule" } });
    expect(lastRound(view)?.attempts[0]?.found).toMatchObject([{ whose: "infrastructure" }]);
    expect(world.comments()[0]).toMatch(/infrastructure failed[\s\S]*a person does that, if they choose/);
    expect(world.labels()).toEqual(["assay:needs-person"]);
    await expectNothingTwice(world);
    const writes = world.github.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
    expect(writes.map(({ path }) => path).filter((path) => /actions|check-runs|statuses/.test(path))).toEqual(
      [],
    );
    expect(world.issues()).toEqual([]);
  });

  test("C-025 is looked at anew when a person ran CI again and began another run", async () => {
    const world = await changeWorld({ model: [] });
    world.red(RUNNER_LOST);
    await world.start();
    await world.work();
    world.green();
    expect((await world.start()).view?.run).toBe(2);
    expect(lastRound((await world.work()).view)?.verdict?.word).toBe("NO CHANGE NEEDED");
  });

  test("beside a failure of the change calls a person while the work goes on", async () => {
    const world = await changeWorld({ model: [codeWrong()] });
    world.red(RUNNER_LOST, "deploy");
    world.red(WRONG_LOG);
    await world.start("--builder", "ada");
    const { view, wait } = await world.work();
    expect(lastRound(view)?.verdict?.word).toBe("CODE CHANGE NEEDED");
    expect(wait?.for).toBe("builder");
    expect(world.comments().map((text) => text.split("\n")[0])).toEqual([
      "**A person is needed**",
      "**CODE CHANGE NEEDED**",
    ]);
    expect(world.labels()).toEqual(["assay:needs-person"]);
  });
});

describe("a failure of the base branch", () => {
  test("C-023 C-102 gets an issue and a note on the change, and keeps the change from nothing", async () => {
    const world = await changeWorld({ model: [] });
    world.red(STALE_LOG);
    world.red(STALE_LOG, "test", world.repo.tip());
    await world.start();
    const { wait, view } = await world.work();
    expect(wait?.for).toBe("reviewer");
    expect(lastRound(view)?.verdict).toMatchObject({ word: "NO CHANGE NEEDED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toContain("every failure is on main already: test");
    expect(view.status.returnRounds).toBe(0);
    expect(world.issues().map(({ title, labels }) => [title, labels.map(({ name }) => name)])).toEqual([
      ["Fails on main: test", ["assay:triage"]],
    ]);
    expect(world.comments()).toHaveLength(1);
    expect(world.comments()[0]).toContain(
      "These checks fail on main already, so they are no part of this change.",
    );
    const [issue] = world.issues();
    expect(world.comments()[0]).toContain(
      `Each has an issue of its own:\n\n- test: <${world.github.web}/acme/shop/issues/${issue?.number}>`,
    );
    expect(world.labels()).toEqual([]);
    await expectNothingTwice(world);
  });

  test("C-023 stays out of what the engineer is asked about the change", async () => {
    const world = await changeWorld({ model: [codeWrong()] });
    world.red(STALE_LOG);
    world.red(STALE_LOG, "test", world.repo.tip());
    world.red(WRONG_LOG, "units");
    await world.start("--builder", "ada");
    await world.work();
    const asked = world.model?.requests[0]?.messages[0]?.text;
    expect(asked).toContain("Failures to answer, by id: C1.");
    expect(asked).not.toContain("a small cart (");
    expect(world.issues()).toHaveLength(1);
    expect(world.comments()).toHaveLength(2);
  });

  test("C-023 has its issue also where somebody wrote one with its mark before, without the right to label it", async () => {
    const world = await changeWorld({ model: [], settings: "labels:\n  triage: base branch" });
    world.red(STALE_LOG);
    world.red(STALE_LOG, "test", world.repo.tip());
    await world.start();
    await world.work();
    const [first] = world.issues();
    world.repo.closeIssue(first?.number ?? 0);
    const forged = world.repo.openIssue({ title: "Mine", body: first?.body ?? null, author: "mallory" });
    await world.handOver("--to", "person");
    await world.work();
    await world.start();
    await world.work();
    const open = world.issues().filter(({ state, number }) => state === "open" && number !== forged);
    expect(open.map(({ title, labels }) => [title, labels.map(({ name }) => name)])).toEqual([
      ["Fails on main: test", ["base branch"]],
    ]);
    expect(world.comments().at(-1)).toContain(`/issues/${open[0]?.number}>`);
  });

  test("is one issue for two changes that meet it", async () => {
    const world = await changeWorld({ model: [] });
    world.repo.pushCommit("other", { "README.md": "Shop\n" });
    const other = world.repo.openPull({ head: "other", author: "builder" });
    world.red(STALE_LOG);
    world.red(STALE_LOG, "test", world.repo.tip("other"));
    world.red(STALE_LOG, "test", world.repo.tip());
    for (const number of [world.number, other]) {
      await world.run("change", "start", `#${number}`);
      expect((await world.run("change", "work", `#${number}`, "--no-wait")).stderr).toBe("");
    }
    expect(world.issues()).toHaveLength(1);
    expect(world.repo.commentsOf(other)).toHaveLength(1);
    expect((await world.run("change", "list")).stdout).toMatch(
      /acme\/shop#2[\s\S]*acme\/shop#3|acme\/shop#3[\s\S]*acme\/shop#2/,
    );
  });
});
