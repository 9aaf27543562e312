import { en } from "zod/locales";
import * as z from "zod/mini";
import type { JsonNode } from "../json/json-node.ts";
import { member, numberAt, plainValue, stringAt } from "../json/json-node.ts";
import { toldAt } from "../json/json-told.ts";
import type { EvidenceSink } from "../reader.ts";
import type { Attempt, Failure, Step, TestOutcome } from "../test-case.ts";
import { STEP_LIMIT } from "../test-case.ts";
import { buildFailure, buildTest } from "./build-test.ts";
import { RUN_FORMAT_VERSION, RunEvent } from "./run-format.ts";
import { runInfoOf } from "./run-info.ts";
import type { Told } from "./told.ts";

const BROKEN_LIMIT = 20;

/** A run as its events come, in whatever form the file holds them. */
export interface RunEvents {
  take(node: JsonNode): void;
  header(told: unknown): void;
  version(v: number, at: number): void;
  end(): void;
}

interface OpenAttempt {
  readonly steps: Step[];
  /** Of a step with an error, that error with its line. */
  readonly errors: Map<Step, Told>;
  outcome?: TestOutcome;
  durationMs?: number;
  failure?: Failure;
}

interface OpenTest {
  readonly line: number;
  readonly started: Extract<RunEvent, { type: "test.started" }> | undefined;
  readonly attempts: Map<number, OpenAttempt>;
}

/** Puts the events of a run together into tests, and hands each over when it ends. */
export function openRunEvents(sink: EvidenceSink): RunEvents {
  const tests = new Map<string, OpenTest>();
  let invalid = 0;
  let finished = false;
  let count = 0;
  let lastLine = 1;
  let introduced = false;
  const unknown = new Set<string>();

  function testOf(id: string, at: number): OpenTest {
    const known = tests.get(id);
    if (known !== undefined) return known;
    const made: OpenTest = {
      line: at,
      started: undefined,
      attempts: new Map(),
    };
    tests.set(id, made);
    return made;
  }

  function attemptOf(test: OpenTest, number: number | undefined): OpenAttempt {
    const key = number ?? Math.max(1, ...test.attempts.keys());
    const known = test.attempts.get(key);
    if (known !== undefined) return known;
    const made: OpenAttempt = { steps: [], errors: new Map() };
    test.attempts.set(key, made);
    return made;
  }

  function close(
    id: string,
    test: OpenTest,
    said: TestOutcome | undefined,
    durationMs: number | undefined,
    at: number,
  ): void {
    tests.delete(id);
    count += 1;
    const tries = [...test.attempts].sort(([one], [other]) => one - other).map(([, attempt]) => attempt);
    const unfinished = buildFailure({
      message: "the test did not finish",
      line: at,
      endLine: at,
    });
    const unexplained = buildFailure({
      message: `${said}, and the run does not say why`,
      line: at,
      endLine: at,
    });
    const attempts = tries.map((attempt): Attempt => {
      const { outcome = said ?? "errored", failure, durationMs: took, steps, errors } = attempt;
      const bad = outcome === "failed" || outcome === "errored";
      const why =
        failure ??
        failedStep(steps, errors) ??
        (attempt.outcome === undefined && said === undefined ? unfinished : undefined);
      return {
        outcome,
        ...(took === undefined ? {} : { durationMs: took }),
        ...(bad && why !== undefined ? { failure: why } : {}),
        ...(steps.length > 0 ? { steps } : {}),
      };
    });
    const last = attempts.at(-1);
    if (said !== undefined && tries.at(-1)?.outcome !== undefined && tries.at(-1)?.outcome !== said) {
      sink.note({
        kind: "inconsistent",
        line: at,
        message: `the test ended ${said}, its last attempt ${tries.at(-1)?.outcome}`,
      });
    }
    const outcome = said ?? last?.outcome ?? "errored";
    const bad = outcome === "failed" || outcome === "errored";
    sink.test(
      buildTest({
        suites: test.started?.suites ?? [],
        name: test.started?.name || id,
        className: test.started?.className,
        file: test.started?.file,
        fileLine: test.started?.line,
        outcome,
        flaky:
          outcome === "passed" &&
          attempts.some((attempt) => attempt.outcome === "failed" || attempt.outcome === "errored"),
        durationMs: durationMs ?? last?.durationMs,
        failure: bad ? (last?.failure ?? (said === undefined ? unfinished : unexplained)) : undefined,
        attempts: attempts.length > 1 ? attempts : undefined,
        steps: last?.steps,
        line: test.line,
      }),
    );
  }

  function apply(event: RunEvent, node: JsonNode): void {
    const at = node.line;
    if (event.type === "run.finished") {
      for (const [id, test] of [...tests]) close(id, test, undefined, undefined, at);
      finished = true;
      if (event.tests !== count) {
        sink.note({
          kind: "inconsistent",
          line: at,
          message: `${event.tests} tests stated, ${count} read`,
        });
      }
      if (event.error !== undefined) {
        const failure = buildFailure({
          text: toldAt(node, "error"),
          line: at,
          endLine: node.endLine,
        });
        sink.test(
          buildTest({
            suites: [],
            name: "error outside of tests",
            outcome: "errored",
            flaky: false,
            failure,
            line: at,
          }),
        );
      }
      return;
    }
    const test = testOf(event.test, at);
    if (event.type === "test.started") tests.set(event.test, { ...test, started: event });
    else if (event.type === "step.finished") {
      const { type, test: _test, attempt, ...seen } = event;
      const { steps, errors } = attemptOf(test, attempt);
      if (steps.length === STEP_LIMIT) return;
      const step = { ...seen, line: at } as Step;
      steps.push(step);
      const error = toldAt(node, "error");
      if (error !== undefined) errors.set(step, error);
    } else if (event.type === "attempt.finished") {
      const attempt = attemptOf(test, event.attempt);
      attempt.outcome = event.outcome;
      if (event.durationMs !== undefined) attempt.durationMs = event.durationMs;
      if (event.failure !== undefined) attempt.failure = failureIn(node, event.failure.type);
    } else close(event.test, test, event.outcome, event.durationMs, at);
  }

  function version(v: number, at: number): void {
    if (v === RUN_FORMAT_VERSION) return;
    sink.note({
      kind: "info",
      line: at,
      message: `written in version ${v} of the run format; read as version ${RUN_FORMAT_VERSION}`,
    });
  }

  function header(told: unknown): void {
    const info = runInfoOf(told);
    if (introduced || Object.keys(info).length === 0) return;
    introduced = true;
    sink.run?.(info);
  }

  return {
    version,
    header,
    take(node) {
      lastLine = node.endLine;
      if (stringAt(node, "assay") === "run") {
        header(plainValue(node));
        version(numberAt(node, "v") ?? 0, node.line);
        return;
      }
      const parsed = RunEvent.safeParse(plainValue(node), { error: en().localeError });
      if (parsed.success) {
        apply(parsed.data, node);
        return;
      }
      const type = stringAt(node, "type") ?? "";
      if (type !== "" && !KNOWN.has(type)) {
        unknown.add(type);
        return;
      }
      invalid += 1;
      if (invalid > BROKEN_LIMIT) return;
      sink.note({
        kind: "repaired",
        line: node.line,
        message: `an event is left out: ${z.prettifyError(parsed.error)}`.slice(0, 300),
      });
    },
    end() {
      for (const [id, test] of [...tests]) close(id, test, undefined, undefined, lastLine);
      if (!finished)
        sink.note({
          kind: "repaired",
          line: lastLine,
          message: "the run was cut off: no run.finished",
        });
      if (unknown.size > 0) {
        const named = [...unknown].slice(0, 10).join(", ");
        sink.note({
          kind: "info",
          message: `events of a kind that this version does not know: ${named}`,
        });
      }
    },
  };
}

const KNOWN = new Set(["test.started", "step.finished", "attempt.finished", "test.finished", "run.finished"]);

function failureIn(event: JsonNode, type: string | undefined): Failure {
  const told = member(event, "failure") ?? event;
  const { line, endLine } = told;
  return buildFailure({ type, message: toldAt(told, "message"), text: toldAt(told, "text"), line, endLine });
}

function failedStep(steps: readonly Step[], errors: ReadonlyMap<Step, Told>): Failure | undefined {
  const step = steps.findLast((candidate) => candidate.check === "failed" || candidate.error !== undefined);
  if (step === undefined) return undefined;
  const expectation =
    step.expected === undefined ? "" : `expected ${step.expected}, got ${step.actual ?? "nothing"}`;
  const message =
    errors.get(step) ??
    `${step.action}${step.locator === undefined ? "" : ` ${step.locator}`}: ${expectation || "the check failed"}`;
  return buildFailure({ message, line: step.line, endLine: step.line });
}
