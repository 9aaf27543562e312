import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { ObservedRun } from "./observed-run.ts";
import { type TimeLimit, timeLimits } from "./time-limits.ts";

/** Workflow files that are read. */
const MOST_FILES = 30;

/**
 * The time limits that the workflow files of some runs set, as they were at the newest run of each. What is no file of
 * the repository (a forge's own workflow, one that is gone) sets none. Errors: those of the forge that may pass.
 */
export async function readLimits(
  { forge }: Pick<Deps, "forge">,
  repository: RepositoryName,
  runs: readonly ObservedRun[],
): Promise<readonly TimeLimit[]> {
  const newest = new Map(runs.map(({ path, commit }) => [path, commit]));
  const limits: TimeLimit[] = [];
  for (const [path, commit] of [...newest].slice(0, MOST_FILES)) {
    const text = await fileAt(forge, repository, path, commit);
    if (text === null) continue;
    const { parseWorkflow } = await import("../ci/parse-workflow.ts");
    limits.push(...timeLimits(path, parseWorkflow(text)));
  }
  return limits;
}

async function fileAt(
  forge: Deps["forge"],
  repository: RepositoryName,
  path: string,
  commit: string,
): Promise<string | null> {
  try {
    return await forge.file(repository, path, commit);
  } catch (error) {
    if (error instanceof AssayError && (error.code === "forge_missing" || error.code === "forge_refused"))
      return null;
    throw error;
  }
}
