import { describe, expect, it } from "vitest";
import { digestOf, github } from "./digest-of.ts";

const GITHUB = github(
  "Current runner version: '2.300.0'",
  "##[group]Run npm ci",
  "\x1b[36;1mnpm ci\x1b[0m",
  "shell: /usr/bin/bash -e {0}",
  "##[endgroup]",
  "added 12 packages in 2s",
  "##[group]Run npm test || echo error: no",
  "\x1b[36;1mnpm test || echo error: no\x1b[0m",
  "shell: /usr/bin/bash -e {0}",
  "env:",
  "  ON_ERROR: fail",
  "##[endgroup]",
  "src/price.ts(3,5): error TS2304: Cannot find name 'vat'.",
  "##[error]Process completed with exit code 2.",
  "Post job cleanup.",
  "fatal: unsafe directory",
  "Cleaning up orphan processes",
);

describe("GitHub Actions (raw)", () => {
  const digest = digestOf(GITHUB);
  it("knows the format, the failing step, the exit code and its line, and the end", () => {
    expect(digest).toMatchObject({
      format: "github",
      lineCount: 17,
      failingStep: "Run npm test || echo error: no",
      exit: { code: 2, line: 14 },
      outcome: "failure",
      ending: "complete",
    });
  });
  it("does not take the echoed script, its env, the exit line or the clean-up for the error", () => {
    expect(digest.errors[0]).toMatchObject({ line: 13, endLine: 13, inFailingStep: true });
    expect(digest.errors.map((block) => block.line)).not.toContain(7);
    expect(digest.errors[0]!.before?.at(-1)?.text).toBe("##[endgroup]");
  });
  it("is cut where it stops in the middle of a step", () => {
    expect(digestOf(github("##[group]Run make", "make", "##[endgroup]", "cc -c a.c")).ending).toBe("cut");
  });
  it("was cancelled or ran out of time where the runner says so", () => {
    const head = ["##[group]Run make", "##[endgroup]", "cc a.c"];
    expect(digestOf(github(...head, "##[error]The operation was canceled.")).outcome).toBe("cancelled");
    const late = "##[error]The action 'Test' has timed out after 5 minutes.";
    expect(digestOf(github(...head, late))).toMatchObject({ outcome: "timed_out", exit: null });
  });
  it("starts with a byte order mark", () => {
    expect(digestOf(`\uFEFF${GITHUB}`)).toEqual(digest);
  });
});

describe("GitHub Actions (gh run view --log)", () => {
  const line = (step: string, text: string) => `build\t${step}\t2024-01-01T00:00:00.1234567Z ${text}\n`;
  const log = [
    line("Set up job", "Current runner version: '2.300.0'"),
    line("Install", "npm warn deprecated x@1"),
    line("Test", "--- FAIL: TestAdd (0.00s)"),
    line("Test", "    add_test.go:9: got 3, want 4"),
    line("Test", "##[error]Process completed with exit code 1."),
    line("Post Checkout", "fatal: not a git repository"),
  ].join("");
  it("takes the step from its column", () => {
    expect(digestOf(log)).toMatchObject({
      format: "github",
      failingStep: "Test",
      exit: { code: 1, line: 5 },
    });
    expect(digestOf(log).errors[0]).toMatchObject({ line: 3, endLine: 4 });
  });
});

describe("GitLab", () => {
  const log = [
    "Running with gitlab-runner 16.1.0 (b72e108d)",
    'section_start:1700000000:step_script\r\x1b[0K\x1b[0K\x1b[36;1mExecuting "step_script"\x1b[0;m',
    "\x1b[32;1m$ make test # error: no\x1b[0;m",
    "main.c:3:5: error: expected ';' before 'return'",
    "make: *** [Makefile:2: test] Error 1",
    "section_end:1700000009:step_script\r\x1b[0Ksection_start:1700000009:cleanup_file_variables\r\x1b[0KCleaning up project directory",
    "\x1b[31;1mERROR: Job failed: exit code 2",
    "\x1b[0;m",
  ].join("\n");
  it("names the section that failed, though the verdict is spoken in a later one", () => {
    expect(digestOf(log)).toMatchObject({
      format: "gitlab",
      failingStep: "step_script",
      exit: { code: 2 },
      outcome: "failure",
      ending: "complete",
    });
    expect(digestOf(log).errors[0]!.headline.text).toBe("main.c:3:5: error: expected ';' before 'return'");
  });
  it("tells success and time", () => {
    expect(digestOf("Running with gitlab-runner 16\nok\nJob succeeded\n")).toMatchObject({
      outcome: "success",
      ending: "complete",
    });
    expect(
      digestOf(
        "Running with gitlab-runner 16\nERROR: Job failed: execution took longer than 1h0m0s seconds\n",
      ).outcome,
    ).toBe("timed_out");
  });
});

describe("Jenkins", () => {
  it("reads plain and pipeline logs, with and without Timestamper", () => {
    const pipeline = [
      "Started by user me",
      "[Pipeline] { (Build)",
      "[Pipeline] sh",
      "+ ./build.sh",
      "./build.sh: line 3: gradel: command not found",
      "[Pipeline] }",
      "ERROR: script returned exit code 127",
      "Finished: FAILURE",
    ];
    for (const stamp of ["", "[2024-01-01T00:00:00.123Z] ", "12:34:56  "]) {
      const digest = digestOf(pipeline.map((line) => `${stamp}${line}\n`).join(""));
      expect(digest).toMatchObject({
        format: "jenkins",
        failingStep: "Build",
        exit: { code: 127, line: 7 },
        outcome: "failure",
        ending: "complete",
      });
      expect(digest.errors[0]!.headline.text).toContain("gradel: command not found");
    }
  });
  it("names the build step where nothing else has a name, and knows the other results", () => {
    const digest = digestOf(
      "Started by timer\nboom: no such target\nBuild step 'Execute shell' marked build as failure\nFinished: FAILURE\n",
    );
    expect(digest.failingStep).toBe("Execute shell");
    expect(digestOf("Started by timer\nFinished: SUCCESS\n").outcome).toBe("success");
    expect(digestOf("Started by timer\nFinished: ABORTED\n").outcome).toBe("cancelled");
    expect(digestOf("Started by timer\n+ make\n").ending).toBe("cut");
  });
});

describe("the others", () => {
  it.each([
    [
      "travis",
      'travis_fold:start:install\r\x1b[0Knpm i\ntravis_fold:end:install\r\x1b[0K$ npm test\nTypeError: x is not a function\n    at f (a.js:1:1)\n\x1b[31;1mThe command "npm test" exited with 1.\x1b[0m\n\nDone. Your build exited with 1.\n',
      "TypeError: x is not a function",
      1,
    ],
    [
      "circleci",
      "Build-agent version 1.0\nerror[E0308]: mismatched types\n --> src/main.rs:2:5\n\nExited with code exit status 101\n",
      "error[E0308]: mismatched types",
      101,
    ],
    [
      "buildkite",
      "~~~ Preparing working directory\n\x1b_bk;t=1\x07+++ :rspec: Tests\n\x1b_bk;t=2\x07/bin/sh: 1: rspec: not found\n🚨 Error: The command exited with status 127\n",
      "/bin/sh: 1: rspec: not found",
      127,
    ],
    [
      "azure",
      "2024-01-01T00:00:00.1234567Z ##[section]Starting: Build\n2024-01-01T00:00:01.1234567Z a.cs(3,5): error CS1002: ; expected [/src/a.csproj]\n2024-01-01T00:00:02.1234567Z ##[error]Bash exited with code '1'.\n2024-01-01T00:00:03.1234567Z ##[section]Finishing: Build\n",
      "a.cs(3,5): error CS1002: ; expected [/src/a.csproj]",
      1,
    ],
    [
      "taskcluster",
      "[taskcluster 2024-01-01 00:00:00.000Z] Task ID: x\n[task 2024-01-01T00:00:01.000Z] fatal: couldn't find remote ref main\n[taskcluster 2024-01-01 00:00:02.000Z] Unsuccessful task run with exit code: 128 completed in 2 seconds\n",
      "fatal: couldn't find remote ref main",
      128,
    ],
    ["plain", "compiling\nld: undefined reference to `main'\n", "ld: undefined reference to `main'", null],
  ])("%s", (format, log, headline, code) => {
    const digest = digestOf(log);
    expect(digest.format).toBe(format);
    expect(digest.errors[0]!.headline.text).toBe(headline);
    expect(digest.exit?.code ?? null).toBe(code);
    expect(digest.ending).toBe("complete");
  });

  it.each(["", "\n", "\n\r\n \n"])("an empty log is empty: %j", (log) => {
    expect(digestOf(log)).toMatchObject({ ending: "empty", errors: [], fingerprint: null, tests: null });
  });
});
