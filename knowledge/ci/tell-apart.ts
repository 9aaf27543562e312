import type { CheckRun, WorkflowName } from "../ports/forge.ts";
import { checkKey } from "./check-key.ts";
import { newestOfEach } from "./newest-of-each.ts";

/** A check run that counts, with what it is known by and what a person calls it. */
export interface ToldRun {
  readonly run: CheckRun;
  readonly key: string;
  readonly name: string;
}

/**
 * The check runs that count: the newest of an app, a name and a workflow with its event. Two workflows, or two events,
 * may have a job of one name, and then neither stands for the other: each is told with its workflow. A run whose
 * workflow is not known stands for no other workflow run. Pure; the order makes no difference.
 */
export function tellApart(runs: readonly CheckRun[]): readonly ToldRun[] {
  const counting = newestOfEach(runs, (run) => JSON.stringify([run.app, run.name, ofRun(run)]), isNewer);
  return [...Map.groupBy(counting, ({ app, name }) => checkKey({ app, name, of: null })).values()].flatMap(
    (group) => group.map((run) => told(run, group)),
  );
}

/** Ids of check runs only grow, and one that waits has no time yet. */
function isNewer(one: CheckRun, other: CheckRun): boolean {
  return one.id > other.id;
}

function ofRun({ workflow, workflowRun }: CheckRun): WorkflowName | number | null {
  return workflow === null ? workflowRun : { path: workflow.path, event: workflow.event };
}

function told(run: CheckRun, group: readonly CheckRun[]): ToldRun {
  const { app, name } = run;
  const of = group.length === 1 ? null : ofRun(run);
  const shown = of === null ? name : `${name} (${typeof of === "number" ? `run ${of}` : labelOf(of, group)})`;
  return { run, key: checkKey({ app, name, of }), name: shown };
}

/** The file's name, with the event where the file alone leaves it open, and the whole path where both do. */
function labelOf({ path, event }: WorkflowName, group: readonly CheckRun[]): string {
  const file = fileOf(path);
  const alike = group.flatMap(({ workflow }) =>
    workflow !== null && fileOf(workflow.path) === file ? [workflow] : [],
  );
  if (alike.length === 1) return file;
  const isClear = alike.filter((other) => other.event === event).length === 1;
  return `${isClear ? file : path}, ${event}`;
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
