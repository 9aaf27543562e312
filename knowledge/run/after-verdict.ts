import { applyMerged } from "../acts/apply-merged.ts";
import { attempt } from "../attempt.ts";
import type { Deps } from "../ports/deps.ts";
import { deadlineIn } from "./deadline.ts";
import { drainQueue } from "./drain-queue.ts";
import { type LearnDeps, learnRun } from "./learn-run.ts";
import { whereQueued } from "./run-queue.ts";

export type AfterVerdictDeps = LearnDeps & Pick<Deps, "repository" | "secrets">;

export interface AfterVerdict {
  readonly run: string;
  /** It was recorded before: only what was left of it is done. */
  readonly known: boolean;
  /** Leaves everything for later. */
  readonly detach: boolean;
  readonly budgetSeconds: number;
}

/**
 * What follows the verdict of a recorded run: its own jobs, and on a developer's machine what was merged before them
 * and what earlier runs left after them, all by one deadline. Never throws: what goes wrong is told, and stays queued.
 */
export async function afterVerdict(
  deps: AfterVerdictDeps,
  { run, known, detach, budgetSeconds }: AfterVerdict,
): Promise<void> {
  const { messages, mode, clock } = deps;
  if (detach) {
    if (!known) messages.tell({ kind: "queued", run, job: "analysis", why: "detached", detail: null });
    return;
  }
  const deadline = deadlineIn(clock, budgetSeconds);
  const isLocal = mode === "local";
  // What somebody merged was said before this run saw anything.
  if (isLocal && !deadline.isOver()) await applyMerged(deps);
  await learnRun(deps, run, deadline);
  if (!isLocal || deadline.isOver()) return;
  const others = { parked: false, except: run };
  const drained = await attempt(deps, null, () => drainQueue(deps, deadline, others));
  if (drained === null) return;
  const { left, elsewhere } = drained;
  if (left > 0)
    messages.tell({ kind: "note", text: `runs that still wait: ${left}; \`assay learn\` goes on with them` });
  const [first] = elsewhere;
  if (first !== undefined)
    messages.tell({
      kind: "note",
      text: `runs that wait elsewhere: ${elsewhere.length}, the first ${whereQueued(first)}; \`assay learn\` there goes on with them, and here names each`,
    });
}
