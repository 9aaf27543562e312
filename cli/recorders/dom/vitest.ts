import { afterAll, afterEach, beforeEach, chai, type RunnerTask, type RunnerTestCase } from "vitest";
import { neverFail } from "../never-fail.ts";
import { isWatched, watched, withoutOurFrames } from "../unseen-call.ts";
import { type DomTest, openDomRun } from "./dom-run.ts";
import { failureOf } from "./failure-of.ts";
import { beginAssertion } from "./watch-assertion.ts";
import { watchEvents } from "./watch-events.ts";
import { watchQueries } from "./watch-queries.ts";

/** For `setupFiles` of a Vitest config: records the tests of each file. */

const run = openDomRun("assay/dom/vitest", "vitest");
const told = new Set<string>();
let seen: RunnerTestCase | undefined;

neverFail(watchQueries);

beforeEach(({ task }) => {
  neverFail(() => {
    // Only now is the last word on the test before known.
    if (seen !== undefined && seen !== task) tell(seen);
    seen = task;
    watchMatchers();
    watchEvents();
    run.start(testOf(task), attemptOf(task));
  });
});

afterEach(({ task }) => {
  neverFail(() => run.stop(task.id));
});

afterAll(() => {
  neverFail(() => {
    if (seen !== undefined) for (const task of testsIn(seen.file)) tell(task);
    run.end();
  });
});

function testsIn(task: RunnerTask): readonly RunnerTestCase[] {
  return "tasks" in task ? task.tasks.flatMap(testsIn) : [task as RunnerTestCase];
}

function attemptOf({ result }: RunnerTestCase): number {
  return 1 + (result?.retryCount ?? 0);
}

function testOf(task: RunnerTestCase): DomTest {
  const suites: string[] = [];
  for (let suite = task.suite; suite !== undefined && suite !== (task.file as unknown); suite = suite.suite)
    suites.unshift(suite.name);
  const line = task.location?.line;
  return {
    key: task.id,
    name: task.name,
    suites,
    file: task.file.filepath,
    ...(line === undefined ? {} : { line }),
  };
}

/** Every attempt of a test that is over, and its last word; once. */
function tell(task: RunnerTestCase): void {
  const state = task.result?.state;
  if (told.has(task.id) || state === "run") return;
  told.add(task.id);
  const test = testOf(task);
  if (state !== "pass" && state !== "fail") {
    run.finish(test, "skipped");
    return;
  }
  const { duration, errors } = task.result as NonNullable<typeof task.result>;
  const attempts = attemptsOf(task) ?? [{ state, errors, duration }];
  for (const [index, attempt] of attempts.entries()) {
    const failed = attempt.state === "fail";
    const error = attempt.errors?.[0];
    run.attempt(test, index + 1, failed ? "failed" : "passed", {
      durationMs: attempt.duration,
      ...(failed && error !== undefined ? { failure: failureOf(error) } : {}),
    });
  }
  run.finish(test, state === "pass" ? "passed" : "failed", duration);
}

interface VitestAttempt {
  readonly state: string;
  readonly errors?: readonly unknown[] | undefined;
  readonly duration?: number | undefined;
}

/** Vitest lists the attempts of a test only since version 5. */
function attemptsOf(task: RunnerTestCase): readonly VitestAttempt[] | undefined {
  const { attempts } = (task.result ?? {}) as { attempts?: readonly VitestAttempt[] };
  return attempts?.length ? attempts : undefined;
}

/** Matchers are methods that all `expect` share; those of `expect.extend` come later. */
function watchMatchers(): void {
  const matchers = chai.Assertion.prototype as unknown as Record<string, (...args: never[]) => unknown>;
  for (const name of Object.getOwnPropertyNames(matchers)) {
    if (!/^to[A-Z]/.test(name)) continue;
    const property = Object.getOwnPropertyDescriptor(matchers, name);
    if (typeof property?.value !== "function" || isWatched(property.value)) continue;
    const value = watched(property.value, (self, args) => neverFail(() => begin(self as object, name, args)));
    Object.defineProperty(matchers, name, { ...property, value });
  }
}

function begin(assertion: object, name: string, args: readonly unknown[]) {
  const flag = (key: string): unknown => chai.util.flag(assertion, key);
  const promise = flag("promise");
  const words = ["expect", ...(promise ? [promise] : []), ...(flag("negate") ? ["not"] : []), name];
  // A soft check throws nothing: Vitest notes its error with the test.
  const test = flag("vitest-test") as RunnerTestCase | undefined;
  const errors = test?.result?.errors?.length ?? 0;
  const settle = beginAssertion({ action: words.join("."), received: flag("object"), args });
  return (
    settle &&
    ((error: { readonly thrown: unknown } | undefined) =>
      neverFail(() => {
        const noted = test?.result?.errors?.[errors];
        withoutOurFrames(noted);
        settle(error?.thrown ?? noted);
      }))
  );
}
