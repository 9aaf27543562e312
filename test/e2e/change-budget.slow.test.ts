import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import type { ChangeStarted, ChangeWorked } from "../../knowledge/index.ts";
import { changeWorld, type World, type WorldOptions } from "../support/change/change-world.ts";
import { codeWrong, readFile } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { CODE } from "../support/change/shop-files.ts";
import { ownWorkflow } from "../support/change/workflow-settings.ts";
import { LAUNCHER } from "../support/run-assay.ts";

const GROUP = '{group: qa, weeklyUSD: "15.00", scheduled: true}';
const QA = "returnTo: product-feature-builder, maxReturns: 2";

async function worked(options: WorldOptions) {
  const world = await changeWorld(options);
  world.red();
  await world.start("--builder", "ada");
  return { world, ...(await world.work()) };
}

describe("what an attempt costs", () => {
  test("C-095 is capped at $4: then no more is asked, and a person is told why", async () => {
    const dear = { ...readFile(CODE), usage: { input: 390_000, output: 20 } };
    const { world, view } = await worked({ model: () => dear });
    expect(world.model?.requests).toHaveLength(1);
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toMatch(/the cap of this attempt, \$4\.00.*maxBudgetUSD/);
    expect(view.status.costUSD).toBe("3.901");
    expect(world.comments()).toHaveLength(1);
  });

  test("is capped by the step of the settings", async () => {
    const settings = `workflows:\n${ownWorkflow('maxBudgetUSD: "3.00"')}`;
    const dear = { ...readFile(CODE), usage: { input: 295_000, output: 20 } };
    const world = await changeWorld({ settings, model: () => dear });
    world.red();
    await world.start("--workflow", "own");
    const { view } = await world.work();
    expect(world.model?.requests).toHaveLength(1);
    expect(lastRound(view)?.verdict?.says).toContain("the cap of this attempt, $3.00");
  });

  test("C-095 counts toward the change, which starts anew with each attempt", async () => {
    const { world, view } = await worked({
      model: [readFile(CODE), codeWrong(), readFile(CODE), codeWrong()],
    });
    world.red(undefined, "test", world.push({ "README.md": "Shop\n" }));
    const again = await world.work();
    expect([view.status.costUSD, again.view.status.costUSD]).toEqual(["0.004", "0.008"]);
    const [run] = (await world.budget()).runs;
    expect([run?.spentUSD, run?.calls]).toEqual(["0.008", 4]);
    await expectNothingTwice(world);
  });

  test("is not spent on a model without a price", async () => {
    const { world, view } = await worked({ model: [], price: null });
    expect(world.model?.seen).toEqual([]);
    expect(lastRound(view)?.verdict?.says).toContain("no price is known for openai-compatible/local-coder");
    expect(view.status).toMatchObject({ phase: "person", costUSD: "0.00" });
  });

  test("is nothing where no model is set: a person decides, with what the rules say", async () => {
    const { world, view } = await worked({});
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toMatch(/No model is set, so a person decides\. test: app_bug/);
    await expectNothingTwice(world);
  });
});

/** The workflows that are there by default and share the group, as they are written in the settings. */
function watchWorkflows(budget: string): string {
  return [
    "  - name: ci-triage",
    "    steps: [{name: triage, type: agentRole, agentRole: ci-resolver}]",
    `    budget: ${budget}`,
    "  - name: qa-weekly-sweep",
    "    steps: [{name: sweep, type: agentRole, agentRole: ci-resolver}]",
    `    budget: ${budget}`,
    "",
  ].join("\n");
}

describe("what a group of workflows costs", () => {
  const grouped = (budget = GROUP) =>
    `workflows:\n${ownWorkflow(QA, { budget })}\n${ownWorkflow(QA, { name: "nightly", budget })}`;

  /** Spends $3.901 where $4.00 are the cap, and $0.002 where the code is wrong. */
  const DEAR = { ...readFile(CODE), usage: { input: 390_000, output: 20 } };

  /** Begins a run of a change of its own, whose CI is red, and works on it where it may. */
  async function other(world: World, at: number, workflow: string) {
    const head = world.repo.pushCommit(`part-${at}`, { "README.md": `Part ${at}\n` });
    world.red(undefined, "test", head);
    const number = world.repo.openPull({ head: `part-${at}`, author: "builder" });
    const done = await world.run("change", "start", `#${number}`, "--workflow", workflow, "--json");
    const started: ChangeStarted = JSON.parse(done.stdout);
    const work = async (): Promise<ChangeWorked> =>
      JSON.parse((await world.run("change", "work", `#${number}`, "--no-wait", "--json")).stdout);
    return { number, status: done.status, started, work };
  }

  /** Attempts of several changes, one after the other. */
  async function fill(world: World, workflows: readonly string[]): Promise<void> {
    for (const [at, workflow] of workflows.entries()) {
      const { started, work } = await other(world, at, workflow);
      expect(started.result).toBe("started");
      await work();
    }
  }
  const left = async (world: World) => (await world.budget()).groups[0]?.leftUSD;

  test("C-094 C-096 C-097 is shared by its workflows: a run that may not be paid fails before any step, and says why", async () => {
    const world = await changeWorld({ settings: grouped(), model: () => DEAR });
    await fill(world, ["own", "nightly", "own"]);
    expect(await left(world)).toBe("3.297");
    const asked = world.model?.requests.length;
    for (const more of [[], ["--dry-run"]]) {
      const refused = await world.run(
        "change",
        "start",
        world.address,
        "--workflow",
        "nightly",
        "--json",
        ...more,
      );
      expect(refused.status).toBe(1);
      const { view, refusal } = JSON.parse(refused.stdout) as ChangeStarted;
      expect([view, refusal?.code]).toEqual([null, "budget_week_spent"]);
      expect(refusal?.why).toMatch(
        /group qa may cost \$15\.00 in any seven days, \$3\.297 of it is left, and this attempt may cost \$4\.00/,
      );
      expect(refusal?.recover).toContain("raise budget.weeklyUSD on every workflow of group qa");
    }
    const text = await world.run("change", "start", world.address, "--workflow", "own");
    expect(text.stdout.replace(/\s+/g, " ")).toContain(
      "nothing was begun: the workflows of group qa may cost",
    );
    expect((await world.run("change", "status", world.address)).status).not.toBe(0);
    expect(world.model?.requests).toHaveLength(asked ?? 0);
  });

  test("C-094 has room again when seven days have gone, whatever the day of the week", async () => {
    const world = await changeWorld({ settings: grouped(), model: () => DEAR });
    await fill(world, ["own", "own", "own"]);
    const again = () => world.run("change", "start", world.address, "--workflow", "own");
    world.pass(6 * 24 * 60);
    expect((await again()).status).toBe(1);
    world.pass(24 * 60);
    expect((await again()).status).toBe(0);
  });

  test("C-095 is paid for by attempt: a later round may cost as much as the first", async () => {
    const dear = { ...codeWrong(), usage: { input: 300_000, output: 20 } };
    const world = await changeWorld({ settings: grouped(), model: [dear, dear, dear] });
    world.red();
    await world.start("--workflow", "own", "--builder", "ada");
    for (const round of [1, 2, 3]) {
      const { view } = await world.work();
      expect(view.status.steps[1]?.rounds.at(-1)).toMatchObject({
        round,
        verdict: { word: "CODE CHANGE NEEDED", by: "model" },
        spentUSD: "3.001",
      });
      expect(await left(world)).toBe((15 - round * 3.001).toFixed(3));
      world.red(undefined, "test", world.push({ "README.md": `Shop ${round}\n` }));
    }
  });

  test("C-094 C-097 ends an attempt BLOCKED before any call where others have spent it meanwhile", async () => {
    const world = await changeWorld({ settings: grouped(), model: () => DEAR });
    world.red();
    await world.start("--workflow", "own");
    await fill(world, ["own", "nightly", "own"]);
    const asked = world.model?.requests.length;
    const { view } = await world.work();
    expect(world.model?.requests).toHaveLength(asked ?? 0);
    expect(lastRound(view)).toMatchObject({
      why: "blocked",
      spentUSD: "0.00",
      verdict: { word: "BLOCKED", by: "rule" },
    });
    expect(lastRound(view)?.verdict?.says).toMatch(
      /the workflows of group qa may cost \$15\.00 in any seven days, \$3\.297 of it is left.*raise budget\.weeklyUSD/,
    );
    expect(world.labels()).toEqual(["assay:needs-person"]);
  });

  test("gets back what an attempt did not need when it has ended, and keeps what a killed one may need", async () => {
    let kill = () => {};
    const world = await changeWorld({
      settings: grouped(),
      model: (_, index) => {
        if (index > 0) return codeWrong();
        kill();
        return { lost: true };
      },
    });
    world.red();
    await world.start("--workflow", "own");
    expect(await left(world)).toBe("15.00");
    const working = spawn(process.execPath, [LAUNCHER, "change", "work", world.address, "--no-wait"], {
      cwd: world.clone,
      env: { ...process.env, ...world.env },
      stdio: "ignore",
    });
    kill = () => working.kill("SIGKILL");
    await once(working, "close");
    expect(await left(world)).toBe("11.00");
    await world.work();
    const [call] = (await world.budget()).calls?.slice(-1) ?? [];
    expect(Number(await left(world))).toBeCloseTo(15 - Number(call?.capUSD) - 0.002, 6);
  });

  test("C-099 C-100 has more room when it is raised on all of them, and is refused on one alone", async () => {
    const more = '{group: qa, weeklyUSD: "16.00", scheduled: true}';
    const world = await changeWorld({ settings: grouped(), model: () => DEAR });
    await fill(world, ["own", "own", "own"]);
    const start = () => world.run("change", "start", world.address, "--workflow", "nightly");
    expect((await start()).status).toBe(1);
    world.settings((text) => text.replaceAll(GROUP, more));
    expect((await start()).stderr).toContain("write the same weeklyUSD in every workflow of group qa");
    world.settings((text) => `${text}${watchWorkflows(more)}`);
    expect((await start()).status).toBe(0);
    const uneven = `workflows:\n${ownWorkflow(QA, { budget: GROUP })}\n${ownWorkflow(QA, { name: "nightly", budget: more })}`;
    const wrong = await changeWorld({ settings: uneven, model: [] });
    expect((await wrong.run("change", "start", wrong.address)).stderr).toContain(
      "write the same weeklyUSD in every workflow of group qa",
    );
  });
});

describe("a model that does not do its part", () => {
  test("is asked again by the next call where it was not there; the attempt is the same, and nothing is told twice", async () => {
    const broken = { status: 500, error: "it broke", headers: { "retry-after-ms": "1" } };
    const world = await changeWorld({ model: (_, index) => (index < 3 ? broken : codeWrong()) });
    world.red();
    await world.start("--builder", "ada");
    const failed = await world.run("change", "work", world.address, "--no-wait");
    expect(failed.status).toBe(3);
    expect(failed.stderr).toContain("model_unavailable");
    expect(world.comments()).toEqual([]);
    const { view } = await world.work();
    expect(lastRound(view)?.attempts).toHaveLength(1);
    expect(lastRound(view)?.verdict?.word).toBe("CODE CHANGE NEEDED");
    expect(world.comments()).toHaveLength(1);
  });

  test("and cuts the line is counted with the most that it may have cost", async () => {
    const world = await changeWorld({ model: (_, index) => (index < 3 ? { lost: true } : codeWrong()) });
    world.red();
    await world.start("--builder", "ada");
    expect((await world.run("change", "work", world.address, "--no-wait")).status).toBe(3);
    const [call] = (await world.budget()).calls ?? [];
    expect(call?.costUSD).toBe(call?.capUSD);
    expect(Number(call?.costUSD)).toBeGreaterThan(0.05);
  });

  test("and uses no tool, or the wrong one, or gives nonsense, ends in BLOCKED after four times", async () => {
    const useless = [
      { text: "I think the code is wrong." },
      { calls: [{ name: "run_command", input: { command: "rm -rf /" } }] },
      { calls: [{ name: "conclude", input: { verdict: "TEST CHANGED" } }] },
      { calls: [{ name: "edit_test", input: { path: 7 } }] },
    ];
    const { world, view } = await worked({ model: useless });
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toContain("its answers were of no use");
    expect(world.labels()).toEqual(["assay:needs-person"]);
    await expectNothingTwice(world);
  });

  test("and refuses the case ends in BLOCKED", async () => {
    const { view } = await worked({ model: () => ({ status: 400, error: "the prompt is not allowed" }) });
    expect(lastRound(view)?.verdict?.says).toContain("The model does not take the case");
    expect(view.status.phase).toBe("person");
  });

  test("and takes no key says so, with the way out; nothing is spent", async () => {
    const world = await changeWorld({ model: [] });
    world.red();
    await world.start();
    const done = await world.runWith(
      { ASSAY_MODEL_KEY: "wrong" },
      "change",
      "work",
      world.address,
      "--no-wait",
    );
    expect(done.stderr).toContain("model_denied");
    expect((await world.budget()).totalUSD).toBe("0.00");
  });

  test("and is slow holds its attempt: a second process waits for the first, and nothing is done twice", async () => {
    const slow = { ...codeWrong(), afterMs: 4_000 };
    const world = await changeWorld({ model: [slow] });
    world.red();
    await world.start("--builder", "ada");
    const first = world.work();
    while (world.model?.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await world.work();
    expect(second.wait?.for).toBe("holder");
    expect((await world.next()).instructions[0]).toMatch(/works on it until/);
    expect((await first).wait?.for).toBe("builder");
    expect(world.comments()).toHaveLength(1);
    await expectNothingTwice(world);
  });
});
