import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type {
  FullConfig,
  FullResult,
  Reporter,
  TestCase,
  TestError,
  TestResult,
} from "@playwright/test/reporter";
import type { RunEvent } from "#knowledge";
import { neverFail } from "../never-fail.ts";
import { openRunFile, type RunFile, uniqueName } from "../run-file.ts";
import { projectRoot } from "../run-folder.ts";
import type { SeenStep } from "../test-steps.ts";
import { plain } from "../value-text.ts";
import { STEPS_FOLDER, stepsFile } from "./steps-folder.ts";

/**
 * A Playwright reporter (`["assay/playwright/reporter"]`) that writes the run: its tests, each attempt, and the
 * steps that the workers of `assay/playwright` saw. It prints nothing and changes no outcome.
 */
export default function assayReporter(): Reporter {
  const run = openRun();
  return {
    printsToStdio: () => false,
    onBegin: (config) => neverFail(() => run.begin(config)),
    onTestBegin: (test) => neverFail(() => run.started(test)),
    onTestEnd: (test, result) => neverFail(() => run.ended(test, result)),
    onError: (error) => neverFail(() => run.failedOutside(error)),
    onEnd: (result) => neverFail(() => run.end(result)),
  };
}

function openRun() {
  let file: RunFile | undefined;
  let steps = "";
  let begunAt = Date.now();
  const outside: string[] = [];
  const told = new Set<string>();
  /** Tests that may be tried again: all that have retries, for a test of a serial group is repeated with the group. */
  const open = new Set<TestCase>();
  const root = projectRoot();
  const write = (event: RunEvent): void => file?.write(event);

  function startedOnce(test: TestCase): void {
    if (told.has(test.id)) return;
    told.add(test.id);
    const { file: source, line } = test.location;
    write({
      type: "test.started",
      test: test.id,
      name: test.title,
      suites: suitesOf(test),
      file: relative(root, source).replaceAll("\\", "/"),
      ...(line > 0 ? { line } : {}),
    });
  }

  function finish(test: TestCase): void {
    startedOnce(test);
    const durationMs = test.results.at(-1)?.duration;
    write({
      type: "test.finished",
      test: test.id,
      outcome: lastWord(test),
      ...(durationMs === undefined ? {} : { durationMs }),
    });
  }

  return {
    begin(config: FullConfig): void {
      begunAt = Date.now();
      // Empty: there is a reporter, and where it cannot write, there is nothing for the workers to do.
      process.env[STEPS_FOLDER] = "";
      const { shard, version } = config;
      file = openRunFile({
        recorder: "assay/playwright",
        runner: `playwright ${version}`,
        startedAt: begunAt,
        ...(shard === null ? {} : { part: { index: shard.current, of: shard.total } }),
      });
      steps = join(dirname(file.path), `.steps-${uniqueName()}`);
      mkdirSync(steps);
      process.env[STEPS_FOLDER] = steps;
    },
    started: startedOnce,
    ended(test: TestCase, result: TestResult): void {
      startedOnce(test);
      const attempt = result.retry + 1;
      for (const step of takeSteps(join(steps, stepsFile(test.id, result.retry))))
        write({ ...step, type: "step.finished", test: test.id, attempt });
      const outcome = outcomeOf(test, result);
      write({
        type: "attempt.finished",
        test: test.id,
        attempt,
        outcome,
        durationMs: result.duration,
        ...(outcome === "failed" || outcome === "errored" ? { failure: failureOf(test, result) } : {}),
      });
      if (test.retries > 0) open.add(test);
      else finish(test);
    },
    failedOutside(error: TestError): void {
      outside.push(plain(error.stack ?? error.message ?? error.value ?? "an error without a message"));
    },
    end({ duration, status }: FullResult): void {
      for (const test of open) finish(test);
      if (status === "timedout") outside.push("the run took longer than its global timeout");
      write({
        type: "run.finished",
        tests: told.size,
        durationMs: duration,
        ...(outside.length === 0 ? {} : { error: outside.join("\n\n") }),
      });
      delete process.env[STEPS_FOLDER];
      rmSync(steps, { recursive: true, force: true });
    },
  };
}

/** Project, file and `describe` blocks, as Playwright's JSON report nests them. */
function suitesOf(test: TestCase): string[] {
  const [, project, ...titles] = test.titlePath();
  return [...(project ? [`[${project}]`] : []), ...titles.slice(0, -1)].filter((title) => title !== "");
}

function outcomeOf(test: TestCase, { status }: TestResult): "passed" | "failed" | "errored" | "skipped" {
  if (status === "skipped") return "skipped";
  if (status === test.expectedStatus) return "passed";
  return status === "interrupted" ? "errored" : "failed";
}

function lastWord(test: TestCase): "passed" | "failed" | "errored" | "skipped" {
  const outcome = test.outcome();
  if (outcome === "skipped") return "skipped";
  if (outcome === "expected" || outcome === "flaky") return "passed";
  const last = test.results.at(-1);
  return last !== undefined && outcomeOf(test, last) === "errored" ? "errored" : "failed";
}

function failureOf({ expectedStatus }: TestCase, { errors, status }: TestResult) {
  const [first] = errors;
  const message = first?.message ?? first?.value;
  return {
    ...(status === "timedOut" ? { type: "TimeoutError" } : {}),
    message:
      message !== undefined
        ? plain(message)
        : status === "passed"
          ? `passed, but was expected to be ${expectedStatus}`
          : status,
    text: errors.map((error) => plain(error.stack ?? error.message ?? error.value ?? "")).join("\n\n"),
  };
}

/** The steps that a worker left, which are masked already; a line that a kill cut off is none. */
function takeSteps(path: string): readonly SeenStep[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  rmSync(path);
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as SeenStep];
    } catch {
      return [];
    }
  });
}
