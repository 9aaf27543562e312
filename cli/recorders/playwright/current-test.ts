import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { TestInfo } from "@playwright/test";
import { type EventMask, eventMask } from "../event-mask.ts";
import { neverFail, tellOnce } from "../never-fail.ts";
import { type TestSteps, testSteps } from "../test-steps.ts";
import { STEPS_FOLDER, stepsFile } from "./steps-folder.ts";

/** The attempt that this worker is at. */
export interface CurrentTest {
  readonly steps: TestSteps;
  readonly info: TestInfo;
  /** The page that was last acted on or looked at. */
  seeing(page: { url(): string }): void;
  /** A look-up that needs the page. Resolves when it is over, whatever came of it, or after {@link LOOK_UP}. */
  lookUp(work: Promise<void>): Promise<void>;
  /** Resolves when no look-up is open, or after {@link PATIENCE}. */
  quiet(): Promise<void>;
  end(): void;
}

/** Milliseconds that the end of a test waits for look-ups, so that they come before its pages close. */
const PATIENCE = 1_000;
/** Milliseconds that a look-up may hold up the test. */
const LOOK_UP = 5_000;

let current: CurrentTest | undefined;
let mask: EventMask | undefined;

export function currentTest(): CurrentTest | undefined {
  return current;
}

/** Begins to write the steps of an attempt into a file of its own, which the reporter takes up when it ends. */
export function beginTest(info: TestInfo): void {
  const folder = process.env[STEPS_FOLDER];
  if (folder === "") return;
  if (folder === undefined) {
    tellOnce(new Error('add ["assay/playwright/reporter"] to `reporter` in the Playwright config'));
    return;
  }
  const masked = mask ?? eventMask();
  mask = masked;
  const file = openSync(join(folder, stepsFile(info.testId, info.retry)), "a");
  let page: { url(): string } | undefined;
  const open = new Set<Promise<void>>();
  const steps = testSteps(
    (step) => neverFail(() => writeSync(file, `${JSON.stringify(masked(step))}\n`)),
    () => page?.url(),
    () => performance.now(),
  );
  current = {
    steps,
    info,
    seeing(seen) {
      page = seen;
    },
    lookUp(work) {
      const watched = work.catch(tellOnce).finally(() => open.delete(watched));
      open.add(watched);
      return Promise.race([watched, after(LOOK_UP)]);
    },
    async quiet() {
      if (open.size > 0) await Promise.race([Promise.all(open), after(PATIENCE)]);
    },
    end() {
      current = undefined;
      steps.end();
      closeSync(file);
    },
  };
}

/** Resolves after some milliseconds, and keeps no process alive. */
export function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
}
