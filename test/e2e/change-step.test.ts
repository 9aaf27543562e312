import { describe, expect, test } from "vitest";
import type { World } from "../support/change/change-world.ts";
import { WRONG_LOG } from "../support/change/ci-logs.ts";
import { codeWrong } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { WRONG_CODE } from "../support/change/shop-files.ts";
import { readyWorld, steppedWorld } from "../support/change/stepped-world.ts";
import type { ScriptedAnswer } from "../support/model/model-script.ts";

const written = ({ github }: World) =>
  github.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");

describe("a change that waits", () => {
  test("C-032 is looked at without a checkout, a model or a word on the forge, and is ready once CI ended red", async () => {
    const world = await steppedWorld({ change: WRONG_CODE, model: [] });
    const { id } = world.running();
    await world.start("--builder", "ada");
    const first = await world.step();
    expect(first).toMatchObject({ looked: 1, ready: [], left: 0, problems: [] });
    expect(first.changed[0]?.events).toContain("change.ci.seen");
    expect((await world.step()).changed).toEqual([]);

    world.repo.updateCheck(id, { conclusion: "failure", log: WRONG_LOG });
    world.pass(1);
    const ended = await world.step();
    const head = world.head();
    expect(ended.ready).toMatchObject([
      { repository: "acme/shop", number: world.number, ready: { head, why: "ci-failed" } },
    ]);
    expect(ended.changed[0]?.events.at(-1)).toBe("change.ready");
    const again = await world.step();
    expect([again.changed, again.ready]).toEqual([[], ended.ready]);

    expect(await world.list()).toMatchObject([{ ready: { head, why: "ci-failed" }, claim: null }]);
    expect((await world.run("change", "list")).stdout).toContain("READY: CI failed");
    expect((await world.run("change", "status", world.address)).stdout).toContain("READY at step qa");
    expect((await world.run("change", "step")).stdout).toContain(`READY acme/shop#${world.number}`);
    expect([written(world), world.model?.requests]).toEqual([[], []]);
  });

  test("goes to its reviewers by itself where CI passes, and is done by their word", async () => {
    const world = await steppedWorld({ model: [] });
    world.green();
    await world.start();
    expect(await world.step()).toMatchObject({ ready: [], changed: [{ outcome: null }] });
    const view = await world.state();
    expect(lastRound(view)).toMatchObject({ verdict: { word: "NO CHANGE NEEDED" }, why: "nothing-to-do" });
    expect(lastRound(view, "build")).toMatchObject({ verdict: { word: "SKIPPED" } });
    expect((await world.step()).changed).toEqual([]);
    await world.handOver();
    expect((await world.step()).changed).toMatchObject([{ outcome: "done" }]);
    expect(lastRound(await world.state(), "review")).toMatchObject({ verdict: { word: "REVIEWED" } });
    expect(await world.step()).toMatchObject({ looked: 0, changed: [] });
  });

  test("stands for itself: one that cannot be seen is told and stops no other", async () => {
    const world = await steppedWorld({ model: [] });
    world.green();
    await world.start();
    world.repo.pushCommit("other", { "b.txt": "1\n" });
    const gone = world.repo.openPull({ head: "other", title: "Another" });
    const other = `acme/shop#${gone}`;
    expect((await world.run("change", "start", other)).status).toBe(0);
    world.repo.deleteIssue(gone);
    const { status, stdout } = await world.run("change", "step", "--json");
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      looked: 1,
      changed: [{ number: world.number }],
      problems: [{ repository: "acme/shop", number: gone, code: "forge_missing" }],
    });
    expect((await world.run("change", "step")).stdout).toContain(`Not looked at: ${other}`);
  });
});

describe("a change that is ready", () => {
  test("is worked on by one host; a second one finds it claimed, and the first one ends it", async () => {
    let answer = (_: ScriptedAnswer): void => {};
    const world = await readyWorld(() => new Promise((resolve) => (answer = resolve)));
    const first = world.workReady();
    while (world.model?.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await world.workReady();
    expect(second.status).toBe(3);
    expect(second.document.changes).toMatchObject([
      { number: world.number, worked: { result: "waiting", wait: { for: "holder" } } },
    ]);
    const [held] = await world.list();
    expect(held).toMatchObject({
      ready: null,
      claim: { holder: second.document.changes[0]?.worked?.wait?.holder },
    });
    expect((await world.step()).changed).toEqual([]);
    answer(codeWrong());
    expect(await first).toMatchObject({
      status: 0,
      document: { changes: [{ worked: { result: "waiting", wait: { for: "builder" } } }] },
    });
    expect(world.comments()).toHaveLength(1);
    expect(await world.workReady()).toMatchObject({ status: 0, document: { changes: [] } });
    expect(await world.list()).toMatchObject([{ ready: null, claim: null }]);
    await expectNothingTwice(world);
  });

  test("tells a person what a look without a checkout may not", async () => {
    const world = await steppedWorld({ model: [] });
    world.repo.check(world.head(), { name: "build", conclusion: "cancelled", job: true });
    await world.start();
    expect((await world.step()).ready).toMatchObject([{ ready: { why: "to-person" } }]);
    expect(world.comments()).toEqual([]);
    expect(await world.workReady()).toMatchObject({ status: 1 });
    expect([world.comments().length, world.labels()]).toEqual([1, ["assay:needs-person"]]);
    expect(await world.step()).toMatchObject({ looked: 0 });
  });
});

describe("the step of a builder", () => {
  test("ends ANSWERED in its own words, in status and for programs", async () => {
    const world = await readyWorld([codeWrong()]);
    await world.workReady();
    world.push({ "notes.md": "Answered.\n" });
    world.green();
    await world.step();
    const view = await world.state();
    expect(lastRound(view, "build")).toMatchObject({
      why: "answered",
      verdict: { word: "ANSWERED", says: `by ${world.head().slice(0, 12)}` },
    });
    const { stdout } = await world.run("change", "status", world.address);
    expect(stdout).toContain("ANSWERED (decided by rule)");
  });
});
