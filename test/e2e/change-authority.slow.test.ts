import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { changeWorld, type World } from "../support/change/change-world.ts";
import { failedLog, RUNNER_LOST, WRONG_LOG } from "../support/change/ci-logs.ts";
import {
  cannotSay,
  codeWrong,
  conclude,
  editTest,
  mend,
  runTests,
  testWrong,
} from "../support/change/engineer-answers.ts";
import { expectNothingTwice, lastRound } from "../support/change/nothing-twice.ts";
import { CODE, MENDED_CODE, RIGHT_LINE, TEST, WRONG_CODE } from "../support/change/shop-files.ts";
import type { ScriptedReply } from "../support/model/model-script.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const STALE_CASE = failedLog([{ name: "a small cart", actual: 1499, expected: 1000 }]);

/** What the tools answered in order, whatever they were. */
const toldTo = (world: World) =>
  (world.model?.requests ?? []).flatMap(({ messages }) =>
    (messages.at(-1)?.results ?? []).map(({ text }) => text),
  );

describe("the role of the QA engineer", () => {
  test("C-001 is `ci-resolver` in data and `QA engineer` on screen and in what it writes", async () => {
    const world = await changeWorld({ change: WRONG_CODE, model: [codeWrong()] });
    world.red(WRONG_LOG);
    await world.start("--builder", "ada");
    const turn = await world.run("change", "next", world.address);
    expect(turn.stdout).toContain("turn of: QA engineer");
    const { view } = await world.work();
    expect(view.status.steps.find(({ name }) => name === "qa")?.agentRole).toBe("ci-resolver");
    const screen = (await world.run("change", "status", world.address)).stdout;
    expect(screen).toMatch(/^qa +QA engineer, round 1$/m);
    expect(screen).toMatch(/^build +builder, round 2$/m);
    expect(screen).not.toContain("ci-resolver");
    expect(world.comments()[0]).toMatch(/^QA engineer, step qa, round 1$/m);
    expect(kept(world)).toContain('"agentRole":"ci-resolver"');
  });

  test("C-003 has CI decide: a passing run of its own ends nothing, and neither does its word", async () => {
    const passes = conclude({
      verdict: "NO CHANGE NEEDED",
      answers: [{ check: "C1", wrong: "neither" }],
      why: "Every check passes: CI is green.",
    });
    const script = [mend, runTests, testWrong({ why: "Every check passes now: CI is green." })];
    const world = await changeWorld({ model: (_, index) => script[index] ?? passes });
    world.red();
    await world.start();
    const { wait, view } = await world.work();
    expect(toldTo(world)[1]).toContain("The command ended with 0.");
    expect(lastRound(view)?.attempts[0]?.verdict?.word).toBe("TEST CHANGED");
    expect([lastRound(view)?.verdict, wait?.for]).toEqual([null, "ci"]);
    world.red(STALE_CASE);
    const { view: after } = await world.work();
    expect(toldTo(world).at(-1)).toContain("The input is not of the tool's form");
    expect(lastRound(after)?.verdict).toMatchObject({ word: "BLOCKED", by: "rule" });
    expect([after.status.phase, lastRound(after, "review")]).toEqual(["person", undefined]);
  });

  test.each(["bubblewrap", "none"] as const)(
    "C-004 holds no cloud credential: its tests (sandbox %s) find none, and its model is told none",
    async (kind) => {
      const { home, secrets, env } = credentials();
      const world = await changeWorld({
        settings: `sandbox:\n  kind: ${kind}`,
        model: (_, index) =>
          [editTest("test/spy.test.js", "", spyOn(home)), runTests, cannotSay("What is it to cost?")][
            index
          ] as ScriptedReply,
      });
      world.red();
      await world.start();
      const done = await world.runWith(env, "change", "work", world.address, "--no-wait", "--json");
      expect(done.status, done.stderr).not.toBe(70);
      const hex = /^.*SEEN=([0-9a-f]+)/m.exec(toldTo(world)[1] ?? "")?.[1] ?? "";
      const seen = JSON.parse(Buffer.from(hex, "hex").toString()) as {
        env: Record<string, string>;
        files: string[];
      };
      expect(seen.env.CI).toBe("true");
      expect(Object.keys(seen.env).filter((name) => name in env && name !== "HOME")).toEqual([]);
      expect(seen.env.HOME).not.toBe(home);
      const found = [...Object.values(seen.env), ...(kind === "bubblewrap" ? seen.files : [])].join("\n");
      const asked = JSON.stringify(
        world.model?.requests.map(({ system, messages, tools }) => ({ system, messages, tools })),
      );
      expect(asked).toContain("SEEN=");
      for (const secret of [...secrets, world.env.ASSAY_GITHUB_TOKEN])
        for (const text of [found, asked, done.stdout, ...world.comments()])
          expect(text).not.toContain(secret);
    },
  );

  test("C-005 C-007 starts, retries and skips nothing: it has no tool for it, and no request of a whole history does", async () => {
    const words = "Mended. [skip ci] [ci skip] skip-checks: true";
    const tries = {
      calls: [
        { name: "rerun", input: { check: "conformance" } },
        { name: "workflow_dispatch", input: { workflow: "apply.yml" } },
        { name: "run_tests", input: { command: "gh run rerun 1 && terraform apply" } },
      ],
    };
    const world = await changeWorld({ model: [tries, mend, runTests, testWrong({ why: words })] });
    const first = world.head();
    world.red(RUNNER_LOST, "conformance");
    world.red();
    await world.start("--builder", "ada");
    await world.work();
    expect(toldTo(world).slice(0, 3)).toEqual([
      expect.stringContaining("There is no such tool."),
      expect.stringContaining("There is no such tool."),
      expect.stringContaining("The input is not of the tool's form"),
    ]);
    for (const { tools } of world.model?.requests ?? [])
      expect(tools.map(({ name }) => name)).toEqual([
        "read_file",
        "search",
        "edit_test",
        "run_tests",
        "conclude",
      ]);
    const [{ message = "", files } = {}] = await world.commits();
    expect(files).toEqual([TEST]);
    expect(message).toContain("Mended.");
    expect(message).not.toMatch(/\[(skip ci|ci skip)\]|^skip-checks:/im);
    expect(world.repo.checks(world.head())).toEqual([]);
    world.green("conformance");
    world.green();
    await world.work();
    await world.handOver();
    expect((await world.work()).view.status.phase).toBe("done");

    const writes = world.github.requests.filter(({ kind, method }) => kind === "api" && method !== "GET");
    expect(writes.length).toBeGreaterThan(0);
    for (const { method, path } of writes)
      expect(`${method} ${path}`).toMatch(
        /^POST \/repos\/acme\/shop\/(labels|issues(\/\d+\/(comments|labels|assignees))?)$/,
      );
    expect(world.repo.checks(first)).toMatchObject([
      { name: "conformance", status: "completed", conclusion: "failure" },
      { name: "test", status: "completed", conclusion: "failure" },
    ]);
  });
});

/** All that lies in the ledger and its artifacts, as text. */
function kept(world: World): string {
  const folder = join(world.clone, ".git/assay");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

describe("a step that somebody else's commit answers", () => {
  const RIGHT_TEST = WRONG_CODE[TEST];

  test("C-020 C-039 C-040 waits for CI on that commit, and ends CHANGED only when it passes", async () => {
    const world = await changeWorld({ model: [], command: null });
    world.red();
    await world.start();
    // The command is to be confirmed first, so the engineer does not begin.
    expect((await world.run("change", "work", world.address, "--no-wait")).status).toBe(1);
    const red = world.head();
    const head = world.push({ [TEST]: RIGHT_TEST, [CODE]: `${MENDED_CODE[CODE]}// shipped\n` });
    const { id } = world.running();
    const waiting = await world.work();
    expect([waiting.wait?.for, waiting.wait]).toEqual(["ci", expect.objectContaining({ running: ["test"] })]);
    expect([lastRound(waiting.view)?.verdict, lastRound(waiting.view, "review")]).toEqual([null, undefined]);
    world.pass(1);
    world.repo.updateCheck(id, { conclusion: "success" });
    world.pass(1);
    const { view, wait } = await world.work();
    expect(lastRound(view)).toMatchObject({
      round: 1,
      head,
      why: "confirmed",
      spentUSD: "0.00",
      verdict: { word: "CHANGED", by: "rule" },
    });
    for (const part of [red.slice(0, 12), head.slice(0, 12), "(test)"])
      expect(lastRound(view)?.verdict?.says).toContain(part);
    expect(wait?.for).toBe("reviewer");
    expect((await world.next()).instructions.join("\n")).toContain(`pushed up to ${head.slice(0, 12)}`);
    expect((await world.run("change", "status", world.address)).stdout).toMatch(
      /^ {2}CHANGED \(decided by rule\)$/m,
    );
    expect(world.model?.requests).toEqual([]);
    await expectNothingTwice(world);
  });

  test("C-020 C-041 is worked on again where CI fails on that commit, and says so by no CHANGED", async () => {
    const world = await changeWorld({ model: [codeWrong()], change: WRONG_CODE, command: null });
    world.red(WRONG_LOG);
    await world.start("--builder", "ada");
    expect((await world.run("change", "work", world.address, "--no-wait")).status).toBe(1);
    world.push({ [CODE]: `${WRONG_CODE[CODE]}// again\n` });
    world.red(WRONG_LOG);
    const { view, wait } = await world.work("--confirm-command");
    expect(lastRound(view)).toMatchObject({ why: "sent-back", verdict: { word: "CODE CHANGE NEEDED" } });
    expect(wait?.for).toBe("builder");
    // What was answered belongs to its round: the next one passes at once and had nothing to do.
    world.green("test", world.push(MENDED_CODE));
    expect(lastRound((await world.work()).view)).toMatchObject({
      round: 2,
      why: "nothing-to-do",
      verdict: { word: "NO CHANGE NEEDED" },
    });
  });
});

test("L-043 the same change of tests is committed once, however often runs are begun and answered alike", async () => {
  const again = [mend, editTest(TEST, RIGHT_LINE, RIGHT_LINE), testWrong(), cannotSay("What else is it?")];
  const world = await changeWorld({ model: [mend, runTests, testWrong(), ...again, ...again] });
  world.red();
  await world.start();
  await world.work();
  const head = world.head();
  world.red(STALE_CASE);
  const blocked = { word: "BLOCKED", by: "model" };
  expect(lastRound((await world.work()).view)?.verdict).toMatchObject(blocked);
  await world.start();
  expect(lastRound((await world.work()).view)?.verdict).toMatchObject(blocked);
  expect(toldTo(world).filter((text) => text.includes("TEST CHANGED needs an edit"))).toHaveLength(2);
  expect([world.head(), (await world.commits()).length]).toEqual([head, 1]);
});

/** A home and variables as somebody has them who deploys; `secrets` are the values in them. */
function credentials() {
  const home = temporaryFolder();
  const secret = (name: string) => `${name}-${"a1b2c3d4".repeat(3)}`;
  const files = { ".aws/credentials": secret("aws-file"), ".kube/config": secret("kube-file") };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, ".."), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const names = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_BEARER_TOKEN_BEDROCK",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GOOGLE_OAUTH_ACCESS_TOKEN",
    "AZURE_CLIENT_SECRET",
    "ARM_CLIENT_SECRET",
    "KUBE_TOKEN",
  ];
  const env = Object.fromEntries(
    names.map((name) => [name, secret(name.toLowerCase().replaceAll("_", "-"))]),
  );
  return { home, secrets: [...Object.values(files), ...Object.values(env)], env: { ...env, HOME: home } };
}

/** A test that says in hexadecimal, which no mask knows, what it finds of a machine's credentials. */
function spyOn(home: string): string {
  const paths = [".aws/credentials", ".kube/config"].map((path) => join(home, path));
  return [
    'import { readFileSync } from "node:fs";',
    'import { test } from "node:test";',
    "const read = (path) => { try { return readFileSync(path, 'latin1'); } catch { return ''; } };",
    'test("the outside", () => {',
    "  const { PATH: _, ...env } = process.env;",
    `  const files = [...${JSON.stringify(paths)}, "/proc/1/environ", \`/proc/\${process.ppid}/environ\`].map(read);`,
    '  console.log("SEEN=" + Buffer.from(JSON.stringify({ env, files })).toString("hex"));',
    "});",
    "",
  ].join("\n");
}
