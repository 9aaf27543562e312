import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { REQUEST } from "../proposal/request.ts";
import { requestStream } from "../proposal/request-identity.ts";
import { WATCH } from "../watch/watch.ts";
import type { PulledRun } from "../watch/watch-events.ts";
import { watchStream } from "../watch/watch-stream.ts";
import { chooseRuns, pullRange } from "./choose-runs.ts";
import { isUnproposed } from "./laid-files.ts";
import { pullProgress } from "./pull-progress.ts";
import { type ReadRunsDeps, readRuns } from "./read-runs.ts";

export type PullDeps = ReadRunsDeps & Pick<Deps, "ledger">;

export interface Pull {
  readonly organisation: string;
  readonly repository: RepositoryName;
  /** Name of the artifact. */
  readonly artifact: string;
  readonly config: Config;
}

export type PullOutcome =
  /** No look has been at the repository yet, or nobody can see it any more. */
  | { readonly kind: "unseen" | "lost" }
  | {
      readonly kind: "pulled";
      readonly tip: string;
      /** Runs that were read now, oldest first. */
      readonly runs: readonly PulledRun[];
      /** Runs that wait for the next pull. */
      readonly left: number;
      /** Whether something is wanted that no request has yet. */
      readonly proposes: boolean;
    };

/**
 * Reads what the runs of a repository's default branch left at the forge since the last time, learns from each as CI does,
 * and hands over what is new to be proposed; nothing of it is written anywhere else. What was read is kept run by run:
 * killed at any point and called again it goes on from there and comes to the same. A run that fails, or ends whoever
 * reads it, three times is passed over. What stands in the way of all of it is kept, so that it is not due at every look.
 * Errors: those of the forge, the ledger and the artifacts; pull_unfinished.
 */
export async function pullEvidence(deps: PullDeps, pull: Pull): Promise<PullOutcome> {
  const { organisation, repository } = pull;
  const stream = watchStream(organisation, repository);
  const { state } = await readState(deps.ledger, stream, WATCH);
  const { branch, head, evidence, lost } = state;
  if (lost !== null) return { kind: "lost" };
  if (branch === null || head === null) return { kind: "unseen" };
  const tip = head.commit;
  const now = deps.clock.now();
  const range = pullRange(evidence, now);
  const progress = pullProgress(deps.ledger, { stream, tip, range, evidence, now });
  const { runs } = progress;
  try {
    const asked = { branch, since: range.since, until: range.askedUntil };
    const chosen = chooseRuns(await deps.ciFeed.workflowRuns(repository, asked), evidence, range);
    progress.lookFrom(chosen.since);
    const { begin, fail, keep } = progress;
    await readRuns(deps, { ...pull, branch, tip, runs: chosen.runs, begin, fail, keep });
    const left = chosen.left + chosen.runs.length - runs.length;
    const request = requestStream({ repository, kind: "knowledge" });
    const proposes = isUnproposed((await readState(deps.ledger, request, REQUEST)).state);
    // Whoever is to propose it may never hear of it: once more, as long as there is news.
    await progress.end(left, left === 0 && !(runs.length > 0 && proposes));
    return { kind: "pulled", tip, runs, left, proposes };
  } catch (error) {
    if (error instanceof AssayError && error.kind !== "bug") await progress.endBy(error);
    throw error;
  }
}
