import { describe, expect, it } from "vitest";
import { CI_SYSTEMS } from "../../../knowledge/log/ci/index.ts";
import { isCiTalk, isOutcome, STORY_WORDS } from "../../../knowledge/log/job-story.ts";
import { digestOf, firstError, github } from "./digest-of.ts";

/** A log's lines, each ended. */
const log = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
/** A line of `gh run view --log`. */
const gh = (job: string, step: string, text: string) =>
  `${job}\t${step}\t2024-05-01T10:00:00.1234567Z ${text}`;

describe("the CIs", () => {
  it("are found by lower-case literals, and each has a name of its own", () => {
    for (const word of STORY_WORDS) expect(word).toBe(word.toLowerCase());
    const formats = CI_SYSTEMS.map((ci) => ci.format);
    expect(new Set(formats).size).toBe(formats.length);
  });

  it("say of some lines that they are theirs, and of some that they sum the job up", () => {
    for (const line of ["Started by timer", "[Pipeline] // stage", "Worker information", "Post job cleanup."])
      expect(isCiTalk(line), line).toBe(true);
    expect(isCiTalk("compiling shop")).toBe(false);
    expect(isOutcome("Finished: FAILURE")).toBe(true);
    expect(isOutcome("Finished: reading")).toBe(false);
  });
});

describe("Azure Pipelines", () => {
  const start = (name: string) => `##[section]Starting: ${name}`;
  const finish = (name: string) => `##[section]Finishing: ${name}`;

  it("is cut while a step that began has not finished, and has not passed", () => {
    const cut = github(start("Checkout"), finish("Checkout"), start("Build"), "a.c:3:5: error: no such type");
    expect(digestOf(cut)).toMatchObject({ format: "azure", ending: "cut", outcome: null });
    expect(
      digestOf(github(start("Checkout"), finish("Checkout"), start("Build"), "compiling")),
    ).toMatchObject({ ending: "cut", outcome: null });
  });

  it("is cut between two steps of a job that has not finished", () => {
    const cut = github(start("Job"), start("Checkout"), finish("Checkout"));
    expect(digestOf(cut)).toMatchObject({ ending: "cut", outcome: null });
  });

  it("is complete when the job has finished, and has passed where no step left a mark", () => {
    const whole = github(start("Job"), start("Build"), "compiling", finish("Build"), finish("Job"));
    expect(digestOf(whole)).toMatchObject({ ending: "complete", outcome: "success" });
  });

  it("takes a step after another one for work, not for clean-up", () => {
    const failed = github(
      start("Job"),
      start("Checkout"),
      finish("Checkout"),
      start("Build"),
      "a.c:3:5: error: no such type",
      "##[error]Bash exited with code '2'.",
      finish("Build"),
      start("Post-job: Checkout"),
      "error: could not lock config file",
      finish("Post-job: Checkout"),
      finish("Job"),
    );
    expect(digestOf(failed)).toMatchObject({
      failingStep: "Build",
      exit: { code: 2, line: 6 },
      outcome: "failure",
      errors: [{ line: 5, inFailingStep: true }],
    });
  });

  it("echoes a script before it runs it", () => {
    const failed = github(
      start("Test"),
      "Generating script.",
      "Script contents:",
      'grep -q "no space left on device" build.log && exit 3',
      "========================== Starting Command Output ===========================",
      "a.c:3:5: error: no such type",
      "##[error]Bash exited with code '1'.",
      finish("Test"),
    );
    const digest = digestOf(failed, { vocabulary: ["no space left"] });
    expect(digest.sightings).toEqual([]);
    expect(digest.errors.map((block) => block.headline.line)).toEqual([6]);
  });

  it("marks a compiler's line, whatever case it is in", () => {
    const line = "##[error]Program.cs(3,5): Error CS0103: The name 'x' does not exist";
    expect(digestOf(github(start("Build"), line)).errors[0]).toMatchObject({ score: 92, line: 2 });
  });

  it("does not take a program's words for such an echo elsewhere", () => {
    expect(firstError(log("Script contents:", "a.c:3:5: error: no such type"))).toBe(
      "a.c:3:5: error: no such type",
    );
  });
});

describe("GitHub Actions", () => {
  it("failed where the page's copy says so", () => {
    const copied = log(
      "Run npm test",
      "AssertionError: expected 1 to equal 2",
      "Error: Process completed with exit code 1.",
      "Post job cleanup.",
      "Cleaning up orphan processes",
    );
    expect(digestOf(copied)).toMatchObject({
      format: "github",
      outcome: "failure",
      exit: { code: 1, line: 3 },
      errors: [{ headline: { line: 2 } }],
    });
  });

  it("is cut where a second job follows a whole one and stops", () => {
    const two = log(
      gh("a", "Run make", "##[group]Run make"),
      gh("a", "Run make", "##[endgroup]"),
      gh("a", "Complete job", "Cleaning up orphan processes"),
      gh("b", "Run make", "##[group]Run make"),
      gh("b", "Run make", "##[endgroup]"),
      gh("b", "Run make", "linking"),
    );
    expect(digestOf(two)).toMatchObject({ ending: "cut", outcome: null });
    const raw = github("Post job cleanup.", "Current runner version: '2.300.0'", "linking");
    expect(digestOf(raw)).toMatchObject({ ending: "cut", outcome: null });
  });

  const lint = ["##[group]Run lint", "##[endgroup]", "##[error]Process completed with exit code 1."];
  const work = ["##[group]Run make", "##[endgroup]", "TypeError: x is not a function"];

  it("failed in the last step that failed: the ones before were allowed to", () => {
    const digest = digestOf(
      github(...lint, ...work, "##[error]Process completed with exit code 2.", "Post job cleanup."),
    );
    expect(digest).toMatchObject({ failingStep: "Run make", exit: { code: 2, line: 7 } });
    expect(digest.errors[0]).toMatchObject({ headline: { line: 6 }, inFailingStep: true });
  });

  it("failed in the only step that did, whatever clean-up and cancelling follow", () => {
    const digest = digestOf(
      github(
        ...work,
        "##[error]Process completed with exit code 2.",
        "Post job cleanup.",
        "##[error]The process '/usr/bin/tar' failed with exit code 1",
        "##[group]Run report",
        "##[endgroup]",
        "##[error]The operation was canceled.",
      ),
    );
    expect(digest).toMatchObject({ failingStep: "Run make", exit: { code: 2, line: 4 } });
  });

  it("reads the steps from the text where gh can not name them", () => {
    const unnamed = (text: string) => gh("a", "UNKNOWN STEP", text);
    const digest = digestOf(
      log(
        unnamed("##[group]Run make"),
        unnamed("##[endgroup]"),
        unnamed("a.c:3:5: error: no such type"),
        unnamed("##[error]Process completed with exit code 2."),
        unnamed("Post job cleanup."),
        unnamed("fatal: not a git repository"),
      ),
    );
    expect(digest).toMatchObject({ format: "github", failingStep: "Run make", ending: "complete" });
    expect(digest.errors.map((block) => block.headline.line)).toEqual([3]);
  });

  it("begins a step though the echo of the one before never ended", () => {
    const digest = digestOf(github("##[group]Run a", "a", "##[group]Run b", "##[endgroup]", "ERROR: no"));
    expect(digest.errors[0]).toMatchObject({ headline: { line: 5 } });
  });
});

describe("the first line to read", () => {
  it.each([
    [
      "GitLab ran out of time",
      log(
        "Running with gitlab-runner 16.0 (abc)",
        "All good",
        "ERROR: Job failed: execution took longer than 1h0m0s seconds",
      ),
      "ERROR: Job failed: execution took longer than 1h0m0s seconds",
    ],
    [
      "GitLab's system failed",
      log(
        "Running with gitlab-runner 16.0 (abc)",
        "--- FAIL: TestAdd (0.00s)",
        "ERROR: Job failed (system failure): prepare environment: timed out",
      ),
      "ERROR: Job failed (system failure): prepare environment: timed out",
    ],
    [
      "Jenkins ran out of time",
      log(
        "Started by timer",
        "+ make",
        "Build timed out (after 60 minutes). Marking the build as aborted.",
        "Finished: ABORTED",
      ),
      "Build timed out (after 60 minutes). Marking the build as aborted.",
    ],
    [
      "Travis heard nothing",
      log("Worker information", "$ make", "No output has been received in the last 10m0s, stalled"),
      "No output has been received in the last 10m0s, stalled",
    ],
    [
      "GitHub's runner was shut down",
      github(
        "##[group]Run make",
        "##[endgroup]",
        "still waiting",
        "##[error]The runner has received a shutdown signal.",
      ),
      "##[error]The runner has received a shutdown signal.",
    ],
  ])("%s", (_, text, headline) => {
    expect(firstError(text)).toBe(headline);
  });

  it("is never one by which a CI sets a job up, goes on, or sums it up", () => {
    const digest = digestOf(
      log(
        "Started by user me",
        "+ ./check",
        "please run the formatter",
        "[Pipeline] // stage",
        "ERROR: script returned exit code 1",
        "Finished: FAILURE",
      ),
    );
    expect(digest.errors[0]!.headline.text).toBe("please run the formatter");
    expect(digest.errors.map((block) => block.headline.line)).not.toContain(4);
    expect(digest.errors.map((block) => block.headline.line)).not.toContain(6);
  });
});

describe("a Jenkins pipeline", () => {
  it("archives in the middle and works on; its post actions are clean-up", () => {
    const digest = digestOf(
      log(
        "[Pipeline] { (Build)",
        "Archiving artifacts",
        "[Pipeline] { (Test)",
        "disk quota 1",
        "a.c:3:5: error: no such type",
        "[Pipeline] { (Declarative: Post Actions)",
        "disk quota 2",
        "Finished: FAILURE",
      ),
      { vocabulary: ["disk quota"] },
    );
    expect(digest.sightings.map(({ line, post }) => [line, post])).toEqual([
      [4, false],
      [7, true],
    ]);
  });
});

describe("a build tool's last word", () => {
  const noise = "ok error handling works";
  it.each([
    ["Gradle", log(noise, "BUILD SUCCESSFUL in 3s"), "success"],
    ["Maven", log("ERROR app - expected", "[INFO] Tests run: 5", "[INFO] BUILD SUCCESS"), "success"],
    ["Ant", log(noise, "BUILD SUCCESSFUL", "Total time: 3 seconds"), "success"],
    ["of two builds", log("[INFO] BUILD FAILURE", "again", "[INFO] BUILD SUCCESS"), "success"],
    ["of two builds, red at last", log("[INFO] BUILD SUCCESS", "[INFO] BUILD FAILURE"), null],
    ["before an error", log("BUILD SUCCESSFUL in 3s", "deploy.sh: line 3: kubectl: command not found"), null],
    ["in a sentence", log(noise, "echo BUILD SUCCESSFUL"), null],
  ])("%s", (_, text, outcome) => {
    expect(digestOf(text).outcome).toBe(outcome);
  });

  it("does not overrule a CI", () => {
    const text = log(
      "Running with gitlab-runner 16",
      "BUILD SUCCESSFUL in 3s",
      "ERROR: Job failed: exit code 1",
    );
    expect(digestOf(text).outcome).toBe("failure");
    expect(digestOf(log("Running with gitlab-runner 16", "BUILD SUCCESSFUL in 3s"))).toMatchObject({
      outcome: null,
      ending: "cut",
    });
  });
});
