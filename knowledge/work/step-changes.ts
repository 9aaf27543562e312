import { AssayError } from "../errors.ts";
import { codeOf, tellError } from "../tell-error.ts";
import { type StepDeps, type Stepped, type StepQuestion, stepChange } from "./step-change.ts";
import { chooseWaiting, type WaitingChange, waitingChanges } from "./waiting-changes.ts";

export interface StepReport {
  /** Runs that could be looked at, those first that waited for the longest. */
  readonly looked: readonly SteppedChange[];
  /** Runs whose turn comes at a later call. */
  readonly left: number;
  readonly problems: readonly StepProblem[];
}

export interface SteppedChange extends Stepped {
  readonly kind: "looked";
  readonly change: WaitingChange;
}

export interface StepProblem {
  readonly repository: string;
  readonly number: number;
  readonly code: string;
  readonly problem: string;
}

/** Runs that are looked at at a time. */
const AT_A_TIME = 6;

/**
 * Looks at the runs of which something is to come, as {@link stepChange} does at each. What stands in the way of one is
 * told and stops no other. Errors: that of the first one, where all failed by something that passes; those of the
 * ledger's lists.
 */
export async function stepChanges(
  deps: StepDeps,
  {
    repositories,
    config,
  }: Pick<StepQuestion, "config"> & { readonly repositories: readonly string[] | null },
): Promise<StepReport> {
  const waiting = await waitingChanges(deps, repositories);
  const chosen = chooseWaiting(waiting, deps.clock.now());
  const seen = new Array<SteppedChange | FailedChange>(chosen.length);
  const left = chosen.entries();
  const worker = async (): Promise<void> => {
    for (const [at, change] of left) {
      const { repository, number, summarySeq } = change;
      try {
        const stepped = await stepChange(deps, { id: { repository, number }, config, summarySeq });
        seen[at] = { kind: "looked", change, ...stepped };
      } catch (error) {
        seen[at] = { kind: "failed", change, error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, chosen.length) }, worker));
  const failed = seen.filter((one) => one.kind === "failed");
  if (failed.length > 0 && failed.length === seen.length && failed.every(({ error }) => passes(error)))
    throw failed[0]?.error;
  return {
    looked: seen.filter((one) => one.kind === "looked"),
    left: waiting.length - chosen.length,
    problems: failed.map(({ change: { repository, number }, error }) => ({
      repository,
      number,
      code: codeOf(error),
      problem: tellError(error),
    })),
  };
}

interface FailedChange {
  readonly kind: "failed";
  readonly change: WaitingChange;
  readonly error: unknown;
}

function passes(error: unknown): boolean {
  return error instanceof AssayError && error.kind === "unavailable";
}
