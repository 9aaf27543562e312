import { neverFail } from "../never-fail.ts";
import { isWatched, watched } from "../unseen-call.ts";
import { type DomTest, openDomRun } from "./dom-run.ts";
import { failureOf } from "./failure-of.ts";
import { beginAssertion } from "./watch-assertion.ts";
import { watchEvents } from "./watch-events.ts";
import { watchQueries } from "./watch-queries.ts";

/** For `setupFilesAfterEnv` of a Jest config: records the tests of each file. */

/** What Jest's runner knows of a test. */
interface CircusTest {
  readonly name: string;
  readonly parent: CircusBlock;
  readonly errors: readonly unknown[];
  readonly invocations: number;
  readonly mode?: string | null;
  readonly startedAt?: number | null;
}

interface CircusBlock {
  readonly name: string;
  readonly parent?: CircusBlock;
  readonly children?: readonly ((CircusBlock | CircusTest) & { readonly type: string })[];
}

interface CircusState {
  readonly currentlyRunningTest?: CircusTest | null;
  readonly rootDescribeBlock?: CircusBlock;
}

type Hook = (work: () => void) => void;
interface JestGlobals {
  readonly beforeEach: Hook;
  readonly afterEach: Hook;
  readonly afterAll: Hook;
  readonly expect: { getState(): { testPath?: string; currentTestName?: string } };
}

const jest = globalThis as unknown as JestGlobals;
const run = openDomRun("assay/dom/jest", "jest");
const keys = new WeakMap<object, string>();
const ran = new Set<CircusTest>();
let count = 0;

neverFail(watchQueries);

jest.beforeEach(() => {
  neverFail(() => {
    const test = circus()?.currentlyRunningTest;
    watchMatchers();
    watchEvents();
    if (!test) return;
    ran.add(test);
    run.start(testOf(test), attemptOf(test));
  });
});

jest.afterEach(() => {
  neverFail(() => {
    const test = circus()?.currentlyRunningTest;
    if (!test) return;
    run.stop(keyOf(test));
    const error = errorOf(test);
    run.attempt(testOf(test), attemptOf(test), error === undefined ? "passed" : "failed", {
      ...(test.startedAt ? { durationMs: Math.max(0, Date.now() - test.startedAt) } : {}),
      ...(error === undefined ? {} : { failure: failureOf(error) }),
    });
  });
});

jest.afterAll(() => {
  neverFail(() => {
    for (const test of testsIn(circus()?.rootDescribeBlock))
      run.finish(testOf(test), !ran.has(test) ? "skipped" : test.errors.length > 0 ? "failed" : "passed");
    run.end();
  });
});

/** Jest names the running test nowhere but in the state of its runner, which it keeps on the global object. */
function circus(): CircusState | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === "JEST_STATE_SYMBOL",
  );
  return key && (globalThis as unknown as Record<symbol, CircusState>)[key];
}

function testsIn(block: CircusBlock | undefined): readonly CircusTest[] {
  return (block?.children ?? []).flatMap((child) =>
    child.type === "test" ? [child as CircusTest] : testsIn(child as CircusBlock),
  );
}

function keyOf(test: CircusTest): string {
  const known = keys.get(test) ?? String(++count);
  keys.set(test, known);
  return known;
}

function attemptOf({ invocations }: CircusTest): number {
  return Math.max(1, invocations);
}

function testOf(test: CircusTest): DomTest {
  const suites: string[] = [];
  for (let block: CircusBlock | undefined = test.parent; block?.parent !== undefined; block = block.parent)
    suites.unshift(block.name);
  const file = jest.expect.getState().testPath;
  return { key: keyOf(test), name: test.name, suites, ...(file === undefined ? {} : { file }) };
}

/** The runner keeps an error alone or with the one that tells where the test stands. */
function errorOf({ errors: [first] }: CircusTest): unknown {
  return Array.isArray(first) ? (first[0] ?? first[1]) : first;
}

type Matcher = (
  this: { isNot?: boolean; promise?: string },
  received: unknown,
  ...args: unknown[]
) => unknown;

/** Matchers are functions in one table that all copies of Jest's `expect` share. */
function watchMatchers(): void {
  const shared = globalThis as unknown as Record<symbol, { matchers: Record<string, Matcher> } | undefined>;
  const matchers = shared[Symbol.for("$$jest-matchers-object")]?.matchers ?? {};
  for (const [name, matcher] of Object.entries(matchers)) {
    if (isWatched(matcher)) continue;
    const recorded = watched(matcher, (self, [received, ...args]) =>
      neverFail(() => begin(self as ThisParameterType<Matcher>, name, received, args)),
    );
    // Jest marks its own matchers and passes their errors on as they are.
    for (const key of Object.getOwnPropertySymbols(matcher))
      Object.defineProperty(
        recorded,
        key,
        Object.getOwnPropertyDescriptor(matcher, key) as PropertyDescriptor,
      );
    matchers[name] = recorded;
  }
}

function begin(
  { isNot = false, promise = "" }: ThisParameterType<Matcher>,
  name: string,
  received: unknown,
  args: unknown[],
) {
  const words = ["expect", ...(promise === "" ? [] : [promise]), ...(isNot ? ["not"] : []), name];
  const settle = beginAssertion({ action: words.join("."), received, args });
  return (
    settle &&
    ((error: { readonly thrown: unknown } | undefined, result?: unknown) =>
      neverFail(() => {
        const { pass, message } = (result ?? {}) as { pass?: boolean; message?: () => string };
        if (error !== undefined) settle(error.thrown);
        else settle(pass === isNot ? new Error(message?.() ?? "the check failed") : undefined);
      }))
  );
}
