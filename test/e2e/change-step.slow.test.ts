import { describe, expect, test } from "vitest";
import { WRONG_LOG } from "../support/change/ci-logs.ts";
import { lastRound } from "../support/change/nothing-twice.ts";
import { readyWorld, steppedWorld } from "../support/change/stepped-world.ts";

describe("a change that waits", () => {
  test("is ready no more once somebody pushes, or CI runs again", async () => {
    const world = await readyWorld([]);
    world.push({ "notes.md": "One more.\n" });
    const { id } = world.running();
    expect((await world.step()).ready).toEqual([]);
    expect(await world.list()).toMatchObject([{ ready: null }]);
    world.repo.updateCheck(id, { conclusion: "failure", log: WRONG_LOG });
    world.pass(1);
    expect((await world.step()).ready).toMatchObject([{ ready: { head: world.head() } }]);
    world.running();
    expect((await world.step()).ready).toEqual([]);
  });

  test("is of an organisation where the settings watch one", async () => {
    const watch = (name: string) =>
      `watch:\n  organisation: acme\n  products: [{name: shop, repositories: [${name}]}]`;
    const world = await steppedWorld({ model: [], settings: watch("acme/other") });
    world.green();
    await world.start();
    expect(await world.step()).toMatchObject({ organisation: "acme", looked: 0 });
    world.settings((text) => text.replace("acme/other", "Acme/Shop"));
    expect(await world.step()).toMatchObject({ organisation: "acme", looked: 1 });
    const stranger = await world.run("change", "step", "--organisation", "zeta");
    expect([stranger.status, stranger.stderr]).toEqual([2, expect.stringContaining("zeta")]);
  });
});

describe("a change that is ready", () => {
  test("is not for a clone of another repository, and names no change beside --ready", async () => {
    const world = await readyWorld([]);
    await world.shell(`git remote set-url origin ${world.github.web}/acme/other.git`);
    expect(await world.workReady()).toMatchObject({
      status: 0,
      document: { repositories: ["acme/other"], changes: [] },
    });
    const both = await world.run("change", "work", world.address, "--ready");
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining("--ready")]);
  });

  test("of which the settings are not to be trusted is told, and left ready", async () => {
    const world = await readyWorld([]);
    await world.shell(
      "git fetch -q origin shipping && git checkout -q FETCH_HEAD && git add -f .assay && git commit -qm settings",
    );
    const { status, document } = await world.workReady();
    expect(status).toBe(3);
    expect(document.changes).toMatchObject([{ worked: null, problem: { code: "settings_untrusted" } }]);
    expect(await world.list()).toMatchObject([{ ready: { why: "ci-failed" } }]);
  });
});

describe("CI that a person has to approve", () => {
  test("is waited for by its name, and is not no CI; once it is approved it runs", async () => {
    const world = await steppedWorld({ model: [] });
    const run = world.repo.startRun(world.head(), { name: "CI", held: true });
    await world.start();
    world.pass(10);
    expect(await world.step()).toMatchObject({ ready: [] });
    const { wait } = await world.work();
    expect(wait).toMatchObject({ for: "ci", running: ["CI (waits for approval)"] });
    const status = await world.run("ci", "status", world.address);
    expect(status.stdout).toContain("CI (waits for approval)");
    world.pass(30);
    expect((await world.step()).ready).toMatchObject([{ ready: { why: "to-person" } }]);
    await world.workReady();
    expect(world.comments()[0]).toContain("CI (waits for approval)");

    world.repo.approveRun(run);
    world.green();
    await world.start("--note", "It was approved.");
    await world.step();
    expect(lastRound(await world.state())?.verdict?.word).toBe("NO CHANGE NEEDED");
  });
});
