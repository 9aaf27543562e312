import { AssayError } from "../errors.ts";
import type { Forge, RepositoryName, WorkflowName } from "../ports/forge.ts";
import type { Check } from "./check.ts";
import { readCheckKey } from "./check-key.ts";

/** Where the base branch stands with a check: its counterpart, none, or one that could not be told from others. */
export type Counterpart =
  | { readonly kind: "found"; readonly check: Check }
  | { readonly kind: "absent" | "unknown" };

/**
 * The check of the base branch that stands for one of the head: that of its app and name. Where a side has several
 * of the name, or the workflow of one is known, that of the same workflow, whichever event it ran for: that of the
 * same event first, then that of a push, then the newest. The forge is asked only for workflows that are not known.
 */
export async function findOnBase(
  forge: Pick<Forge, "workflowRun">,
  repository: RepositoryName,
  check: Check,
  onBase: readonly Check[],
): Promise<Counterpart> {
  const key = readCheckKey(check.key);
  const named = onBase.filter((other) => {
    const { app, name } = readCheckKey(other.key);
    return app === key.app && name === key.name;
  });
  const [only] = named;
  if (only === undefined) return { kind: "absent" };
  if (named.length === 1 && only.key === check.key && key.of === null) return { kind: "found", check: only };
  const wanted = await workflowOf(forge, repository, check);
  if (wanted === "unknown") return { kind: "unknown" };
  const workflows = await Promise.all(
    named.map(async (other) => ({ check: other, workflow: await workflowOf(forge, repository, other) })),
  );
  const same = workflows.flatMap(({ check: other, workflow }) =>
    workflow !== "unknown" && workflow?.path === wanted?.path
      ? [{ check: other, event: workflow?.event }]
      : [],
  );
  const newest = same.toSorted((a, b) => (b.check.checkRun ?? 0) - (a.check.checkRun ?? 0));
  const found =
    newest.find(({ event }) => event === wanted?.event) ??
    newest.find(({ event }) => event === "push") ??
    newest[0];
  if (found !== undefined) return { kind: "found", check: found.check };
  return { kind: workflows.some(({ workflow }) => workflow === "unknown") ? "unknown" : "absent" };
}

/** The workflow of a check, null where it is of none. */
async function workflowOf(
  forge: Pick<Forge, "workflowRun">,
  repository: RepositoryName,
  { key, workflowRun }: Check,
): Promise<WorkflowName | null | "unknown"> {
  const { of } = readCheckKey(key);
  if (of !== null && typeof of !== "number") return of;
  if (workflowRun === null) return null;
  try {
    const { path, event } = await forge.workflowRun(repository, workflowRun);
    return { path, event };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return "unknown";
  }
}
