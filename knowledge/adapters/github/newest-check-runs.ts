import type { CheckRun } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { type FoundWorkflow, readWorkflow } from "./read-workflow.ts";

/**
 * Of each name of an app, the check run that was made last, for each workflow and event that has one.
 *
 * A workflow that runs again keeps its workflow run, so two workflow runs with a job of one name are of two workflows
 * or events, of which neither stands for the other, or of one that was set off anew, of which the newer counts. Only
 * then GitHub is asked which it is. Where it does not say, both are kept: rather a failure too many than one too few.
 */
export async function newestCheckRuns(place: Place, runs: readonly CheckRun[]): Promise<readonly CheckRun[]> {
  const ofName = Map.groupBy(runs, ({ app, name }) => JSON.stringify([app, name]));
  const groups = [...ofName.values()].map((group) => newest(group, ({ workflowRun }) => String(workflowRun)));
  const unclear = groups.filter((group) => group.length > 1).flat();
  const ids = [...new Set(unclear.flatMap(({ workflowRun }) => workflowRun ?? []))];
  const found = new Map(
    await Promise.all(ids.map(async (id) => [id, await readWorkflow(place, id)] as const)),
  );
  return groups.flatMap((group) => (group.length === 1 ? group : ofWorkflows(group, found)));
}

function ofWorkflows(
  group: readonly CheckRun[],
  found: ReadonlyMap<number, FoundWorkflow | null>,
): readonly CheckRun[] {
  const workflowOf = ({ workflowRun }: CheckRun) =>
    workflowRun === null ? null : (found.get(workflowRun) ?? null);
  const kept = newest(group, (run) => workflowOf(run)?.identity ?? String(run.workflowRun));
  if (kept.length === 1) return kept;
  return kept.map((run) => {
    const workflow = workflowOf(run);
    if (workflow === null) return run;
    const { path, event } = workflow;
    const isClear = kept.every((other) => {
      const theirs = workflowOf(other);
      return other === run || theirs?.path !== path || theirs.event !== event;
    });
    // Two of one path and event, one of them kept elsewhere: they are told apart by their workflow runs.
    return isClear ? { ...run, workflow: { path, event } } : run;
  });
}

/** Of the runs with one name, the one with the highest id, which only grows. */
function newest(runs: readonly CheckRun[], nameOf: (run: CheckRun) => string): readonly CheckRun[] {
  const found = new Map<string, CheckRun>();
  for (const run of runs) {
    const name = nameOf(run);
    if (run.id >= (found.get(name)?.id ?? 0)) found.set(name, run);
  }
  return [...found.values()];
}
