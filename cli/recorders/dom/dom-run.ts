import { relative } from "node:path";
import type { RunEvent } from "#knowledge";
import { openRunFile, type RunFile } from "../run-file.ts";
import { projectRoot } from "../run-folder.ts";
import { type TestSteps, testSteps } from "../test-steps.ts";
import { setRunningSteps } from "./running-steps.ts";

type Outcome = "passed" | "failed" | "skipped";

export interface DomTest {
  /** What the runner knows it by; any text of its own. */
  readonly key: string;
  readonly name: string;
  readonly suites: readonly string[];
  /** Absolute. */
  readonly file?: string;
  readonly line?: number;
}

/** One run file of a test process: opened at the first test, ended by `end`. */
export interface DomRun {
  /** Begins an attempt; until it stops, its steps are written as they are seen. */
  start(test: DomTest, attempt: number): void;
  stop(key: string): void;
  attempt(test: DomTest, attempt: number, outcome: Outcome, more: AttemptFacts): void;
  finish(test: DomTest, outcome: Outcome, durationMs?: number): void;
  end(): void;
}

export interface AttemptFacts {
  readonly durationMs?: number | undefined;
  readonly failure?:
    | { readonly type?: string; readonly message?: string; readonly text?: string }
    | undefined;
}

export function openDomRun(recorder: string, runner: string): DomRun {
  const root = projectRoot();
  const begun = Date.now();
  const ids = new Map<string, string>();
  const running = new Map<string, { readonly path: string; readonly steps: TestSteps }>();
  let file: RunFile | undefined;

  const write = (event: RunEvent): void => {
    file ??= openRunFile({ recorder, runner, startedAt: begun });
    file.write(event);
  };

  function idOf({ key, name, suites, file: source, line }: DomTest): string {
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = `t${ids.size + 1}`;
    ids.set(key, id);
    write({
      type: "test.started",
      test: id,
      name,
      suites: [...suites],
      ...(source === undefined ? {} : { file: relative(root, source).replaceAll("\\", "/") }),
      ...(line === undefined ? {} : { line }),
    });
    return id;
  }

  /** Of tests that run side by side nobody can say whose step it was; a test inside of another is told apart. */
  function choose(): void {
    const all = [...running.values()];
    const last = all.at(-1);
    const alone = last !== undefined && all.every(({ path }) => last.path.startsWith(path));
    setRunningSteps(alone ? last.steps : undefined);
  }

  return {
    start(test, attempt) {
      const id = idOf(test);
      const steps = testSteps(
        (step) => write({ ...step, type: "step.finished", test: id, attempt }),
        () => (globalThis as { document?: { location?: { href?: string } } }).document?.location?.href,
        () => performance.now(),
      );
      running.set(test.key, { path: [...test.suites, test.name, ""].join("\0"), steps });
      choose();
    },
    stop(key) {
      running.get(key)?.steps.end();
      running.delete(key);
      choose();
    },
    attempt(test, attempt, outcome, { durationMs, failure }) {
      write({
        type: "attempt.finished",
        test: idOf(test),
        attempt,
        outcome,
        ...took(durationMs),
        ...(failure === undefined ? {} : { failure }),
      });
    },
    finish(test, outcome, durationMs) {
      write({
        type: "test.finished",
        test: idOf(test),
        outcome,
        ...took(durationMs),
      });
    },
    end() {
      if (file === undefined) return;
      for (const key of [...running.keys()]) this.stop(key);
      write({ type: "run.finished", tests: ids.size, durationMs: Date.now() - begun });
      file = undefined;
      ids.clear();
    },
  };
}

function took(durationMs: number | undefined): { durationMs?: number } {
  return durationMs === undefined ? {} : { durationMs: Math.round(durationMs) };
}
