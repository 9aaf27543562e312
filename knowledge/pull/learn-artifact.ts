import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { isParked } from "../learn/learning-run.ts";
import type { DatedRun, RunArtifact } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { STREAM_LIMIT } from "../ports/sources.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { Deadline } from "../run/deadline.ts";
import type { LearnRunDeps } from "../run/learn-run.ts";
import { learnRun } from "../run/learn-run.ts";
import { type ReadRun, readRun } from "../run/read-run.ts";
import { recordRead } from "../run/record-whole.ts";
import { titleOf } from "../run/run-facts.ts";
import { readLearningRun } from "../run/run-queue.ts";
import type { Wanted } from "./open-wanted.ts";
import { isPassing } from "./run-trouble.ts";

export type ArtifactDeps = Omit<LearnRunDeps, "projectFiles" | "proposals" | "records"> &
  Pick<Deps, "ciFeed" | "clock" | "repository" | "secrets" | "sources">;

export interface ArtifactQuestion {
  readonly repository: RepositoryName;
  readonly branch: string;
  readonly run: DatedRun;
  readonly artifact: RunArtifact;
  readonly wanted: Wanted;
  readonly config: Config;
  readonly mask: SecretMask;
  readonly deadline: Deadline;
}

/** What became of an artifact; null where time is up before all was learned. */
export type LearnedArtifact = { readonly learned: string } | { readonly why: string } | null;

/** What is wrong with an artifact itself, so that reading it again changes nothing. */
const ITS_OWN: ReadonlySet<string> = new Set(["report_expected", "source_unreadable"]);

/**
 * Reads the reports in an artifact as `ingest` does, or tells why they are not. Errors: those of the forge and of what it
 * sends.
 */
export async function readArtifact(
  { ciFeed, history, messages, sources }: ArtifactDeps,
  { repository, artifact, config, mask }: ArtifactQuestion,
): Promise<ReadRun | { readonly why: string }> {
  if (artifact.expired) return { why: "expired" };
  if (artifact.bytes > STREAM_LIMIT) return { why: "too-large" };
  const chunks = await ciFeed.runArtifact(repository, artifact.id);
  if (chunks === null) return { why: "expired" };
  const name = `${artifact.name}.zip`;
  const inside = { ...sources, open: () => sources.from(name, chunks) };
  try {
    return await readRun({ history, messages, sources: inside }, [name], { config, mask });
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    if (error.kind !== "invalid" && !ITS_OWN.has(error.code)) throw error;
    return { why: error.code };
  }
}

/**
 * Keeps the reports of an artifact as a run of CI, and learns from it. Learned before, it is found to be. Errors:
 * pull_unfinished where learning failed and may not the next time; those of the forge, the ledger and the artifacts, of
 * which those that pass are no failure of the run.
 */
export async function learnArtifact(
  deps: ArtifactDeps,
  question: Omit<ArtifactQuestion, "artifact">,
  read: ReadRun,
): Promise<LearnedArtifact> {
  const { repository, branch, run, wanted, mask, deadline } = question;
  const recorded = await recordRead(
    deps,
    { mask },
    { read, title: titleOf([`${repository}@${branch}:`, run.name], mask) },
    { at: run.createdAt, commit: run.commit, branch, job: run.name, pulledFrom: run.url },
  );
  const ports = wanted.portsOf(recorded.run, { name: mask(run.name), url: run.url });
  const result = await learnRun({ ...portsOf(deps), ...ports }, recorded.run, deadline, { isPassing });
  if (result === "done") return { learned: recorded.run };
  if (result === "queued") return null;
  const state = await readLearningRun(deps.ledger, recorded.run);
  if (isParked(state)) return { why: "parked" };
  throw new AssayError("pull_unfinished", {
    repository,
    run: recorded.run,
    reason: state.failures.at(-1)?.message ?? "it cannot be told why",
  });
}

/** Ports may be made only when they are asked for: a spread would not have them. */
function portsOf(deps: ArtifactDeps): Omit<LearnRunDeps, "proposals" | "records"> {
  const { artifacts, history, journal, ledger, messages, mode } = deps;
  // What a clone holds, such as an eval corpus, is not here: what comes of it stays a candidate.
  return { artifacts, history, journal, ledger, messages, mode, projectFiles: null };
}
