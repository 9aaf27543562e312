import { repositoriesHere } from "../../ci/repositories-here.ts";
import { readConfig } from "../../config/read-config.ts";
import type { Forge, RepositoryName, WorkflowRun } from "../../ports/forge.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import { caseConfig } from "../case-config.ts";
import { type CaseRunner, NOTHING_BESIDE } from "../runner.ts";

/**
 * Reads what CI said of the exact commit: a run of the workflow that succeeded is a pass, one that failed a fail
 * (`test_failure`); any other end tells nothing (`infrastructure_transient`). It starts nothing: what has not run, or still
 * runs, is waited for.
 */
export const ciRun = {
  id: "ci_run",
  async prepare({ configFile, forge, repository }, given) {
    const { ci_workflow: workflow } = caseConfig("command-ci", given);
    const { row, sha } = given;
    const recover = WAY_OUT.runCase(row.id);
    if (sha === null)
      return { kind: "blocked", why: "no commit is checked out that CI could have run on", recover };
    const settings = await readConfig(configFile);
    const [name] = await repositoriesHere({ repository }, settings.forge.host);
    if (name === undefined)
      return {
        kind: "blocked",
        why: `this clone has no remote at ${settings.forge.host}, where CI runs`,
        recover: "assay doctor",
      };
    const runs = await runsOf(forge, name, sha, workflow);
    const ended = runs.filter(({ conclusion }) => conclusion !== null);
    const told = ended.find(({ conclusion }) => conclusion === "success" || conclusion === "failure");
    const open = runs.find(({ conclusion }) => conclusion === null);
    const found = told ?? (open === undefined ? ended[0] : undefined);
    if (found === undefined)
      return {
        kind: "waiting",
        why:
          open === undefined
            ? `no run of ${workflow} is known on ${sha.slice(0, 12)}: nothing here starts one`
            : `${open.url} has not ended`,
        recover,
      };
    return {
      kind: "ready",
      carryOut: async () => ({
        ...NOTHING_BESIDE,
        ...verdictOf(found.conclusion),
        values: { url: found.url, sha, conclusion: found.conclusion, workflow: found.path },
        artifacts: [
          {
            artifact_kind: "report",
            name: "ci.json",
            bytes: Buffer.from(`${JSON.stringify(found, null, 2)}\n`),
            description: "the workflow run, as the forge tells it",
          },
        ],
      }),
    };
  },
} as const satisfies CaseRunner;

/** The workflow's runs on exactly this commit, newest first. */
async function runsOf(
  forge: Forge,
  repository: RepositoryName,
  sha: string,
  workflow: string,
): Promise<readonly WorkflowRun[]> {
  const { checkRuns } = await forge.reports(repository, sha);
  const ids = new Set(checkRuns.map(({ workflowRun }) => workflowRun).filter((id) => id !== null));
  const runs = await Promise.all([...ids].map((id) => forge.workflowRun(repository, id)));
  return runs
    .filter(({ commit, path, name }) => commit === sha && isNamed(workflow, path, name))
    .toSorted((one, other) => other.id - one.id);
}

/** By its file, with or without its folder, or by its name. */
function isNamed(workflow: string, path: string, name: string): boolean {
  return workflow === name || workflow === path || workflow === path.slice(path.lastIndexOf("/") + 1);
}

function verdictOf(conclusion: string | null) {
  if (conclusion === "success") return { verdict: "pass", reason: null } as const;
  if (conclusion === "failure") return { verdict: "fail", reason: "test_failure" } as const;
  return { verdict: "error", reason: `infrastructure_transient: ${conclusion}` } as const;
}
