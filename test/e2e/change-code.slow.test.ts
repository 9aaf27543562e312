import { describe, expect, test } from "vitest";
import { changeWorld, type WorldOptions } from "../support/change/change-world.ts";
import { WRONG_LOG } from "../support/change/ci-logs.ts";
import { cannotSay, codeWrong, conclude, MENDS, mend, readFile } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { CODE, ISSUE, MENDED_CODE, STALE_TEST, TEST, WRONG_CODE } from "../support/change/shop-files.ts";
import { ownWorkflow } from "../support/change/workflow-settings.ts";

/** A change whose code is wrong, with a builder, looked at once. */
async function wrongCode(options: WorldOptions = {}, ...args: readonly string[]) {
  const world = await changeWorld({ change: WRONG_CODE, model: [codeWrong()], ...options });
  world.red(WRONG_LOG);
  await world.start(...(args.length === 0 ? ["--builder", "ada"] : args));
  return { world, worked: await world.work() };
}

const INSTRUCTION = "Make the failing check pass for the right reason; do not change the test to match.";

describe("a change whose code is wrong", () => {
  test("C-006 C-014 C-015 gets CODE CHANGE NEEDED with check, cause, file and line, and what the code should do; no code is changed", async () => {
    const { world, worked } = await wrongCode();
    expect(lastRound(worked.view)).toMatchObject({
      why: "sent-back",
      verdict: {
        word: "CODE CHANGE NEEDED",
        by: "model",
        check: "test",
        says: "Shipping is added to every cart, whatever its sum.",
        file: CODE,
        line: 4,
        should: "Add shipping only where the sum is below 5000 cents.",
      },
    });
    const [finding = ""] = world.comments();
    for (const part of [
      "**CODE CHANGE NEEDED**",
      "Shipping is added",
      `${CODE}:4`,
      "Add shipping only where",
    ])
      expect(finding).toContain(part);
    expect(await world.commits()).toEqual([]);
    await expectNothingTwice(world);
  });

  test("C-016 C-044 goes back to its builder, whose first instruction is to make the check pass for the right reason", async () => {
    const { world, worked } = await wrongCode();
    expect([worked.result, worked.wait?.for]).toEqual(["waiting", "builder"]);
    expect(worked.view.status).toMatchObject({ phase: "running", returnRounds: 1 });
    const next = await world.next();
    expect([next.who, next.step, next.round]).toEqual(["builder", "build", 2]);
    expect(next.instructions[0]).toBe(INSTRUCTION);
    expect(next.instructions.join("\n")).toMatch(
      /src\/total\.js:4[\s\S]*Add shipping only[\s\S]*shipping, the same branch/,
    );
    expect(world.comments()[0]).toMatch(
      /^\*\*CODE CHANGE NEEDED\*\*\n\nMake the failing check pass for the right reason; do not change the test to match\./,
    );
    const text = await world.run("change", "next", world.address);
    expect(text.stdout).toContain("turn of: builder");
  });

  test("C-043 C-045 C-046 is built again on its branch, waits for the new CI, and all steps from the builder on run again", async () => {
    const { world } = await wrongCode();
    const head = world.push(MENDED_CODE);
    world.running("test", head);
    expect((await world.work()).wait).toMatchObject({ for: "ci", running: ["test"] });
    world.pass(1);
    world.green("test", head);
    const { wait, view } = await world.work();
    expect(wait?.for).toBe("reviewer");
    expect(view.status.steps.map(({ name, round }) => [name, round])).toEqual([
      ["build", 2],
      ["qa", 2],
      ["review", 1],
    ]);
    expect(lastRound(view)).toMatchObject({
      head,
      why: "nothing-to-do",
      verdict: { word: "NO CHANGE NEEDED" },
    });
    expect(view.change.number).toBe(world.number);
    await expectNothingTwice(world);
  });

  test("C-046 hands the new CI to the QA engineer where that fails too", async () => {
    const { world } = await wrongCode({
      model: [codeWrong(), codeWrong({ cause: "It is added still, only later." })],
    });
    const head = world.push({ [CODE]: `${WRONG_CODE[CODE]}// again\n` });
    world.red(WRONG_LOG, "test", head);
    const { view } = await world.work();
    expect(view.status.returnRounds).toBe(2);
    expect(world.model?.requests[1]?.messages[0]?.text).toContain("Round 1, attempt 1: CODE CHANGE NEEDED");
    expect(world.comments()).toHaveLength(2);
  });

  test("C-047 C-048 C-053 goes back at most twice; the third finding hands it to a person", async () => {
    const { world, worked } = await wrongCode({ model: () => codeWrong() });
    const returns = [worked.view.status.returnRounds];
    let view = worked.view;
    for (const turn of [1, 2]) {
      world.red(WRONG_LOG, "test", world.push({ [CODE]: `${WRONG_CODE[CODE]}// ${turn}\n` }));
      ({ view } = await world.work());
      returns.push(view.status.returnRounds);
    }
    expect(returns).toEqual([1, 2, 2]);
    expect([view.status.phase, view.status.why]).toEqual(["person", "returns-spent"]);
    expect(lastRound(view)).toMatchObject({ round: 3, verdict: { word: "CODE CHANGE NEEDED" } });
    expect(world.labels()).toEqual(["assay:needs-person"]);
    expect(world.comments().filter((text) => text.startsWith("**CODE CHANGE NEEDED**"))).toHaveLength(3);
    expect((await world.next()).who).toBe("person");
    await expectNothingTwice(world);
  });

  test("C-054 C-058 C-059 keeps each round with its spend, what it found, its evidence and its criteria", async () => {
    const { world } = await wrongCode({ model: [readFile(CODE), codeWrong(), ...MENDS] });
    const head = world.push({ ...STALE_TEST, [TEST]: WRONG_CODE[TEST].replace("1499", "1000") });
    world.red(undefined, "test", head);
    await world.work();
    const { status } = await world.state();
    const qa = status.steps.find(({ name }) => name === "qa");
    expect(
      qa?.rounds.map(({ round, spentUSD, verdict, why }) => [round, spentUSD, verdict?.word, why]),
    ).toEqual([
      [1, "0.004", "CODE CHANGE NEEDED", "sent-back"],
      [2, "0.008", undefined, null],
    ]);
    expect(status.costUSD).toBe("0.012");
    const [found] = qa?.rounds[0]?.attempts[0]?.found ?? [];
    expect(found).toMatchObject({ check: "test", cause: "app_bug", whose: "change" });
    expect(found?.quote).toContain("AssertionError");
    expect(qa?.rounds[0]?.attempts[0]?.wrote).toMatchObject([{ what: "comment", done: true }]);
    expect(qa?.rounds[0]?.attempts[0]?.wrote[0]?.url).toContain(`/pull/${world.number}`);
    expect(qa?.criteria).toContain("after TEST CHANGED, CI passes on the engineer's own commit");
    expect(
      (await world.budget()).runs[0]?.places.map(({ step, round, spentUSD }) => [step, round, spentUSD]),
    ).toEqual([
      ["qa", 1, "0.004"],
      ["qa", 2, "0.008"],
    ]);
  });

  test("says in its status how often it was sent back, each step's round, and how the earlier ones ended", async () => {
    const { world } = await wrongCode();
    world.green("test", world.push(MENDED_CODE));
    await world.work();
    const { stdout } = await world.run("change", "status", world.address);
    expect(stdout).toContain("Sent back to its builder once.");
    expect(stdout).toMatch(/qa +QA engineer, round 2/);
    expect(stdout).toContain("earlier: round 1 CODE CHANGE NEEDED (sent-back), $0.002");
  });

  test("C-049 goes straight to the person who opened it where it has no builder", async () => {
    const { world, worked } = await wrongCode({}, "--workflow", "change");
    expect(worked.view).toMatchObject({
      hasBuilder: false,
      status: { phase: "person", why: "finding-for-person", returnRounds: 0 },
    });
    expect(world.comments()[0]).toContain("this goes to the person who opened it");
    expect(world.labels()).toEqual(["assay:needs-person"]);
    await expectNothingTwice(world);
  });

  test("goes back by itself where a bot opened it", async () => {
    const { worked } = await wrongCode({ author: "coder[bot]" }, "--workflow", "change");
    expect(worked.view.hasBuilder).toBe(true);
    expect(worked.wait?.for).toBe("builder");
  });

  test("C-042 goes back from the step `ci` of the workflow `change` too", async () => {
    const { world, worked } = await wrongCode({}, "--builder", "ada", "--workflow", "change");
    expect(lastRound(worked.view, "ci")?.why).toBe("sent-back");
    expect(worked.wait?.for).toBe("builder");
    expect((await world.next()).round).toBe(2);
  });

  test("C-050 goes to a person where its step names no returnTo", async () => {
    const settings = `workflows:\n${ownWorkflow("")}`;
    const { worked } = await wrongCode({ settings }, "--workflow", "own", "--builder", "ada");
    expect(worked.view.status).toMatchObject({ phase: "person", why: "finding-for-person", returnRounds: 0 });
  });

  test("C-051 C-052 goes back as often as maxReturns of its step says", async () => {
    const settings = `workflows:\n${ownWorkflow("returnTo: product-feature-builder, maxReturns: 1")}`;
    const { world, worked } = await wrongCode(
      { settings, model: () => codeWrong() },
      "--workflow",
      "own",
      "--builder",
      "ada",
    );
    expect(worked.wait?.for).toBe("builder");
    world.red(WRONG_LOG, "test", world.push({ [CODE]: `${WRONG_CODE[CODE]}// again\n` }));
    expect((await world.work()).view.status).toMatchObject({
      phase: "person",
      why: "returns-spent",
      returnRounds: 1,
    });
  });

  test("C-015 is not sent back by a finding that lacks a part, or names a line that is not there", async () => {
    const { world, worked } = await wrongCode({
      model: [codeWrong({ should: undefined, line: 99 }), codeWrong({ file: TEST }), codeWrong()],
    });
    const told = world.model?.requests.map(({ messages }) => messages.at(-1)?.results[0]?.text ?? "");
    expect(told?.[1]).toContain("should: CODE CHANGE NEEDED needs what the code should do");
    expect(told?.[1]).toContain("line: src/total.js has 5 lines; name one of them");
    expect(told?.[2]).toContain(`file: ${TEST} is a test file`);
    expect(lastRound(worked.view)?.verdict).toMatchObject({ word: "CODE CHANGE NEEDED", line: 4 });
    expect(world.comments()).toHaveLength(1);
  });

  test("C-006 has every failure answered, each once", async () => {
    const both = (wrong: string) => ["C1", "C2"].map((check) => ({ check, wrong }));
    const world = await changeWorld({
      change: WRONG_CODE,
      model: [codeWrong(), codeWrong({ answers: both("code") })],
    });
    world.red(WRONG_LOG);
    world.red(WRONG_LOG, "test on windows");
    await world.start("--builder", "ada");
    const { view } = await world.work();
    expect(world.model?.requests[1]?.messages.at(-1)?.results[0]?.text).toContain(
      "answers: C2 (test on windows) has to be answered once, and is 0 times",
    );
    expect(lastRound(view)?.attempts[0]?.found).toHaveLength(2);
    expect(world.comments()[0]).toContain("Other checks that failed");
  });

  test("C-014 is sent back without the edits that the QA engineer had tried", async () => {
    const { world, worked } = await wrongCode({ change: STALE_TEST, model: [mend, codeWrong()] });
    expect(lastRound(worked.view)?.verdict?.word).toBe("CODE CHANGE NEEDED");
    expect(await world.commits()).toEqual([]);
  });
});

describe("a change whose intent does not settle it", () => {
  test("C-017 C-018 ends BLOCKED with the question; the engineer had the criteria and the design notes", async () => {
    const question = "Does a cart of exactly 5000 cents pay for shipping?";
    const { world, worked } = await wrongCode({ model: [cannotSay(question)] });
    const asked = world.model?.requests[0]?.messages[0]?.text ?? "";
    expect(asked).toContain("[issue #1, Acceptance criteria] From 5000 cents on, shipping is free.");
    expect(asked).toContain("[issue #1, Design notes] The total stays one function");
    expect(lastRound(worked.view)?.verdict).toMatchObject({ word: "BLOCKED", says: question, by: "model" });
    expect(worked.view.status.phase).toBe("person");
    expect(world.comments()).toHaveLength(1);
    expect(world.comments()[0]).toContain(question);
    expect(world.labels()).toEqual(["assay:needs-person"]);
    expect((await world.next()).instructions[0]).toBe(question);
    await expectNothingTwice(world);
  });

  test("C-017 takes a person's note as intent in the next run, also for a changed expectation", async () => {
    const issue = ISSUE.replace(/^- A small cart.*\n/m, "");
    const note = "A small cart of 1000 cents comes to 1499 cents.";
    const world = await changeWorld({
      issue,
      model: [cannotSay("What does a small cart come to?"), ...MENDS],
    });
    world.red();
    await world.start();
    expect((await world.work()).view.status.phase).toBe("person");
    const { result, view } = await world.start("--note", note);
    expect([result, view?.run]).toEqual(["started", 2]);
    await world.work();
    expect(world.model?.requests[1]?.messages[0]?.text).toContain(`[note of a person] ${note}`);
    expect((await world.commits())[0]?.message).toContain("Says note of a person");
  });

  test("has no intent where it closes no issue, or one that somebody outside of the team wrote", async () => {
    const world = await changeWorld({
      issue: null,
      model: () => cannotSay("What should a small cart come to?"),
    });
    world.red();
    await world.start();
    await world.work();
    const stranger = world.repo.openIssue({ title: "Ship for free", body: ISSUE, author: "stranger" });
    world.repo.editIssue(world.number, { body: `Closes #${stranger}` });
    await world.start();
    await world.work();
    const asked = world.model?.requests.map(({ messages }) => messages[0]?.text ?? "") ?? [];
    expect(asked).toHaveLength(2);
    for (const text of asked) expect(text).toContain("There is no intent to go by");
    expect(asked.join("")).not.toContain("A small cart of 1000 cents");
  });

  test("cannot pass as NO CHANGE NEEDED while a check fails", async () => {
    const passed = conclude({
      verdict: "NO CHANGE NEEDED",
      answers: [{ check: "C1", wrong: "neither" }],
      why: "It is fine.",
    });
    const { world, worked } = await wrongCode({ model: () => passed });
    expect(lastRound(worked.view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(worked.view.status.phase).toBe("person");
    await expectNothingTwice(world);
  });
});
