import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Step, TestCase } from "../../../knowledge/evidence/test-case.ts";
import type { Candidate } from "../../../knowledge/learn/candidate.ts";
import { FAILURES_LEARNED, OBSERVATIONS_KEPT } from "../../../knowledge/learn/run-evidence.ts";
import { normaliseAnchor } from "../../../knowledge/record/anchor.ts";
import { recordProblems } from "../../../knowledge/record/record-problems.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";
import { sampleRecord } from "../../support/sample-record.ts";
import { failure, observe, step, taught, testCase } from "./learn-test-case.ts";

const claims = (seen: Partial<Step>, around?: Partial<TestCase>) =>
  taught(seen, around).map(({ claim }) => claim);
const types = (seen: Partial<Step>, around?: Partial<TestCase>) =>
  taught(seen, around).map(({ type }) => type);

/** A step as an application could show it, with words of which some are alike. */
const anyStep: fc.Arbitrary<Step> = fc
  .record(
    {
      action: fc.constantFrom("click", "expect.toHaveText", "expect.toHaveCount"),
      element: fc.constantFrom("button[A]", "status[B]", ""),
      locator: fc.constantFrom("#a", "#b"),
      matched: fc.nat({ max: 2 }),
      urlBefore: fc.constantFrom("/a", "/b", "about:blank"),
      urlAfter: fc.constantFrom("/a", "/b"),
      expected: fc.constantFrom("1", "2"),
      actual: fc.constantFrom("1", "2", ""),
      check: fc.constantFrom("passed" as const, "failed" as const),
      reported: fc.record({
        name: fc.constantFrom("load", "size"),
        value: fc.oneof(fc.nat({ max: 2 }), fc.constant("x")),
      }),
    },
    { requiredKeys: ["action"] },
  )
  .map((seen) => ({ ...seen, line: 1 }));

const anyTest: fc.Arbitrary<TestCase> = fc
  .record({
    suites: fc.constantFrom([], ["a"], ["a", "b"]),
    name: fc.constantFrom("one", "two", "three"),
    outcome: fc.constantFrom("passed" as const, "failed" as const, "errored" as const, "skipped" as const),
    file: fc.constantFrom("x/a.test.ts", "x/b.test.ts"),
    steps: fc.array(anyStep, { maxLength: 6 }),
  })
  .map((seen) => ({ ...seen, flaky: false, line: 1 }));

describe("what a step teaches", () => {
  test.each<[string, Partial<Step>, string[]]>([
    ["another page", { urlAfter: "https://shop.example/checkout" }, ["navigational"]],
    [
      "another page of an element without a locator",
      { urlAfter: "/checkout", locator: "" },
      ["navigational"],
    ],
    ["another query of the same page", { urlAfter: "https://shop.example/cart?id=8" }, ["selector"]],
    ["another id in the address", { urlBefore: "/order/1", urlAfter: "/order/2" }, ["selector"]],
    ["a blank page before", { urlBefore: "about:blank" }, ["selector"]],
    ["a known locator", {}, ["selector"]],
    ["no locator", { locator: "" }, ["behavioral"]],
    ["no element", { matched: 0 }, []],
    ["two elements", { matched: 2 }, []],
    ["nobody counted the elements", { matched: undefined as never }, []],
    ["a failed check", { check: "failed" }, []],
    ["no check", { check: undefined as never }, []],
    ["an error beside a passed check", { error: "detached" }, []],
    ["the actual value of a passed check", { actual: "12.99" }, ["measurement", "selector"]],
    ["the actual value of a failed check", { actual: "12.99", check: "failed" }, []],
    ["the actual value of two elements", { actual: "12.99", matched: 2 }, ["measurement"]],
    ["a reported value", { reported: { name: "load", value: 120 } }, ["measurement", "selector"]],
    [
      "a reported value of a failed check",
      { reported: { name: "load", value: 1 }, check: "failed" },
      ["measurement"],
    ],
  ])("%s", (_, seen, expected) => {
    expect(types(seen).toSorted()).toEqual(expected);
  });

  test.each<[string, Partial<TestCase>, number]>([
    ["passed", { outcome: "passed" }, 1],
    ["failed", { outcome: "failed" }, 1],
    ["errored", { outcome: "errored" }, 0],
    ["skipped", { outcome: "skipped" }, 0],
    ["listed as not run", { outcome: "passed", notRun: true }, 0],
  ])("a test that %s", (_, around, count) => {
    expect(taught({}, around)).toHaveLength(count);
  });

  test("only the last attempt is learned from", () => {
    const attempts = [
      { outcome: "failed" as const, steps: [step({ element: "button[Old]" })] },
      { outcome: "passed" as const, steps: [step({ element: "button[New]" })] },
    ];
    const found = observe([testCase({ flaky: true, attempts })]).observations;
    expect(found.map(({ anchors }) => anchors[0])).toEqual(["element:/cart#button[New]"]);
  });

  test("in these words", () => {
    expect(claims({ urlAfter: "/checkout" })).toEqual([
      "On /cart, click on button[Checkout] leads to /checkout.",
    ]);
    expect(claims({})).toEqual([
      "On /cart, button[Checkout] is found by getByRole('button', { name: 'Checkout' }).",
    ]);
    expect(claims({ element: "" })).toEqual([
      "On /cart, getByRole('button', { name: 'Checkout' }) finds one element.",
    ]);
    expect(claims({ locator: "" })).toEqual([
      "In checkout/pays, click on button[Checkout], on /cart, passes its check.",
    ]);
    expect(claims({ locator: "", expected: "open" })).toEqual([
      'In checkout/pays, click on button[Checkout], on /cart, sees "open" as expected.',
    ]);
    const total = { action: "expect.toHaveText", element: "status[Total]", actual: ' 12.99\n"net"' };
    expect(claims(total)).toContain(
      String.raw`In checkout/pays, the text of status[Total] is "12.99 \"net\"".`,
    );
    expect(claims({ action: "expect.not.toHaveTextContent", actual: "3" })).toContain(
      'In checkout/pays, the text of button[Checkout] is "3".',
    );
    expect(claims({ action: "expect.toBeVisible", actual: "visible" })).toContain(
      'In checkout/pays, expect.toBeVisible on button[Checkout] sees "visible".',
    );
    const bare = { action: "report", matched: undefined as never };
    expect(claims({ ...bare, reported: { name: "load time", value: 120, unit: "ms" } })).toEqual([
      "In checkout/pays, the reported load time is a number of ms.",
    ]);
    expect(claims({ ...bare, reported: { name: "plan", value: "free" } })).toEqual([
      'In checkout/pays, the reported plan is "free".',
    ]);
  });

  test("at these anchors: the primary one, the pages, the element, then tests", () => {
    expect(taught({ urlAfter: "/checkout" })[0]?.anchors).toEqual([
      "element:/cart#button[Checkout]",
      "page:/cart",
      "page:/checkout",
      "test:checkout/pays",
    ]);
    expect(taught({ locator: "" })[0]?.anchors).toEqual([
      "step:checkout/pays › click button[Checkout]",
      "page:/cart",
      "element:/cart#button[Checkout]",
      "test:checkout/pays",
    ]);
    const read = taught({ action: "expect.toHaveText", actual: "1" }).find(
      ({ type }) => type === "measurement",
    );
    expect(read?.anchors).toEqual([
      "check:checkout/pays › expect.toHaveText button[Checkout]",
      "page:/cart",
      "element:/cart#button[Checkout]",
      "test:checkout/pays",
    ]);
    const reported = taught({
      matched: 0,
      urlBefore: "",
      urlAfter: "",
      reported: { name: "load", value: 1 },
    });
    expect(reported[0]?.anchors).toEqual(["check:checkout/pays › reported load", "test:checkout/pays"]);
  });

  test("two tests that see different values of one place are about two places", () => {
    const seen = (name: string, actual: string) =>
      testCase({ name, steps: [step({ action: "expect.toHaveText", actual, matched: 3 })] });
    const found = observe([seen("pays", "1"), seen("pays twice", "2")]).observations;
    expect(new Set(found.map(({ anchors }) => anchors[0])).size).toBe(2);
  });

  test.each<[string, Partial<Step>, Partial<Candidate["evidence"]>]>([
    ["page and element known", {}, { complete: true, matched: 1, check: "passed" }],
    ["element known by its locator", { element: "" }, { complete: true }],
    ["page unknown", { urlBefore: "", urlAfter: "" }, { complete: false }],
    ["element unknown", { element: "", locator: "" }, { complete: false }],
    ["a value of two elements", { actual: "1", matched: 2 }, { complete: true, matched: 2 }],
    ["a value of nobody knows how many", { actual: "1", matched: undefined as never }, { complete: false }],
    ["a blank value", { actual: " ", matched: 2 }, { complete: false }],
    [
      "a count, which is of no one element",
      { action: "expect.toHaveCount", actual: "2", matched: 2 },
      { complete: true },
    ],
    [
      "a finite number",
      { matched: 0, reported: { name: "n", value: 0 } },
      { complete: true, check: "passed" },
    ],
    [
      "a number that is none",
      { matched: 0, reported: { name: "n", value: Number.NaN } },
      { complete: false },
    ],
    [
      "no check",
      { check: undefined as never, reported: { name: "n", value: 1 } },
      { complete: true, check: "none" },
    ],
    [
      "a failed check",
      { check: "failed", reported: { name: "n", value: 1 } },
      { complete: true, check: "failed" },
    ],
  ])("evidence: %s", (_, seen, expected) => {
    expect(taught(seen)).toHaveLength(1);
    expect(taught(seen)[0]?.evidence).toMatchObject(expected);
  });

  test("a count says nothing of how many elements there must be", () => {
    const [found] = taught({ action: "expect(locator).toHaveCount", actual: "2", matched: 2 });
    expect(found?.claim).toBe('In checkout/pays, the number of button[Checkout] is "2".');
    expect(found?.evidence).not.toHaveProperty("matched");
  });

  test("the page that a check saw is folded, so that a port or an id makes no other one", () => {
    const at = (actual: string) =>
      claims({ action: "expect.toHaveURL", matched: 0, element: "", locator: "", actual });
    expect(at("http://localhost:3123/order/7?a=1")).toEqual([
      'In checkout/pays, the page is "/order/:param".',
    ]);
    expect(at("http://localhost:4999/order/8")).toEqual(at("http://localhost:3123/order/7"));
  });
});

describe("a run's observations", () => {
  test("equal ones merge, with their tests and how often they were seen", () => {
    const tests = Array.from({ length: 60 }, (_, n) =>
      testCase({ name: `t${String(n).padStart(2, "0")}`, steps: [step(), step()] }),
    );
    const { observations, dropped } = observe(tests);
    expect(observations).toHaveLength(1);
    expect(observations[0]).toMatchObject({ seen: 120, scope: "checkout" });
    expect(observations[0]?.tests).toHaveLength(50);
    expect(observations[0]?.anchors.slice(2)).toEqual([0, 1, 2, 3, 4].map((n) => `test:checkout/t0${n}`));
    expect(dropped).toBe(0);
  });

  test("the order of the tests makes no difference", () => {
    fc.assert(
      fc.property(
        fc
          .array(anyTest, { maxLength: 12 })
          .chain((tests) =>
            fc.tuple(
              fc.constant(tests),
              fc.shuffledSubarray(tests, { minLength: tests.length, maxLength: tests.length }),
            ),
          ),
        ([tests, shuffled]) => {
          const { observations, dropped, scopes } = observe(tests);
          const other = observe(shuffled);
          expect(other.observations).toEqual(observations);
          expect(other.dropped).toBe(dropped);
          expect(Object.keys(other.scopes).sort()).toEqual(Object.keys(scopes).sort());
        },
      ),
      { numRuns: 100 },
    );
  });

  test("only so many are kept, the same ones in any order, and the others are counted", () => {
    const tests = Array.from({ length: 2 * OBSERVATIONS_KEPT + 500 }, (_, n) =>
      testCase({ name: `t${n}`, steps: [step({ element: `button[${n}]` })] }),
    );
    const { observations, dropped } = observe(tests);
    expect(observations).toHaveLength(OBSERVATIONS_KEPT);
    expect(dropped).toBe(OBSERVATIONS_KEPT + 500);
    expect(observe(tests.toReversed())).toEqual({ ...observe(tests), scopes: {} });
  });

  test("the first failing and flaky tests are kept, without their steps, with their scopes", () => {
    const attempts = [
      { outcome: "failed" as const, failure: failure("no"), steps: [step()] },
      { outcome: "passed" as const },
    ];
    const failed = Array.from({ length: FAILURES_LEARNED + 5 }, (_, n) =>
      testCase({
        name: `f${n}`,
        outcome: n % 2 ? "failed" : "errored",
        failure: failure("no"),
        steps: [step()],
      }),
    );
    const { failures, flakyTests, scopes } = observe([
      ...failed,
      testCase({ name: "flake", flaky: true, attempts }),
    ]);
    expect(failures.map(({ name }) => name)).toEqual(
      failed.slice(0, FAILURES_LEARNED).map(({ name }) => name),
    );
    expect(flakyTests.map(({ name }) => name)).toEqual(["flake"]);
    expect(JSON.stringify([failures, flakyTests])).not.toContain('"steps"');
    expect(Object.keys(scopes)).toHaveLength(FAILURES_LEARNED + 1);
    expect(scopes["test:checkout/flake"]).toBe("checkout");
  });
});

describe("what is kept", () => {
  test("of many attempts the last ones, and the long text of the last that failed", () => {
    const attempts = Array.from({ length: 30 }, (_, n) =>
      n === 29 ? { outcome: "passed" as const } : { outcome: "failed" as const, failure: failure(`no ${n}`) },
    );
    const [kept] = observe([testCase({ flaky: true, attempts })]).flakyTests;
    expect(kept?.attempts).toHaveLength(10);
    expect(kept?.attempts?.map(({ failure }) => failure?.message).slice(-3)).toEqual([
      "no 27",
      "no 28",
      undefined,
    ]);
    expect(kept?.attempts?.flatMap(({ failure }) => failure?.text ?? [])).toEqual(["no 28"]);
  });

  const SECRET = "hunter2-s3cr3t";

  test.each([
    ["as it is", SECRET],
    ["in capitals", SECRET.toUpperCase()],
    ["in base64 of a longer text", Buffer.from(`user:${SECRET}:x`).toString("base64")],
    ["in an address", `a${encodeURIComponent(`&${SECRET}`)}`],
    ["cut in two by a colour", `hunter2\u001b[31m-s3cr3t`],
    ["cut in two by what nobody sees", `hunter2\u200b-s3\u0008cr3t`],
  ])("holds no secret in any field: %s", (_, hidden) => {
    const told = `x ${hidden} y`;
    const seen: Step = {
      action: told,
      locator: told,
      element: told,
      matched: 1,
      urlBefore: `https://x.example/${hidden}`,
      urlAfter: `https://x.example/b/${hidden}`,
      expected: told,
      actual: told,
      check: "passed",
      reported: { name: told, value: told, unit: told },
      line: 1,
    };
    const why = { ...failure(hidden), type: told };
    const one: TestCase = {
      suites: [told],
      name: told,
      className: `C${told}`,
      file: `test/${hidden}.ts`,
      outcome: "failed",
      flaky: false,
      failure: why,
      attempts: [{ outcome: "failed", failure: why, steps: [seen] }],
      steps: [
        seen,
        { ...seen, locator: "", urlAfter: seen.urlBefore! },
        { ...seen, urlBefore: "", urlAfter: "", element: "" },
      ],
      line: 1,
    };
    const kept = observe([one, { ...one, outcome: "passed", flaky: true }], [SECRET]);
    expect(kept.observations.length).toBeGreaterThanOrEqual(5);
    const text = JSON.stringify(kept);
    expect(secretMask([SECRET])(text)).toBe(text);
    expect(text.toLowerCase()).not.toContain(SECRET);
    expect(text).toContain("***");
  });

  test("names that spell a secret only together are masked too", () => {
    for (const secret of ["checkout/pays", "checkout.pays"]) {
      const kept = observe(
        [testCase({ outcome: "failed", failure: failure("no"), steps: [step()] })],
        [secret],
      );
      expect(JSON.stringify(kept)).not.toContain(secret);
      expect(kept.failures[0]?.suites).toEqual([]);
    }
  });

  test("a secret that is an ordinary word of ours spoils no field", () => {
    const { observations, failures } = observe(
      [testCase({ steps: [step()] }), testCase({ outcome: "failed", failure: failure("failed") })],
      ["passed", "failed", "element", "selector", "message", "outcome"],
    );
    expect(observations[0]).toMatchObject({ type: "selector", evidence: { check: "passed" } });
    expect(observations[0]?.anchors[0]).toBe("element:/cart#button[Checkout]");
    expect(failures[0]).toMatchObject({ outcome: "failed", failure: { message: "***" } });
  });

  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "__proto__",
      "constructor",
      "toString",
      "a\nb\r\n\tc",
      "\u001b[31mred\u001b[0m",
      "\ud800",
      "\ufffd",
      "",
      "   ",
      "#",
      "/../..",
      "?x#y",
      "x".repeat(100_000),
      "🛒".repeat(5_000),
    ),
  );

  test("names of any characters give sound anchors and claims", () => {
    fc.assert(
      fc.property(
        fc.record({
          suites: fc.array(hostile, { maxLength: 3 }),
          name: hostile,
          className: hostile,
          file: hostile,
        }),
        fc.record({
          action: hostile,
          element: hostile,
          locator: hostile,
          urlBefore: hostile,
          urlAfter: hostile,
          expected: hostile,
          actual: hostile,
          reported: fc.record({ name: hostile, value: fc.oneof(hostile, fc.double()), unit: hostile }),
        }),
        (named, seen) => {
          const steps: Step[] = [{ ...seen, matched: 1, check: "passed", line: 1 }];
          const { observations, scopes } = observe([
            testCase({ ...named, steps }),
            testCase({ ...named, outcome: "failed", failure: failure("no") }),
          ]);
          expect(observations.length).toBeGreaterThanOrEqual(2);
          for (const { anchors, claim, type, scope, evidence } of observations) {
            expect(recordProblems(sampleRecord({ type, anchors, claim }))).toEqual([]);
            expect(claim.length).toBeLessThan(1_200);
            expect(claim).not.toMatch(/[\r\n]/);
            expect(scope).toMatch(/^[a-z0-9][a-z0-9-]*$/);
            expect(evidence.step?.length).toBeLessThanOrEqual(200);
          }
          for (const anchor of Object.keys(scopes))
            expect(normaliseAnchor(anchor)).toEqual({ kind: "anchor", anchor });
        },
      ),
      { numRuns: 150 },
    );
  });
});
