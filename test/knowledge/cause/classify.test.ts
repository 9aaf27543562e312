import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CAUSES } from "../../../knowledge/cause/cause.ts";
import { classify } from "../../../knowledge/cause/classify.ts";
import { RULES } from "../../../knowledge/cause/rules/index.ts";
import type { Context, Symptoms } from "../../../knowledge/cause/symptoms.ts";
import { past } from "./past.ts";
import { symptoms } from "./symptoms.ts";

const decide = (given: Symptoms, context?: Context) => classify(given, RULES, context);
const failing = { total: 3, passed: 2, failed: 1, failedNames: ["CartTest.totals"] };
const failed = symptoms({
  lines: { 40: "AssertionError: expected 3 to be 2" },
  blocks: [[40, 40]],
  tests: failing,
});

describe("a failure that is none", () => {
  test("a job that passed has nothing to explain", () => {
    const verdict = decide(
      symptoms({ lines: { 1: "Error: connect ECONNRESET", 9: "12 passed" }, outcome: "success" }),
    );
    expect(verdict).toMatchObject({ cause: "unknown", rule: "not-a-failure", infrastructure: false });
    expect(verdict.confidence).toBeGreaterThanOrEqual(0.8);
    expect(verdict.nextAction).toContain("no failure to explain");
  });

  test("a plain log that says nothing of its outcome and whose tests all passed is none either", () => {
    const tests = { total: 12, passed: 12 };
    expect(decide(symptoms({ lines: { 9: "12 passed" }, outcome: null, tests })).rule).toBe("not-a-failure");
  });

  test("the CI's own conclusion outweighs what the log claims", () => {
    expect(
      decide(symptoms({ lines: { 9: "all good" }, outcome: "success" }), { conclusion: "failure" }).rule,
    ).not.toBe("not-a-failure");
  });

  test("failed tests are a failure, whatever a line of the log claims", () => {
    expect(decide({ ...failed, outcome: "success" }).cause).toBe("app_bug");
  });

  test("L-021 zero tests are never a pass", () => {
    const verdict = decide(symptoms({ from: "report", outcome: null, tests: {} }));
    expect(verdict).toMatchObject({ cause: "unknown", rule: "zero-tests" });
    expect(verdict.confidence).toBeLessThanOrEqual(0.3);
    expect(verdict.nextAction).toContain("zero tests are no pass");
  });
});

describe("no log, or a part of one", () => {
  test("an empty log is an answer of its own", () => {
    expect(decide(symptoms({ ending: "empty", outcome: null }))).toMatchObject({
      cause: "unknown",
      rule: "no-log",
      evidence: [],
    });
  });

  test("a log that was cut without a word says so", () => {
    const verdict = decide(symptoms({ lines: { 7: "[12/90] Building core" }, ending: "cut", outcome: null }));
    expect(verdict).toMatchObject({ cause: "unknown", rule: "cut-log" });
    expect(verdict.evidence).toEqual([{ line: 7, endLine: 7, quote: "[12/90] Building core" }]);
  });

  test("a log that was cut after an error is explained by the error", () => {
    const verdict = decide(
      symptoms({
        lines: { 7: "write: No space left on device" },
        blocks: [[7, 7]],
        ending: "cut",
        outcome: null,
      }),
    );
    expect(verdict.rule).toBe("disk-full");
  });
});

describe("the order of stages", () => {
  const lost = "The self-hosted runner lost its connection.";
  const timedOut = "##[error]The action 'Test' has timed out after 30 minutes.";
  const disk = "tar: out.bin: Cannot write: No space left on device";
  const tool = "Error: spawn chromedriver ENOENT";
  const option = "error: unknown option '--frozen'";
  const compile = "src/app.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.";
  const assertion = "AssertionError: expected 3 to be 2";

  test.each([
    [lost, timedOut, "github-runner/lost"],
    [timedOut, disk, "job-timeout"],
    [disk, tool, "disk-full"],
    [tool, option, "exit-status/cannot-start"],
    [option, compile, "configuration/usage"],
    [compile, assertion, "javascript/typescript"],
  ])("%s comes before %s", (early, late, rule) => {
    const blocks = [
      [10, 10],
      [20, 20],
    ] as const;
    expect(decide(symptoms({ lines: { 10: early, 20: late }, blocks })).rule).toBe(rule);
    expect(decide(symptoms({ lines: { 10: late, 20: early }, blocks })).rule).toBe(rule);
  });

  test("a full disk early in the log beats the compile errors that it caused, and leads the evidence", () => {
    const verdict = decide(
      symptoms({
        lines: {
          12: "cp: error writing 'gen/api.h': No space left on device",
          400: "src/app.cc:12:5: error: unknown type name 'api'",
          401: "ninja: build stopped: subcommand failed.",
        },
        blocks: [[400, 401]],
        outside: [12],
        failingStep: "Build",
      }),
    );
    expect(verdict).toMatchObject({ cause: "environment", infrastructure: true, rule: "disk-full" });
    expect(verdict.confidence).toBeGreaterThanOrEqual(0.8);
    expect(verdict.evidence[0]).toMatchObject({ line: 12 });
  });

  test("a network warning that was got over does not beat the assertion in the failing step", () => {
    const verdict = decide(
      symptoms({
        lines: {
          12: "WARNING: Retrying after connection broken by 'ReadTimeoutError': Read timed out.",
          13: "npm WARN network ECONNRESET, trying again",
          400: "AssertionError: expected 3 to be 2",
        },
        blocks: [
          [400, 400],
          [12, 13],
        ],
        tests: failing,
      }),
    );
    expect(verdict).toMatchObject({ cause: "app_bug", infrastructure: false });
    expect(verdict.evidence[0]).toMatchObject({ line: 400 });
  });

  test("a network error inside the failing test's own block is the cause", () => {
    const verdict = decide(
      symptoms({
        lines: {
          40: "--- FAIL: TestInstall (9.0s)",
          41: 'Get "https://files.example.org/a": net/http: TLS handshake timeout',
        },
        blocks: [[40, 41]],
        tests: failing,
      }),
    );
    expect(verdict).toMatchObject({
      cause: "environment",
      infrastructure: true,
      rule: "network/connect-timeout",
    });
  });

  test("what the passing log has too explains nothing", () => {
    const lines = { 5: "bash: line 3: jq: command not found", 40: "AssertionError: expected 3 to be 2" };
    const blocks = [
      [5, 5],
      [40, 40],
    ] as const;
    expect(decide(symptoms({ lines, blocks })).rule).toBe("exit-status/not-found");
    expect(decide(symptoms({ lines, blocks, known: [5] })).rule).toBe("assertion");
  });
});

describe("the job's conclusion and step", () => {
  const quiet = symptoms({ lines: { 3: "Running suite" } });
  test.each([
    [{ conclusion: "timed_out" }, "timeout", "conclusion/timed-out"],
    [{ conclusion: "startup_failure" }, "config", "conclusion/startup-failure"],
    [{ conclusion: "cancelled" }, "unknown", "conclusion/cancelled"],
    [{ conclusion: "action_required" }, "unknown", "conclusion/action-required"],
    [{ conclusion: "stale" }, "unknown", "conclusion/stale"],
    [{ conclusion: "failure", step: "Set up job" }, "environment", "step/runner"],
  ])("%o alone", (context, cause, rule) => {
    expect(decide(quiet, context)).toMatchObject({ cause, rule });
  });

  test("a log that tells more outweighs a cancelled job", () => {
    const full = symptoms({ lines: { 3: "write: No space left on device" }, blocks: [[3, 3]] });
    expect(decide(full, { conclusion: "cancelled" }).rule).toBe("disk-full");
  });
});

describe("flakes and the base branch", () => {
  test("a history that shows a flake decides, with the failure's own lines as evidence", () => {
    const verdict = decide(failed, { history: past([{ commit: "here" }]), commit: "here" });
    expect(verdict).toMatchObject({ cause: "flaky", rule: "flake/history", preExisting: false });
    expect(verdict.evidence[0]).toMatchObject({ line: 40 });
  });

  test("a failing default branch is pre-existing, never flaky", () => {
    const history = past([
      { commit: "main-2", branch: "main", outcome: "failed" },
      { commit: "here", branch: "topic" },
    ]);
    const verdict = decide(failed, { history, commit: "here", defaultBranch: "main" });
    expect(verdict).toMatchObject({ cause: "app_bug", preExisting: true });
    expect(verdict.nextAction).toContain("base branch");
  });

  test("the base branch failing the same tests is pre-existing; other tests are not", () => {
    const base = (names: string[]): Context => ({ base: { fingerprint: null, failedNames: names } });
    expect(decide(failed, base(["CartTest.totals", "CartTest.adds"])).preExisting).toBe(true);
    expect(decide(failed, base(["CartTest.adds"])).preExisting).toBe(false);
  });

  test("the same test failing on the base with another message is not the same failure", () => {
    const told = (mine: string | null, theirs: string | null): boolean =>
      decide(
        { ...failed, fingerprints: new Map([["CartTest.totals", mine]]) },
        {
          base: {
            fingerprint: null,
            failedNames: ["CartTest.totals"],
            fingerprints: new Map([["CartTest.totals", theirs]]),
          },
        },
      ).preExisting;
    expect(told("1:aa", "1:aa")).toBe(true);
    expect(told("1:aa", "1:bb")).toBe(false);
    expect(told("1:aa", null)).toBe(true);
    expect(told(null, "1:bb")).toBe(true);
  });

  test("an assertion without a test is the same on the base only with the same values", () => {
    const headline = "AssertionError: expected 1 to equal 2";
    const told = symptoms({ lines: { 4: headline }, blocks: [[4, 4]], fingerprint: "1:ab" });
    const base = { fingerprint: "1:ab", failedNames: [] };
    expect(decide(told, { base: { ...base, headline } }).preExisting).toBe(true);
    expect(decide(told, { base: { ...base, headline: headline.replace("2", "3") } }).preExisting).toBe(false);
    expect(decide(told, { base }).preExisting).toBe(false);
  });

  test("without tests the fingerprint says whether the base fails the same way", () => {
    const broken = symptoms({
      lines: { 4: "configure: error: no compiler" },
      blocks: [[4, 4]],
      fingerprint: "1:ab",
    });
    expect(decide(broken, { base: { fingerprint: "1:ab", failedNames: [] } }).preExisting).toBe(true);
    expect(decide(broken, { base: { fingerprint: "1:cd", failedNames: [] } }).preExisting).toBe(false);
    expect(
      decide({ ...broken, fingerprint: null }, { base: { fingerprint: null, failedNames: [] } }).preExisting,
    ).toBe(false);
  });

  test("an environment cause is not called flaky by the history of the tests that it broke", () => {
    const full = symptoms({
      lines: { 4: "write: No space left on device" },
      blocks: [[4, 4]],
      tests: failing,
    });
    expect(decide(full, { history: past([{ commit: "here" }]), commit: "here" }).rule).toBe("disk-full");
  });

  test("a report whose tests passed only on a retry is flaky", () => {
    const retried = symptoms({
      from: "report",
      outcome: null,
      tests: { total: 4, passed: 4, flaky: 1 },
      lines: { 8: "expected 2" },
      blocks: [[8, 8]],
    });
    expect(decide(retried)).toMatchObject({ cause: "flaky", rule: "flake/passed-on-retry" });
    const timedOut = symptoms({ ...retried, lines: { 8: "Timeout 30000ms exceeded." }, blocks: [[8, 8]] });
    expect(decide(timedOut).rule).toBe("flake/passed-on-retry");
  });

  test("a report that failed outside its tests is not flaky, whatever passed on a retry", () => {
    const broken = symptoms({
      from: "report",
      outcome: "failure",
      tests: { total: 4, passed: 4, flaky: 1 },
      lines: { 8: "global set-up broke" },
      blocks: [[8, 8]],
    });
    expect(decide(broken).cause).not.toBe("flaky");
  });
});

describe("what a line is", () => {
  const compile = "src/app.c:3:5: error: expected ';' before 'x'";

  test.each([
    ['$ df -h || echo "No space left on device"'],
    ['+ grep -q "No space left on device" log.txt'],
    ['  echo "error: No space left on device"; exit 1'],
    ["ok 1 - handles No space left on device"],
    ["  ✓ retries on overloaded_error (3 ms)"],
  ])("%s explains nothing, in a block or out of it", (line) => {
    for (const blocks of [[[40, 40]], [[4, 40]]] as const) {
      expect(decide(symptoms({ lines: { 4: line, 40: compile }, blocks })).rule).toBe("native-code/compile");
    }
  });

  test.each([
    ["AssertionError: expected overloaded_error to be retried"],
    ["expected 'No space left on device' to equal 'disk full'"],
    ['    Expected: "ECONNREFUSED 127.0.0.1:5432"'],
    ["    app_test.go:9: dial tcp 127.0.0.1:5432: connect: connection refused (expected)"],
  ])("%s is an assertion, not the trouble that it names", (line) => {
    const told = symptoms({ lines: { 4: line }, blocks: [[4, 4]], tests: failing });
    expect(decide(told)).toMatchObject({ cause: "app_bug", infrastructure: false });
  });

  test("what is told after the failure explains nothing, unless the runner says it", () => {
    const told = (line: string) =>
      symptoms({ lines: { 4: compile, 9: line }, blocks: [[4, 4]], post: [9], failingStep: "Build" });
    expect(decide(told("Error: No space left on device, write")).rule).toBe("native-code/compile");
    expect(decide(told("The self-hosted runner lost its connection.")).rule).toBe("github-runner/lost");
  });

  test("a log that tells only that something exited sends nobody to that line", () => {
    const verdict = decide(
      symptoms({ lines: { 1: "Error: Process completed with exit code 1." }, blocks: [[1, 1]] }),
    );
    expect(verdict).toMatchObject({ cause: "unknown", rule: "exit-only" });
    expect(verdict.nextAction).not.toContain("line 1");
  });
});

describe("sources that disagree", () => {
  test("a job that is said to have passed while its log tells of an exit code gets neither answer", () => {
    const told = symptoms({
      lines: { 4: "AssertionError: expected 3 to be 2", 5: "exit code 1" },
      blocks: [[4, 4]],
      exit: { code: 1, line: 5 },
    });
    const verdict = decide(told, { conclusion: "success" });
    expect(verdict).toMatchObject({ cause: "unknown", rule: "conclusion/disagrees" });
    expect(verdict.evidence[0]).toMatchObject({ line: 4 });
    expect(verdict.nextAction).toContain("line 5");
    expect(decide({ ...told, exit: { code: 0, line: 5 } }, { conclusion: "success" }).rule).toBe(
      "not-a-failure",
    );
  });

  test("a report that contradicts itself and shows no failure may hide one", () => {
    const doubt = "it claims 5 tests and lists 1";
    const hollow = symptoms({ from: "report", outcome: null, tests: { total: 1, passed: 1 }, doubt });
    const verdict = decide(hollow);
    expect(verdict).toMatchObject({ cause: "unknown", rule: "inconsistent-report" });
    expect(verdict.nextAction).toContain(doubt);
    expect(decide({ ...failed, doubt }).cause).toBe("app_bug");
  });

  test("a conclusion counts in whatever spelling", () => {
    const quiet = symptoms({ lines: { 3: "Running suite" } });
    expect(decide(quiet, { conclusion: "TIMED_OUT" }).rule).toBe("conclusion/timed-out");
    expect(decide(quiet, { conclusion: "Canceled" }).rule).toBe("conclusion/cancelled");
  });
});

describe("application or test", () => {
  test("failed tests without another sign are the change's own, moderately sure", () => {
    const verdict = decide(symptoms({ lines: { 4: "totals differ" }, blocks: [[4, 4]], tests: failing }));
    expect(verdict).toMatchObject({ cause: "app_bug", rule: "tests-failed", confidence: 0.6 });
  });

  test("a compile error in test sources is a test bug; one in the sources too is not", () => {
    const inTest = "[ERROR] /src/test/java/org/example/CartTest.java:[9,5] cannot find symbol";
    const inMain = "[ERROR] /src/main/java/org/example/Cart.java:[9,5] cannot find symbol";
    expect(decide(symptoms({ lines: { 4: inTest }, blocks: [[4, 4]] })).cause).toBe("test_bug");
    expect(decide(symptoms({ lines: { 4: inTest, 5: inMain }, blocks: [[4, 5]] })).cause).toBe("app_bug");
    expect(decide(symptoms({ lines: { 4: inMain }, blocks: [[4, 4]] })).cause).toBe("app_bug");
  });

  test("a slip raised in the test file itself is a test bug, with its line quoted", () => {
    const told = (file: string) =>
      symptoms({
        lines: {
          4: "FAIL src/cart.test.js",
          5: "ReferenceError: makeCart is not defined",
          6: `    at Object.<anonymous> (${file}:9:3)`,
        },
        blocks: [[4, 6]],
        tests: failing,
      });
    const verdict = decide(told("src/cart.test.js"));
    expect(verdict.cause).toBe("test_bug");
    expect(verdict.evidence.map((quote) => quote.line)).toContain(5);
    expect(decide(told("src/cart.js")).cause).toBe("app_bug");
  });
});

describe("every answer", () => {
  const lines = RULES.flatMap((rule) => rule.hits);
  const symptomsOf = fc
    .record({
      texts: fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 6 }),
      blocks: fc.integer({ min: 0, max: 3 }),
      known: fc.option(fc.array(fc.integer({ min: 1, max: 6 })), { nil: undefined }),
      outside: fc.array(fc.integer({ min: 1, max: 6 })),
      tests: fc.constantFrom(null, failing, { total: 0 }),
      outcome: fc.constantFrom("failure" as const, null),
      failingStep: fc.constantFrom(null, "Test"),
    })
    .map(({ texts, blocks, known, ...rest }) =>
      symptoms({
        ...rest,
        lines: Object.fromEntries(texts.map((text, index) => [index + 1, text])),
        blocks: Array.from(
          { length: Math.min(blocks, texts.length) },
          (_, index) => [index + 1, index + 1] as const,
        ),
        ...(known === undefined ? {} : { known }),
      }),
    );

  test("is the same whatever the order of the rules", () => {
    fc.assert(
      fc.property(
        symptomsOf,
        fc.shuffledSubarray([...RULES], { minLength: RULES.length }),
        (given, shuffled) => {
          expect(classify(given, shuffled)).toEqual(classify(given, RULES));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("is exactly one cause of the set, with at most five quotes that stand where they are said to", () => {
    fc.assert(
      fc.property(symptomsOf, (given) => {
        const verdict = decide(given);
        expect(CAUSES.filter((cause) => cause === verdict.cause)).toHaveLength(1);
        expect(verdict.confidence).toBeGreaterThan(0);
        expect(verdict.confidence).toBeLessThanOrEqual(1);
        if (verdict.cause === "unknown") expect(verdict.confidence).toBeLessThanOrEqual(0.3);
        expect(verdict.cause).not.toBe("flaky");
        expect(verdict.nextAction).toMatch(/^[A-Z].*[.?]$/s);
        expect(verdict.evidence.length).toBeLessThanOrEqual(5);
        expect(verdict.evidence.length).toBeGreaterThan(0);
        const told = new Map(given.tail.map((at) => [at.line, at.text]));
        for (const quote of verdict.evidence) expect(told.get(quote.line)).toContain(quote.quote);
      }),
      { numRuns: 500 },
    );
  });

  test("is decided by a rule: a model is not among what classify is given", () => {
    expect(classify.length).toBeLessThanOrEqual(3);
    for (const hit of lines) {
      expect(decide(symptoms({ lines: { 1: hit }, blocks: [[1, 1]] })).decidedBy).toBe("rule");
    }
  });

  test("what no rule knows is unknown, unsure, and names the line to read", () => {
    const verdict = decide(symptoms({ lines: { 70: "the frobnicator is cross" }, blocks: [[70, 70]] }));
    expect(verdict).toMatchObject({ cause: "unknown", rule: null });
    expect(verdict.confidence).toBeLessThanOrEqual(0.3);
    expect(verdict.nextAction).toContain("line 70");
  });

  test("the first quote is the first error block's headline where the rule's line is in that block", () => {
    const verdict = decide(
      symptoms({ lines: { 4: "Build step 3 broke", 5: "write: No space left on device" }, blocks: [[4, 5]] }),
    );
    expect(verdict.evidence.slice(0, 2).map((quote) => quote.line)).toEqual([4, 5]);
  });
});
