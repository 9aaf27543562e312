import type { Config } from "../config/config.ts";
import type { DatedRun } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { openBudget } from "../run/budget.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import type { PulledRun } from "../watch/watch-events.ts";
import { type ArtifactDeps, type ArtifactQuestion, learnArtifact } from "./learn-artifact.ts";
import { openWanted } from "./open-wanted.ts";

export type ReadRunsDeps = Pick<
  Deps,
  | "artifacts"
  | "ciFeed"
  | "clock"
  | "memories"
  | "messages"
  | "repository"
  | "requestBranch"
  | "secrets"
  | "sources"
>;

export interface RunsQuestion {
  readonly repository: RepositoryName;
  readonly branch: string;
  /** Commit of the default branch whose records are decided beside. */
  readonly tip: string;
  /** Name of the artifact. */
  readonly artifact: string;
  readonly config: Config;
  readonly runs: readonly DatedRun[];
  /** Gets each run that is done with, in order. */
  readonly keep: (run: PulledRun) => void;
}

/** Seconds after which no other run is begun: a function has ten minutes. */
const SECONDS = 300;

/** Reads and learns from each run, in order, as far as time allows. Errors: those of {@link learnArtifact}. */
export async function readRuns(deps: ReadRunsDeps, question: RunsQuestion): Promise<void> {
  const { repository, branch, tip, artifact, config, runs, keep } = question;
  if (runs.length === 0) return;
  const { artifacts, ciFeed, clock, messages, repository: checkout, requestBranch, secrets, sources } = deps;
  const mask = await secretsMask(secrets);
  const budget = openBudget(clock, SECONDS);
  const memory = await deps.memories.of(repository);
  const place = { repository, commit: tip, mask };
  const wanted = await openWanted({ artifacts, clock, requestBranch, ledger: memory.ledger }, place);
  const ports: ArtifactDeps = {
    ...memory,
    ...{ artifacts, ciFeed, clock, messages, repository: checkout, secrets, sources },
    mode: "ci",
  };
  for (const run of runs) {
    if (budget.isOver()) return;
    const told = await readOne(ports, artifact, { repository, branch, run, wanted, config, mask, budget });
    if (told === null) return;
    keep(told);
  }
}

/** Null where time is up. */
async function readOne(
  deps: ArtifactDeps,
  name: string,
  question: Omit<ArtifactQuestion, "artifact">,
): Promise<PulledRun | null> {
  const { repository, run } = question;
  const { id, attempt, createdAt } = run;
  const found = (await deps.ciFeed.runArtifacts(repository, id))
    .filter((artifact) => artifact.name === name)
    .toSorted((a, b) => a.id - b.id);
  const learned: string[] = [];
  let why: string | null = found.length === 0 ? "none" : null;
  for (const artifact of found) {
    const became = await learnArtifact(deps, { ...question, artifact });
    if (became === null) return null;
    if ("learned" in became) learned.push(became.learned);
    else why ??= became.why;
  }
  return { id, attempt, createdAt, learned, why };
}
