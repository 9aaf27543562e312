import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { DatedRun } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { deadlineIn } from "../run/deadline.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import type { PulledRun } from "../watch/watch-events.ts";
import { type ArtifactDeps, type ArtifactQuestion, learnArtifact, readArtifact } from "./learn-artifact.ts";
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
  /** Gets each run before it is read; why it is passed over, or null. */
  readonly begin: (run: DatedRun) => Promise<string | null>;
  /** Gets the error of what a run left; why it is passed over with it, or null where the error stands. */
  readonly fail: (run: DatedRun, error: AssayError) => string | null;
  /** Gets each run that is done with, in order. */
  readonly keep: (run: PulledRun) => void;
}

/** Seconds after which no other run is begun: a function has ten minutes. */
const SECONDS = 300;

/** Reads and learns from each run, in order, as far as time allows. Errors: those of {@link readArtifact} and {@link learnArtifact}. */
export async function readRuns(deps: ReadRunsDeps, question: RunsQuestion): Promise<void> {
  const { repository, branch, tip, artifact, config, runs, begin, keep } = question;
  if (runs.length === 0) return;
  const { artifacts, ciFeed, clock, messages, repository: checkout, requestBranch, secrets, sources } = deps;
  const mask = await secretsMask(secrets);
  const deadline = deadlineIn(clock, SECONDS);
  const memory = await deps.memories.of(repository);
  const place = { repository, commit: tip, mask };
  const wanted = await openWanted({ artifacts, clock, requestBranch, ledger: memory.ledger }, place);
  const ports: ArtifactDeps = {
    ...memory,
    ...{ artifacts, ciFeed, clock, messages, repository: checkout, secrets, sources },
    mode: "ci",
  };
  for (const run of runs) {
    if (deadline.isOver()) return;
    const { id, attempt, createdAt } = run;
    const why = await begin(run);
    const fail = (error: AssayError) => question.fail(run, error);
    const asked = { repository, branch, run, wanted, config, mask, deadline };
    const told = why !== null ? { learned: [], why } : await readOne(ports, artifact, asked, fail);
    if (told === null) return;
    keep({ id, attempt, createdAt, ...told });
  }
}

type Fail = (error: AssayError) => string | null;

/** Null where time is up. */
async function readOne(
  deps: ArtifactDeps,
  name: string,
  question: Omit<ArtifactQuestion, "artifact">,
  fail: Fail,
): Promise<Pick<PulledRun, "learned" | "why"> | null> {
  const { repository, run } = question;
  const listed = await orWhy(fail, () => deps.ciFeed.runArtifacts(repository, run.id));
  if ("why" in listed) return { learned: [], why: listed.why };
  const found = listed.filter((artifact) => artifact.name === name).toSorted((a, b) => a.id - b.id);
  const learned: string[] = [];
  let why: string | null = found.length === 0 ? "none" : null;
  for (const artifact of found) {
    const read = await orWhy(fail, () => readArtifact(deps, { ...question, artifact }));
    const became = "why" in read ? read : await learnArtifact(deps, question, read);
    if (became === null) return null;
    if ("learned" in became) learned.push(became.learned);
    else why ??= became.why;
  }
  return { learned, why };
}

/** What `read` gives, or why the run is passed over with its error. */
async function orWhy<Read>(fail: Fail, read: () => Promise<Read>): Promise<Read | { readonly why: string }> {
  try {
    return await read();
  } catch (error) {
    const why = error instanceof AssayError && error.kind !== "bug" ? fail(error) : null;
    if (why === null) throw error;
    return { why };
  }
}
