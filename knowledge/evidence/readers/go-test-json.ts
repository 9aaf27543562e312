import { jsonLine } from "../json/json-line.ts";
import { numberAt, stringAt } from "../json/json-node.ts";
import { openLineReport } from "../json/line-report.ts";
import type { EvidenceSink, ReportReader } from "../reader.ts";
import { buildFailure, buildTest } from "../shared/build-test.ts";
import { addPlace, lineOfRow, rowBreaks, toldOn, trimTold } from "../shared/told.ts";
import type { Attempt, Failure, Place, TestCase, TestOutcome } from "../test-case.ts";
import { FAILURE_TEXT_LIMIT } from "../test-case.ts";

/**
 * `go test -json` (`go doc test2json`, `go help buildjson`): one event a line. Every test and subtest with a
 * closing event counts, parents too, as `go test -v` prints them. A package that fails without a failed test
 * (build, panic, TestMain, time limit) is one errored test. A test that failed and passes later in the file
 * (`-count`, a re-run) is flaky, with its attempts.
 */
export const goTestJson = {
  format: "go-test-json",
  title: "go test -json",
  sniff({ text, json }) {
    if (json === undefined || !json.paths.has("Action")) return 0;
    if (!json.paths.has("Package") && !json.paths.has("ImportPath")) return 0;
    const event =
      /^\{[^\n]*"Action":"(?:start|run|pause|cont|pass|bench|fail|output|skip|attr|artifacts|build-output|build-fail)"/m;
    return event.test(text) ? 0.95 : 0;
  },
  open: (sink) => openLineReport(openEvents(sink)),
} as const satisfies ReportReader;

/** Failed tests that are kept back for a later pass of the same test. */
const HELD_LIMIT = 10_000;

/** Output as it comes in, up to the limit of a failure's text. */
interface Output {
  text: string;
  /** Rows that have ended. */
  rows: number;
  readonly at: Place[];
  line: number;
  endLine: number;
}

const noOutput = (): Output => ({ text: "", rows: 0, at: [], line: 0, endLine: 0 });

interface Running {
  readonly output: Output;
  readonly line: number;
}

interface Package {
  readonly output: Output;
  readonly running: Map<string, Running>;
  failed: boolean;
  /** Tests with a failed subtest. */
  readonly failedParents: Set<string>;
  readonly line: number;
}

const CLOSING: Readonly<Record<string, TestOutcome>> = {
  pass: "passed",
  bench: "passed",
  fail: "failed",
  skip: "skipped",
};
const FRAMING = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:FAIL|PASS|SKIP|BENCH): )/;

function openEvents(sink: EvidenceSink) {
  const packages = new Map<string, Package>();
  const builds = new Map<string, Output>();
  const failedBuilds = new Set<string>();
  const held = new Map<string, { test: TestCase; attempts: Attempt[] }>();
  const loose = noOutput();
  let looseLines = 0;
  let lastLine = 1;

  function packageOf(name: string, at: number): Package {
    let known = packages.get(name);
    if (known === undefined) {
      known = {
        output: noOutput(),
        running: new Map(),
        failed: false,
        failedParents: new Set(),
        line: at,
      };
      packages.set(name, known);
    }
    return known;
  }

  function emit(test: TestCase, failed: boolean): void {
    const key = `${test.className}\n${test.name}`;
    const before = held.get(key);
    const attempt: Attempt = {
      outcome: test.outcome,
      ...(test.durationMs === undefined ? {} : { durationMs: test.durationMs }),
      ...(test.failure === undefined ? {} : { failure: test.failure }),
    };
    if (before !== undefined) held.set(key, { test, attempts: [...before.attempts, attempt] });
    else if (failed && held.size < HELD_LIMIT) held.set(key, { test, attempts: [attempt] });
    else sink.test(test);
  }

  function closeTest(
    pkg: string,
    state: Package,
    name: string,
    outcome: TestOutcome,
    seconds: number | undefined,
    at: number,
  ): void {
    const running = state.running.get(name);
    state.running.delete(name);
    const bad = outcome === "failed" || outcome === "errored";
    if (bad) {
      state.failed = true;
      for (let slash = name.indexOf("/"); slash > 0; slash = name.indexOf("/", slash + 1)) {
        state.failedParents.add(name.slice(0, slash));
      }
    }
    const silent =
      outcome === "errored"
        ? "the test did not finish"
        : state.failedParents.has(name)
          ? "a subtest failed"
          : "the test failed without a message";
    const test = buildTest({
      suites: [pkg],
      className: pkg,
      name,
      outcome,
      flaky: false,
      durationMs: seconds === undefined ? undefined : Math.round(seconds * 1e6) / 1e3,
      failure: bad ? failureOf(running?.output, silent, at) : undefined,
      line: running?.line ?? at,
    });
    emit(test, bad);
  }

  function packageFailed(name: string, state: Package, build: string | undefined, at: number): void {
    for (const unfinished of [...state.running.keys()])
      closeTest(name, state, unfinished, "errored", undefined, at);
    if (!state.failed) {
      const built = build === undefined ? builds.get(name) : builds.get(build);
      if (build !== undefined) failedBuilds.delete(build);
      const stderr =
        /\[(?:build|setup) failed\]/.test(state.output.text) && loose.text !== "" ? loose : undefined;
      sink.test(
        buildTest({
          suites: [name],
          className: name,
          name,
          outcome: "errored",
          flaky: false,
          failure: failureOf(built ?? stderr ?? state.output, "the package failed without a failed test", at),
          line: state.line,
        }),
      );
    }
    packages.delete(name);
  }

  return {
    line(text: string, at: number): void {
      if (text.trim() === "") return;
      lastLine = at;
      const event = jsonLine(text, at);
      const action = stringAt(event ?? undefined, "Action");
      if (event === null || action === undefined) {
        looseLines += 1;
        add(loose, `${text}\n`, at);
        return;
      }
      const importPath = stringAt(event, "ImportPath");
      const output = stringAt(event, "Output");
      if (action === "build-output" && importPath !== undefined) {
        const build = builds.get(importPath) ?? noOutput();
        builds.set(importPath, build);
        add(build, output ?? "", at);
        return;
      }
      if (action === "build-fail" && importPath !== undefined) {
        failedBuilds.add(importPath);
        return;
      }
      const name = stringAt(event, "Package") || "(no package)";
      const test = stringAt(event, "Test");
      if (action === "start") packages.delete(name);
      const state = packageOf(name, at);
      if (test === undefined || test === "") {
        if (action === "output") add(state.output, output ?? "", at);
        else if (action === "fail") packageFailed(name, state, stringAt(event, "FailedBuild"), at);
        else if (action === "pass" || action === "skip") packages.delete(name);
        return;
      }
      const outcome = CLOSING[action];
      if (outcome !== undefined) {
        closeTest(name, state, test, outcome, numberAt(event, "Elapsed"), at);
        return;
      }
      if (action === "run" || action === "output") {
        const running = state.running.get(test) ?? {
          output: noOutput(),
          line: at,
        };
        state.running.set(test, running);
        if (output !== undefined) add(running.output, output, at);
      }
    },
    end(): void {
      for (const [name, state] of packages) {
        sink.note({
          kind: "repaired",
          line: lastLine,
          message: `the file breaks off while ${name} is running`,
        });
        for (const unfinished of [...state.running.keys()])
          closeTest(name, state, unfinished, "errored", undefined, lastLine);
      }
      for (const { test, attempts } of held.values()) {
        const flaky = test.outcome === "passed" && attempts.length > 1;
        sink.test({
          ...test,
          flaky,
          ...(attempts.length > 1 ? { attempts } : {}),
        });
      }
      for (const build of failedBuilds) {
        const output = builds.get(build);
        sink.test(
          buildTest({
            suites: [build],
            className: build,
            name: build,
            outcome: "errored",
            flaky: false,
            failure: failureOf(output, "the build failed", lastLine),
            line: output?.line || lastLine,
          }),
        );
      }
      if (looseLines > 0) {
        sink.note({
          kind: "info",
          line: loose.line,
          message: `lines that are no events of go test: ${looseLines}`,
        });
      }
    },
  };
}

function add(output: Output, text: string, at: number): void {
  if (FRAMING.test(text)) return;
  if (output.line === 0) output.line = at;
  output.endLine = at;
  if (output.text.length >= FAILURE_TEXT_LIMIT) return;
  const breaks = rowBreaks(text);
  const fresh = output.text === "" || output.text.endsWith("\n");
  const row = fresh ? output.rows : output.rows + 1;
  if (fresh || breaks > 0) addPlace(output.at, { row, line: at, step: breaks > 1 ? 0 : 1 });
  output.text += text;
  output.rows += breaks;
}

function failureOf(output: Output | undefined, otherwise: string, at: number): Failure {
  const told = output === undefined ? toldOn(null, "") : trimTold(output);
  const { text } = told;
  const panic = /^(?:panic: |fatal error: )[^\n]*/m.exec(text);
  const line = output?.line || at;
  return buildFailure({
    message:
      panic === null
        ? text === ""
          ? otherwise
          : { ...told, text: text.split("\n").slice(0, 12).join("\n") }
        : toldOn(lineOfRow(told.at, rowBreaks(text.slice(0, panic.index))), panic[0]),
    text: text === "" ? undefined : told,
    line,
    endLine: Math.max(line, output?.endLine ?? line),
  });
}
