import type { GithubRepository } from "../github/repository-controls.ts";
import { zip } from "../zip.ts";

export const ARTIFACT = "assay-reports";

/** A JUnit report of tests that pass, and of one that runs out of time where it is named. */
export function junit(passing: readonly string[], timesOut: string | null = null): string {
  const cases = passing.map(
    (name) => `<testcase classname="cart" name="${name}" file="test/cart.test.ts" time="0.01"/>`,
  );
  const late =
    timesOut === null
      ? ""
      : `<testcase classname="cart" name="${timesOut}" file="test/cart.test.ts" time="5"><failure message="Error: Test timed out in 5000ms.">Error: Test timed out in 5000ms.</failure></testcase>`;
  const tests = cases.length + (late === "" ? 0 : 1);
  return `<?xml version="1.0"?>\n<testsuites><testsuite name="cart" tests="${tests}" failures="${late === "" ? 0 : 1}">${cases.join("")}${late}</testsuite></testsuites>\n`;
}

/** A zip as the forge makes it of the reports that a job uploads. */
export function reportsZip(files: Readonly<Record<string, string>>): Uint8Array {
  return zip(Object.entries(files).map(([name, data]) => ({ name, data })));
}

/** A job of the forge's CI ends at a commit, by default the tip, and leaves these reports; the run of its workflow. */
export function ranWith(
  repo: GithubRepository,
  reports: Uint8Array | null,
  more: {
    readonly sha?: string;
    readonly conclusion?: "failure" | "success";
    readonly workflow?: { readonly name?: string; readonly event?: string; readonly again?: boolean };
    readonly artifact?: string;
    readonly keptFor?: number;
  } = {},
): number {
  const { sha = repo.tip(), conclusion = "success", workflow = {}, artifact = ARTIFACT, keptFor } = more;
  const { workflowRun } = repo.check(sha, { name: "test", conclusion, job: true, workflow });
  if (workflowRun === null) throw new Error("it is no job");
  const kept = keptFor === undefined ? {} : { keptFor };
  if (reports !== null) repo.artifact(workflowRun, { name: artifact, zip: reports, ...kept });
  return workflowRun;
}
