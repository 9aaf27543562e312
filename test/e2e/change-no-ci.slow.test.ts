import { describe, expect, test } from "vitest";
import { changeWorld } from "../support/change/change-world.ts";
import {
  cannotSay,
  codeWrong,
  conclude,
  MENDS,
  runTests,
  testWrong,
} from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { CODE, STALE_TEST, TEST, WRONG_CODE } from "../support/change/shop-files.ts";

/** Tests that nothing of the shop can make pass. */
const broken = (...names: readonly string[]) =>
  [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    ...names.map(
      (name) => `test(${JSON.stringify(name)}, () => assert.equal(${JSON.stringify(name)}, "fine"));`,
    ),
    "",
  ].join("\n");
const FOUR = ["old one", "old two", "old three", "old four"] as const;

describe("a repository without CI for changes", () => {
  test("C-038 has its own tests run once no check has reported for two minutes, and not before", async () => {
    const world = await changeWorld({ model: [], change: { "README.md": "Shop\n" } });
    await world.start();
    expect((await world.work()).wait).toMatchObject({ for: "ci", running: [] });
    world.pass(1.9);
    expect((await world.work()).wait?.for).toBe("ci");
    world.pass(0.2);
    const { wait, view } = await world.work();
    expect(lastRound(view)).toMatchObject({
      ci: { outcome: "none" },
      verdict: { word: "NO CHANGE NEEDED", by: "rule" },
    });
    expect(lastRound(view)?.verdict?.says).toContain("its own tests passed (node --test)");
    expect(wait?.for).toBe("reviewer");
    await expectNothingTwice(world);
  });

  test("has CI where one status alone reported", async () => {
    const world = await changeWorld({ model: [], change: { "README.md": "Shop\n" } });
    world.repo.status(world.head(), { context: "ci/other", state: "pending" });
    await world.start();
    await world.work();
    world.pass(5);
    expect((await world.work()).wait).toMatchObject({ for: "ci", running: ["ci/other"] });
  });

  test("C-038 hands what its own tests show to the agent, and TEST CHANGED stands by their passing", async () => {
    const world = await changeWorld({ model: MENDS });
    await world.start();
    await world.work();
    world.pass(3);
    await world.work();
    const asked = world.model?.requests[0]?.messages[0]?.text ?? "";
    expect(asked).toContain("name: the repository's own tests");
    expect(asked).toContain("failed tests:\n- a small cart");
    world.pass(3);
    const { view } = await world.work();
    expect(lastRound(view)).toMatchObject({ why: "confirmed", verdict: { word: "TEST CHANGED" } });
    expect((await world.commits()).map(({ files }) => files)).toEqual([[TEST]]);
    await expectNothingTwice(world);
  });

  test("has its own tests run again where somebody pushes after TEST CHANGED", async () => {
    const world = await changeWorld({
      model: (_, index) => MENDS[index] ?? cannotSay("Is all of it free now?"),
    });
    await world.start();
    await world.work();
    world.pass(3);
    await world.work();
    const head = world.push({ [CODE]: "export const total = () => 0;\n" });
    await world.work();
    world.pass(3);
    const { view } = await world.work();
    expect(lastRound(view)).toMatchObject({ head, verdict: { word: "BLOCKED" } });
    expect(lastRound(view)?.attempts).toHaveLength(2);
    await expectNothingTwice(world);
  });

  test("goes back to its builder where its own tests show that the code is wrong", async () => {
    const world = await changeWorld({ model: [codeWrong()], change: WRONG_CODE });
    await world.start("--builder", "ada");
    await world.work();
    world.pass(3);
    expect((await world.work()).wait?.for).toBe("builder");
    world.push({ [CODE]: STALE_TEST[CODE] });
    await world.work();
    world.pass(3);
    expect(lastRound((await world.work()).view)).toMatchObject({
      round: 2,
      verdict: { word: "NO CHANGE NEEDED" },
    });
    await expectNothingTwice(world);
  });

  test("C-060 C-102 leaves out what fails on the base branch too, 4 of 4", async () => {
    const base = { "test/old.test.js": broken(...FOUR) };
    const world = await changeWorld({ model: [], base, change: { "README.md": "Shop\n" } });
    await world.start();
    await world.work();
    world.pass(3);
    const { view, wait } = await world.work();
    expect(lastRound(view)?.verdict).toMatchObject({ word: "NO CHANGE NEEDED", by: "rule" });
    expect(lastRound(view)?.attempts[0]?.found).toMatchObject([{ whose: "base" }]);
    expect(wait?.for).toBe("reviewer");
    expect(world.issues()).toHaveLength(1);
    for (const name of FOUR) expect(world.issues()[0]?.body).toContain(name);
    expect(world.comments()).toHaveLength(1);
    await expectNothingTwice(world);
  });

  test("C-060 asks the agent about the change's own alone, and takes the old failures for none of its edit", async () => {
    const base = { "test/old.test.js": broken(...FOUR) };
    const world = await changeWorld({ model: MENDS, base });
    await world.start();
    await world.work();
    world.pass(3);
    await world.work();
    const asked = world.model?.requests[0]?.messages[0]?.text ?? "";
    expect(asked).toContain("failed tests:\n- a small cart\n");
    expect(asked.slice(0, asked.indexOf("log, an error"))).not.toContain("old one");
    expect((await world.commits()).map(({ files }) => files)).toEqual([[TEST]]);
    world.pass(3);
    expect(lastRound((await world.work()).view)).toMatchObject({
      why: "confirmed",
      verdict: { word: "TEST CHANGED" },
    });
  });

  test("asks a person where nothing says how its tests are run", async () => {
    const base = { "package.json": '{ "name": "shop", "type": "module" }\n' };
    const world = await changeWorld({ model: [], command: null, base });
    await world.start();
    await world.work();
    world.pass(3);
    const { view } = await world.work();
    expect(view.status.phase).toBe("person");
    expect(lastRound(view)?.verdict?.says).toContain("ci.command");
    await expectNothingTwice(world);
  });

  test("asks a person where its tests cannot be run apart", async () => {
    const world = await changeWorld({ model: [] });
    await world.start();
    await world.work();
    world.pass(3);
    const { view } = await world.workWithout("bwrap");
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toMatch(/The tests cannot be run here.*sandbox/);
    expect(world.labels()).toEqual(["assay:needs-person"]);
  });

  test("ends NO CHANGE NEEDED by the agent only where the tests passed", async () => {
    const passed = conclude({
      verdict: "NO CHANGE NEEDED",
      answers: [{ check: "C1", wrong: "neither" }],
      why: "It is the machine.",
    });
    const world = await changeWorld({
      model: [passed, runTests, passed, testWrong(), cannotSay("What holds for a small cart?")],
    });
    await world.start();
    await world.work();
    world.pass(3);
    const { view } = await world.work();
    const told = world.model?.requests.map(({ messages }) => messages.at(-1)?.results[0]?.text ?? "");
    expect(told?.[1]).toContain("NO CHANGE NEEDED needs the tests to have been run, and to have passed");
    expect(told?.[3]).toContain("NO CHANGE NEEDED needs the tests to have been run, and to have passed");
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "model" });
  });
});
