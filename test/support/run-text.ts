import type { RunEvent } from "../../knowledge/evidence/shared/run-format.ts";

type StepEvent = Extract<RunEvent, { type: "step.finished" }>;

/** A step as a test of ours tells it. */
export type ToldStep = Omit<StepEvent, "type" | "test" | "attempt">;

export interface ToldTest {
  readonly name: string;
  readonly suites?: readonly string[];
  readonly file?: string;
  readonly outcome?: "passed" | "failed" | "errored" | "skipped";
  readonly durationMs?: number;
  readonly steps?: readonly ToldStep[];
  /** Message of the failure. */
  readonly failure?: string;
  /** Message of a first attempt that failed before this one. */
  readonly failedFirst?: string;
}

interface ToldRun {
  readonly startedAt?: number;
  readonly commit?: string;
  /** Something outside of the tests that failed. */
  readonly error?: string;
}

/** A run file of Assay's own format (NDJSON) that tells of these tests. */
export function runText(tests: readonly ToldTest[], { error, ...header }: ToldRun = {}): string {
  const lines: object[] = [{ assay: "run", v: 1, recorder: "assay/test", ...header }];
  for (const [index, told] of tests.entries()) {
    const test = String(index + 1);
    const { name, suites = ["checkout"], file = "tests/checkout.spec.ts" } = told;
    const { outcome = "passed", durationMs = 5 + index, steps = [], failure, failedFirst } = told;
    lines.push({ type: "test.started", test, name, suites, file });
    const attempt = failedFirst === undefined ? 1 : 2;
    if (failedFirst !== undefined) lines.push(attemptOf(test, 1, "failed", failedFirst, durationMs));
    for (const step of steps) lines.push({ type: "step.finished", test, attempt, ...step });
    lines.push(attemptOf(test, attempt, outcome, failure, durationMs));
    lines.push({ type: "test.finished", test, outcome, durationMs });
  }
  lines.push({ type: "run.finished", tests: tests.length, ...(error === undefined ? {} : { error }) });
  return `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

function attemptOf(
  test: string,
  attempt: number,
  outcome: string,
  message: string | undefined,
  durationMs: number,
): object {
  const failure = message === undefined ? {} : { failure: { message } };
  return { type: "attempt.finished", test, attempt, outcome, durationMs, ...failure };
}

/** A click on one button of a page, checked. */
export function click(button: string, page = "/checkout", more: Partial<ToldStep> = {}): ToldStep {
  const url = `https://shop.example${page}`;
  return {
    action: "click",
    locator: `getByRole('button', { name: '${button}' })`,
    element: `button[${button}]`,
    matched: 1,
    urlBefore: url,
    urlAfter: url,
    check: "passed",
    ...more,
  };
}
