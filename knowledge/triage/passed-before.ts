import type { Check } from "../ci/check.ts";
import { readCheckKey } from "../ci/check-key.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";

/** Workflow runs that are looked into, and attempts of each. */
const RUNS = 5;
const ATTEMPTS = 3;

/**
 * Keys of the checks whose job passed in an earlier attempt of its workflow run, which is one of the same commit. What
 * the forge does not tell is no evidence. Writes nothing.
 */
export async function passedBefore(
  { ciFeed }: Pick<Deps, "ciFeed">,
  repository: RepositoryName,
  checks: readonly Check[],
): Promise<ReadonlySet<string>> {
  const passed = new Set<string>();
  const ofRuns = Map.groupBy(
    checks.filter(({ job, workflowRun }) => job !== null && workflowRun !== null),
    ({ workflowRun }) => workflowRun as number,
  );
  for (const [run, jobs] of [...ofRuns].slice(0, RUNS)) {
    let left = jobs;
    for (let attempt = 1; attempt <= ATTEMPTS && left.length > 0; attempt++) {
      const told = await jobsOf(ciFeed, repository, run, attempt);
      // Where its own job is told, that is its attempt, and none comes before it.
      left = left.filter(({ job }) => !told.some(({ id }) => id === job));
      for (const check of left) {
        const { name } = readCheckKey(check.key);
        if (told.some((one) => one.name === name && one.conclusion === "success")) passed.add(check.key);
      }
      left = left.filter(({ key }) => !passed.has(key));
    }
  }
  return passed;
}

async function jobsOf(
  ciFeed: Deps["ciFeed"],
  repository: RepositoryName,
  run: number,
  attempt: number,
): Promise<Awaited<ReturnType<Deps["ciFeed"]["timedJobs"]>>> {
  try {
    return await ciFeed.timedJobs(repository, run, attempt);
  } catch (error) {
    if (error instanceof AssayError) return [];
    throw error;
  }
}
