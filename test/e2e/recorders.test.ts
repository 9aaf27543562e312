import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TestCase } from "../../knowledge/evidence/test-case.ts";
import packageJson from "../../package.json" with { type: "json" };
import { program, recordedProject, recordedRuns, runIn, SECRET } from "../support/recorded-project.ts";

const DOM = ["@testing-library", "happy-dom", "jsdom", "vitest"];
const VITEST = program("vitest/vitest.mjs");

/** What a runner says of its tests, without what no two runs share. */
function verdicts(project: string): unknown {
  const { testResults } = JSON.parse(readFileSync(join(project, "results.json"), "utf8")) as {
    testResults: { assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
  };
  return testResults
    .flatMap((file) => file.assertionResults)
    .map(({ fullName, status, failureMessages = [] }) => [
      fullName,
      status,
      failureMessages.map((message) => [message.split(/\n {4}at /)[0], placeOf(message, project)]),
    ]);
}

/** The first line of a stack that is the project's own, and what stands above it that is no package's. */
function placeOf(stack: string, project: string): readonly string[] {
  const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
  const own = frames.findIndex((frame) => frame.includes(`${project}/checkout`));
  return frames.slice(0, own + 1).filter((frame) => !frame.includes("/node_modules/"));
}

function named(tests: readonly TestCase[], name: string): TestCase {
  const found = tests.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no test ${name}`);
  return found;
}

/** The parts of steps that do not differ from run to run. */
function told(testCase: TestCase) {
  return (testCase.steps ?? []).map(({ action, locator, element, matched, expected, actual, check }) =>
    Object.fromEntries(
      Object.entries({ action, locator, element, matched, expected, actual, check }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  );
}

describe.each(["jsdom", "happy-dom"])("assay/dom/vitest under %s", (dom) => {
  test("L-012 L-016 records what tests do and see, masked, and changes no outcome", async () => {
    const project = recordedProject("vitest", DOM);
    const runs = join(project, "runs");
    const env = { FIXTURE_DOM: dom, ASSAY_RUN_FOLDER: runs };
    const plain = await runIn(project, [VITEST, "run", "--config", "plain.config.js"], env);
    const before = verdicts(project);
    expect(existsSync(runs)).toBe(false);
    const recorded = await runIn(project, [VITEST, "run", "--config", "recorded.config.js"], env);
    expect(verdicts(project)).toEqual(before);
    expect(recorded.status).toBe(plain.status);
    expect(recorded.stderr).not.toContain("assay:");

    const { texts, runs: read } = await recordedRuns(runs);
    expect(read).toHaveLength(2);
    expect(read.map(({ digest }) => digest.run?.recorder)).toEqual(["assay/dom/vitest", "assay/dom/vitest"]);
    expect(read.flatMap(({ digest }) => digest.notes)).toEqual([]);
    const tests = read.flatMap((run) => run.tests);
    expect(tests.map(({ name, outcome }) => [name, outcome]).sort()).toEqual([
      ["comes through in the end", "passed"],
      ["finds what is not there", "failed"],
      ["is known to be broken", "passed"],
      ["is not ready", "skipped"],
      ["measures", "failed"],
      ["pays with ***", "failed"],
      ["places an order", "passed"],
      ["removes from the basket", "passed"],
      ["shows the sum", "failed"],
      ["waits and looks", "passed"],
    ]);

    const order = named(tests, "places an order");
    expect([order.suites, order.file]).toEqual([["Checkout"], "checkout.test.js"]);
    expect(told(order)).toEqual([
      {
        action: "type",
        locator: "getByLabelText('Email')",
        element: "textbox[Email]",
        matched: 1,
        check: "passed",
      },
      { action: "expect.toBe", expected: "ann@example.org", actual: "ann@example.org", check: "passed" },
      { action: "click", locator: "getByText('I agree')", matched: 1, check: "passed" },
      { action: "expect.toBe", expected: "true", actual: "true", check: "passed" },
      {
        action: "click",
        locator: "getByRole('button', { name: 'Place order' })",
        element: "button[Place order]",
        matched: 1,
        check: "passed",
      },
      { action: "expect.toBe", expected: "Paid", actual: "Paid", check: "passed" },
      { action: "expect.toBe", expected: "/orders/42", actual: "/orders/42", check: "passed" },
    ]);
    expect(order.steps?.[4]).toMatchObject({
      urlBefore: expect.stringMatching(/\/checkout\?token=none$/),
      urlAfter: expect.stringMatching(/\/orders\/42$/),
    });
    expect(told(named(tests, "removes from the basket"))[0]).toEqual({
      action: "click",
      locator: "within(getByRole('list', { name: 'Basket' })).getByRole('button')",
      element: "button[Remove]",
      matched: 1,
      check: "passed",
    });

    // A check that only says yes or no saw no value.
    expect(told(named(tests, "removes from the basket"))[1]).toEqual({
      action: "expect.toBeNull",
      check: "passed",
    });

    const lost = named(tests, "finds what is not there");
    expect(told(lost)).toEqual([
      { action: "getByRole", locator: "getByRole('button', { name: 'Pay' })", matched: 0 },
    ]);
    expect(lost.steps?.[0]?.error).toContain("Unable to find an accessible element");
    const flaky = named(tests, "comes through in the end");
    expect(flaky.flaky).toBe(true);
    expect(flaky.attempts?.map(({ outcome, steps }) => [outcome, steps?.map(({ check }) => check)])).toEqual([
      ["failed", ["failed", "failed"]],
      ["passed", ["passed", "passed"]],
    ]);
    expect(told(named(tests, "measures"))).toEqual([
      { action: "report" },
      { action: "expect.toBeGreaterThan", expected: "2", actual: "3", check: "passed" },
      { action: "expect.toBe", expected: "2", actual: "1", check: "failed" },
    ]);
    expect(named(tests, "measures").steps?.[0]?.reported).toEqual({ name: "latency", value: 12, unit: "ms" });

    const status = { locator: "getByRole('status')", element: "status", matched: 1, actual: "Paid now" };
    expect(told(named(tests, "waits and looks"))).toEqual([
      { action: "expect.toBe", expected: "3", actual: "3", check: "passed" },
      { action: "expect.resolves.toBe", expected: "4", actual: "4", check: "passed" },
      { action: "expect.toHaveTextContent", ...status, expected: "Paid", check: "passed" },
      { action: "expect.not.toHaveTextContent", ...status, expected: "Due", check: "passed" },
    ]);

    expect(JSON.parse(texts[0]?.split("\n")[0] ?? "")).toMatchObject({
      recorderVersion: packageJson.version,
    });
    expect(texts.join("")).not.toContain(SECRET);
    const secret = named(tests, "pays with ***");
    expect(secret.steps?.[0]?.urlBefore).toMatch(/token=\*\*\*$/);
    expect(secret.steps?.[1]).toMatchObject({ expected: "not ***", actual: "***", check: "failed" });
    expect(secret.failure?.message).toContain("expected '***' to be 'not ***'");
  });
});

test("a recorder that cannot write says so once, and no test fails for it", async () => {
  const project = recordedProject("vitest", DOM);
  writeFileSync(join(project, "taken"), "");
  const env = { FIXTURE_DOM: "jsdom", ASSAY_RUN_FOLDER: join(project, "taken") };
  await runIn(project, [VITEST, "run", "--config", "plain.config.js", "checkout"], env);
  const before = verdicts(project);
  const { stderr } = await runIn(project, [VITEST, "run", "--config", "recorded.config.js", "checkout"], env);
  expect(verdicts(project)).toEqual(before);
  expect(stderr.match(/assay: the recorder saw less than it could/g)).toHaveLength(1);
});

test("without a folder of a run the files go to .assay/local/runs, which git does not see", async () => {
  const project = recordedProject("vitest", DOM);
  await runIn(project, [VITEST, "run", "--config", "recorded.config.js", "value"], { FIXTURE_DOM: "jsdom" });
  const { runs } = await recordedRuns(join(project, ".assay/local/runs"));
  expect(runs.map(({ tests }) => tests.map(({ name }) => name))).toEqual([["measures", "waits and looks"]]);
  expect(readFileSync(join(project, ".assay/local/.gitignore"), "utf8")).toBe("*\n");
});

describe("assay/dom/node", () => {
  const RECORDED = ["--import", "assay/dom/node"];

  test("records tests of node:test with the values that node:assert compared", async () => {
    const project = recordedProject("node", DOM);
    const runs = join(project, "runs");
    const env = { ASSAY_RUN_FOLDER: runs };
    const args = ["--test", "--test-reporter=tap", "checkout.test.js"];
    const plain = await runIn(project, ["--import", "./document.js", ...args], env);
    const recorded = await runIn(project, ["--import", "./document.js", ...RECORDED, ...args], env);
    const steady = (text: string) => text.replace(/duration_ms:? [\d.]+/g, "");
    expect(steady(recorded.stdout)).toBe(steady(plain.stdout));

    const { runs: read } = await recordedRuns(runs);
    expect(read.flatMap(({ digest }) => digest.notes)).toEqual([]);
    const tests = read.flatMap((run) => run.tests);
    expect(tests.map(({ suites, name, outcome }) => [suites, name, outcome])).toEqual([
      [["Checkout"], "places an order", "passed"],
      [["Checkout"], "shows the sum", "failed"],
      [[], "adds up", "passed"],
    ]);
    expect(told(named(tests, "places an order"))).toEqual([
      {
        action: "click",
        locator: "getByRole('button', { name: 'Place order' })",
        element: "button[Place order]",
        matched: 1,
        check: "passed",
      },
      { action: "assert.strictEqual", expected: "Paid", actual: "Paid", check: "passed" },
      { action: "assert.match", expected: "/orders/", actual: "/orders/42", check: "passed" },
      { action: "report" },
    ]);
    expect(named(tests, "shows the sum").failure?.message).toContain("'Checkout' !== 'Sum'");
  });

  test("a killed process leaves what it did so far, and the file says that it was cut off", async () => {
    const project = recordedProject("node", DOM);
    const runs = join(project, "runs");
    await runIn(project, [...RECORDED, "killed.mjs"], { ASSAY_RUN_FOLDER: runs });
    const { runs: read } = await recordedRuns(runs);
    expect(read.map(({ digest }) => digest.notes.map(({ message }) => message))).toEqual([
      ["the run was cut off: no run.finished"],
    ]);
    expect(read[0]?.tests.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["is over", "passed"],
      ["takes the process with it", "errored"],
    ]);
  });
});

test("assay/dom/jest records tests of Jest, with retries, and changes no outcome", async ({ skip }) => {
  const jest = program("jest/bin/jest.js");
  if (!existsSync(jest) || !existsSync(program("jest-environment-jsdom"))) {
    skip("jest and jest-environment-jsdom are not installed");
    return;
  }
  const project = recordedProject("jest", ["@testing-library", "jest", "jest-environment-jsdom"]);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "shop" }));
  const runs = join(project, "runs");
  mkdirSync(runs);
  const config = (more: object) => JSON.stringify({ testEnvironment: "jsdom", ...more });
  const run = (more: object) =>
    runIn(project, [jest, "--json", "--outputFile=results.json", "--config", config(more)], {
      ASSAY_RUN_FOLDER: runs,
    });
  await run({});
  const before = verdicts(project);
  await run({ setupFilesAfterEnv: ["assay/dom/jest"] });
  expect(verdicts(project)).toEqual(before);
  const { runs: read } = await recordedRuns(runs);
  const tests = read.flatMap((one) => one.tests);
  expect(tests.map(({ suites, name, outcome, flaky }) => [suites, name, outcome, flaky])).toEqual([
    [["Checkout"], "places an order", "passed", false],
    [["Checkout"], "shows the sum", "failed", false],
    [["Checkout"], "comes through in the end", "passed", true],
    [["Checkout"], "is not ready", "skipped", false],
  ]);
  expect(told(named(tests, "places an order"))).toEqual([
    {
      action: "click",
      locator: "getByRole('button', { name: 'Place order' })",
      element: "button[Place order]",
      matched: 1,
      check: "passed",
    },
    { action: "expect.toBe", expected: "Paid", actual: "Paid", check: "passed" },
    { action: "expect.not.toBe", expected: "/", actual: "/orders/42", check: "passed" },
    { action: "report" },
  ]);
});
