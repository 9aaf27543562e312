import { afterEach, beforeEach, type TestContext } from "node:test";
import { neverFail } from "../never-fail.ts";
import { type DomTest, openDomRun } from "./dom-run.ts";
import { failureOf } from "./failure-of.ts";
import { watchAssert } from "./watch-assert.ts";
import { watchEvents } from "./watch-events.ts";
import { watchQueries } from "./watch-queries.ts";

/** For `node --import assay/dom/node --test`: records the tests of each process. */

/** What newer versions of Node tell of a test. */
type Told = TestContext & { readonly passed?: boolean; readonly error?: unknown; readonly attempt?: number };

const run = openDomRun("assay/dom/node", `node ${process.version}`);
const began = new Map<string, number>();

neverFail(watchAssert);

beforeEach((context) => {
  neverFail(() => {
    const test = context as Told;
    watchQueries();
    watchEvents();
    began.set(keyOf(test), performance.now());
    run.start(testOf(test), attemptOf(test));
  });
});

afterEach((context) => {
  neverFail(() => {
    const test = context as Told;
    run.stop(keyOf(test));
    const durationMs = Math.round(performance.now() - (began.get(keyOf(test)) ?? performance.now()));
    const failed = test.passed === false;
    // A failed test of Node carries the test's error in one of the runner's.
    const error = (test.error as { cause?: unknown } | null | undefined)?.cause ?? test.error;
    run.attempt(testOf(test), attemptOf(test), failed ? "failed" : "passed", {
      durationMs,
      ...(failed && error ? { failure: failureOf(error) } : {}),
    });
    run.finish(testOf(test), failed ? "failed" : "passed", durationMs);
  });
});

process.on("exit", () => {
  neverFail(() => run.end());
});

function keyOf(test: Told): string {
  return `${test.filePath ?? ""}\0${test.fullName}`;
}

function attemptOf({ attempt }: Told): number {
  return (attempt ?? 0) + 1;
}

function testOf(test: Told): DomTest {
  const { name, fullName, filePath } = test;
  const above = fullName.endsWith(name) ? fullName.slice(0, -name.length) : "";
  return {
    key: keyOf(test),
    name,
    suites: above.split(" > ").filter((suite) => suite !== ""),
    ...(filePath === undefined ? {} : { file: filePath }),
  };
}
