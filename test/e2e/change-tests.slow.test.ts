import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeWorld } from "../support/change/change-world.ts";
import { cannotSay, editTest, MENDS, mend, runTests, testWrong } from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { CODE, SENTENCE, TEST } from "../support/change/shop-files.ts";
import type { ScriptedReply } from "../support/model/model-script.ts";

/** A change whose test is stale, looked at once by an engineer of this script. */
async function staleTest(script: readonly ScriptedReply[] | (() => ScriptedReply)) {
  const world = await changeWorld({ model: script });
  world.red();
  await world.start();
  const { view } = await world.work();
  /** What the tools answered, in order. */
  const told = (world.model?.requests ?? []).flatMap(({ messages }) =>
    (messages.at(-1)?.results ?? []).map(({ text }) => text),
  );
  return { world, view, told };
}

const GIVES_UP = cannotSay("Is the small cart to pay for shipping?");

describe("a change whose test is wrong", () => {
  test("C-009 C-010 C-011 gets its test mended on its branch, run by the command of CI, and ends TEST CHANGED", async () => {
    const { world, view, told } = await staleTest(MENDS);
    expect(await world.commits()).toEqual([
      { message: expect.stringContaining("Mend the tests of the change: total.test.js"), files: [TEST] },
    ]);
    expect(world.repo.file(TEST, world.head())).toContain("count: 1 }]), 1499);");
    expect(told[2]).toContain("The command ended with 0.");
    expect(lastRound(view)?.attempts[0]?.verdict).toMatchObject({
      word: "TEST CHANGED",
      files: [TEST],
      quotes: [{ source: "issue #1, Acceptance criteria", sentence: SENTENCE }],
    });
    expect(lastRound(view)?.attempts[0]?.wrote).toMatchObject([
      { what: "commit", url: world.head(), done: true },
    ]);
    expect([world.comments(), world.labels()]).toEqual([[], []]);
    await expectNothingTwice(world);
  });

  test("C-013 is reviewed by the quality reviewer, with the files that the QA engineer changed", async () => {
    const { world } = await staleTest(MENDS);
    world.green();
    expect((await world.work()).wait?.for).toBe("reviewer");
    const next = await world.next();
    expect(next.who).toBe("reviewer");
    expect(next.instructions.join("\n")).toContain(`The QA engineer changed tests; review them too: ${TEST}`);
    expect((await world.handOver()).result).toBe("done");
    expect((await world.work()).view.status.phase).toBe("done");
  });

  test("C-010 asks once for the command that CI runs, where the settings do not say it", async () => {
    const world = await changeWorld({ model: MENDS, command: null });
    world.red();
    await world.start();
    const asked = await world.run("change", "work", world.address, "--no-wait");
    expect(asked.status).toBe(1);
    expect(asked.stdout.replace(/\s+/g, " ")).toContain(
      "by this command (step “Run node --test” of .github/workflows/ci.yml): │ node --test Nothing was run.",
    );
    expect(world.model?.requests).toEqual([]);
    const { result } = await world.work("--confirm-command");
    expect([result, (await world.commits()).length]).toEqual(["waiting", 1]);
    await expectNothingTwice(world);
  });
});

describe("an edit of the QA engineer", () => {
  const LARGE = `test("a large cart", () => {\n  assert.equal(total([{ price: 6000, count: 1 }]), 6000);\n});`;
  test.each([
    ["deletes a test", LARGE, "", 8],
    ["skips a test", 'test("a small cart", ()', 'test.skip("a small cart", ()', 5],
    [
      "weakens an assertion",
      "assert.equal(total([{ price: 1000, count: 1 }]), 1000)",
      "assert.ok(total([{ price: 1000, count: 1 }]))",
      6,
    ],
    [
      "swallows a failure",
      "  assert.equal(total([{ price: 1000, count: 1 }]), 1000);",
      "  try {\n    assert.equal(total([{ price: 1000, count: 1 }]), 1000);\n  } catch {}",
      7,
    ],
    ["empties a test", "\n  assert.equal(total([{ price: 1000, count: 1 }]), 1000);\n", "\n", 5],
  ])("C-008 that %s is refused, and the engineer is told the line", async (_, from, to, line) => {
    const { world, view, told } = await staleTest([editTest(TEST, from, to), GIVES_UP]);
    expect(told[0]).toContain("Refused, nothing was changed:");
    expect(told[0]).toContain(`${TEST}:${line}: `);
    expect(lastRound(view)?.verdict?.word).toBe("BLOCKED");
    expect(await world.commits()).toEqual([]);
  });

  test.each([
    [CODE, "  return sum < 5000 ? sum + 499 : sum;", "  return sum;"],
    ["package.json", '"test": "node --test"', '"test": "true"'],
    [".github/workflows/ci.yml", "      - run: node --test\n", ""],
    [".assay/config.yaml", "", "version: 1\n"],
    ["../outside.test.js", "", "import 'node:test';\n"],
  ])("of %s, which is no test, is refused", async (path, from, to) => {
    const { world, told } = await staleTest([editTest(path, from, to), GIVES_UP]);
    expect(told[0]).toContain(`Refused, nothing was changed:\n${path}: `);
    expect(await world.commits()).toEqual([]);
  });

  test("that changes an expectation needs the sentence of the intent that gives the new value, word for word", async () => {
    const { world, view, told } = await staleTest([
      mend,
      runTests,
      testWrong({ quotes: [] }),
      testWrong({ quotes: ["A small cart comes to 1499 cents."] }),
      testWrong({ quotes: ["From 5000 cents on, shipping is free."] }),
      testWrong(),
    ]);
    expect(told[0]).toContain("It holds only with a quote from the intent");
    expect(told[2]).toContain(`${TEST}:6: another value is expected; no quoted sentence says "1499"`);
    expect(told[3]).toContain("the intent does not hold this as whole sentences");
    expect(told[4]).toContain('no quoted sentence says "1499"');
    expect(lastRound(view)?.attempts[0]?.verdict?.word).toBe("TEST CHANGED");
    expect(await world.commits()).toHaveLength(1);
  });

  test("that changes an expectation without such a sentence ends BLOCKED, and what the change says of itself is none", async () => {
    const world = await changeWorld({
      title: SENTENCE,
      issue: null,
      model: [mend, runTests, testWrong(), testWrong(), testWrong(), testWrong()],
    });
    world.repo.editIssue(world.number, { body: `## Acceptance criteria\n\n- ${SENTENCE}` });
    world.repo.comment(world.number, `## Acceptance criteria\n\n- ${SENTENCE}`, "builder");
    world.red();
    await world.start();
    const { view } = await world.work();
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toContain("Is the code wrong, or the test?");
    expect(await world.commits()).toEqual([]);
    expect(world.labels()).toEqual(["assay:needs-person"]);
  });

  test("is proved by the tests: not run, run before the last edit, or failing, it is not TEST CHANGED", async () => {
    const more = editTest(
      TEST,
      'test("a large cart"',
      'test("no cart", () => {\n  assert.equal(total([]), 0);\n});\ntest("a large cart"',
    );
    const right = editTest(TEST, "assert.equal(total([]), 0);", "assert.equal(total([]), 499);");
    const quotes = [SENTENCE, "A cart below 5000 cents pays 499 cents for shipping."];
    const { world, told, view } = await staleTest([
      mend,
      testWrong(),
      runTests,
      more,
      testWrong(),
      runTests,
      testWrong(),
      right,
      runTests,
      testWrong({ quotes }),
    ]);
    expect(told[1]).toContain("TEST CHANGED needs run_tests after the last edit");
    expect(told[4]).toContain("TEST CHANGED needs run_tests after the last edit");
    expect(told[5]).toContain("The command ended with 1.");
    expect(told[6]).toContain("the tests did not pass after the last edit");
    expect(lastRound(view)?.attempts[0]?.verdict?.word).toBe("TEST CHANGED");
    expect(world.repo.file(TEST, world.head())).toContain("assert.equal(total([]), 499)");
  });

  test("runs in a sandbox: the tests reach neither the network, nor the person's files, nor git", async () => {
    const spy = [
      'import { existsSync } from "node:fs";',
      'import net from "node:net";',
      'test("the outside", (_, done) => {',
      `  console.log("home", existsSync(${JSON.stringify(join(process.cwd(), "package.json"))}), "git", existsSync(".git"), "token", "ASSAY_GITHUB_TOKEN" in process.env);`,
      '  net.connect(PORT, "127.0.0.1").on("connect", () => { console.log("net true"); done(); }).on("error", () => { console.log("net false"); done(); });',
      "});",
    ].join("\n");
    let port = "";
    const script = (_: unknown, index: number) =>
      [
        editTest("test/spy.test.js", "", `import { test } from "node:test";\n${spy.replace("PORT", port)}\n`),
        runTests,
        GIVES_UP,
      ][index] as ScriptedReply;
    const world = await changeWorld({ model: script });
    port = new URL(world.github.web).port;
    world.red();
    await world.start();
    await world.work();
    const output = world.model?.requests[2]?.messages.at(-1)?.results[0]?.text;
    expect(output).toContain("home false git false token false");
    expect(output).toContain("net false");
  });

  test("gives BLOCKED where the tests cannot be run: a change of tests is not accepted unproved", async () => {
    const world = await changeWorld({ model: [mend, runTests, testWrong()] });
    world.red();
    await world.start();
    const { view } = await world.workWithout("bwrap");
    expect(lastRound(view)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect(lastRound(view)?.verdict?.says).toContain("The tests cannot be run here");
    expect(await world.commits()).toEqual([]);
  });
});

describe("a branch that moves while the QA engineer works", () => {
  test("L-043 voids the attempt: nothing is committed on it, and the new head is looked at", async () => {
    const world = await changeWorld({ model: (_, index) => script(index) });
    const script = (index: number): ScriptedReply => {
      if (index === 2) world.push({ "README.md": "Shop\n" });
      return [...MENDS, GIVES_UP][index] as ScriptedReply;
    };
    world.red();
    await world.start();
    expect((await world.work()).wait?.for).toBe("ci");
    expect((await world.commits()).map(({ message }) => message)).toEqual(["Answer the finding"]);
    const head = world.head();
    expect(lastRound(await world.state())?.attempts).toMatchObject([{ isVoid: true }]);
    world.red(undefined, "test", head);
    const { view } = await world.work();
    expect(lastRound(view)).toMatchObject({ round: 1, head, verdict: { word: "BLOCKED" } });
    expect(lastRound(view)?.attempts).toMatchObject([{ isVoid: true }, { attempt: 2, isVoid: false, head }]);
    await expectNothingTwice(world);
  });

  test("L-043 is not brought back by force: a branch that was rewritten keeps what it was rewritten to", async () => {
    const world = await changeWorld({ model: (_, index) => script(index) });
    let rewritten = "";
    const script = (index: number): ScriptedReply => {
      if (index === 3)
        rewritten = world.repo.pushCommit(
          "shipping",
          { [CODE]: "export const total = () => 0;\n" },
          { from: "main" },
        );
      return MENDS[index] as ScriptedReply;
    };
    world.red();
    await world.start();
    expect((await world.work()).wait?.for).toBe("ci");
    expect(world.head()).toBe(rewritten);
    expect(lastRound(await world.state())).toMatchObject({ head: rewritten, attempts: [{ isVoid: true }] });
  });
});
