import type { Github } from "../../support/github/github.ts";
import type { GithubRepository } from "../../support/github/repository-controls.ts";
import { zip } from "../../support/zip.ts";
import { jobLog } from "./job-logs.ts";

/** A run of CI on a commit of the default branch, attempt by attempt. */
export interface LaidRun {
  readonly commit: string;
  readonly job: string;
  readonly command: string;
  readonly attempts: readonly Attempt[];
  /** Whether it leaves what its tests did as an artifact. */
  readonly leavesReports?: boolean;
}

interface Attempt {
  readonly conclusion: "success" | "failure";
  readonly seconds: number;
  readonly says: readonly string[];
}

/** Between two attempts. */
const PAUSE = 5 * 60_000;

/** Lays down a run that began at a time of the forge's clock, which it puts on to the run's end. */
export function layRun(github: Github, repository: GithubRepository, at: number, run: LaidRun): void {
  const { commit, job, command, attempts, leavesReports = false } = run;
  let begin = at;
  for (const [index, { conclusion, seconds, says }] of attempts.entries()) {
    const end = begin + seconds * 1_000;
    github.clock.set(end);
    const { workflowRun } = repository.check(commit, {
      name: job,
      conclusion,
      startedAt: begin,
      completedAt: end,
      workflow: {
        path: ".github/workflows/ci.yml",
        event: "push",
        branch: "main",
        at,
        ...(index === 0 ? {} : { attempt: index + 1 }),
      },
      steps: [{ name: `Run ${command}`, conclusion, startedAt: begin, completedAt: end }],
      log: jobLog(begin, command, ...says),
    });
    if (leavesReports && workflowRun !== null)
      repository.artifact(workflowRun, { name: "assay-reports", zip: reportsOf(conclusion) });
    begin = end + PAUSE;
  }
}

/** The JUnit report of the cart's two tests. */
function reportsOf(conclusion: Attempt["conclusion"]): Uint8Array {
  const failed = conclusion === "failure";
  const failure =
    '<failure type="AssertionError" message="undefined !== 4200">undefined !== 4200\n    at test/cart.test.js:14:12</failure>';
  return zip([
    {
      name: "junit.xml",
      data: [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites tests="2" failures="${failed ? 1 : 0}">`,
        `  <testsuite name="the cart service" tests="2" failures="${failed ? 1 : 0}" file="test/cart.test.js">`,
        '    <testcase classname="the cart service" name="keeps an empty cart" time="0.001"/>',
        `    <testcase classname="the cart service" name="tells the price of a cart" time="${failed ? "5.001" : "0.084"}">${failed ? failure : ""}</testcase>`,
        "  </testsuite>",
        "</testsuites>",
        "",
      ].join("\n"),
    },
  ]);
}
