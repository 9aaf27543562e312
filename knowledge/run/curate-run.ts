import { droppedProposals } from "../acts/person-acts.ts";
import { AssayError } from "../errors.ts";
import type { Candidate } from "../learn/candidate.ts";
import { cautionCandidates } from "../learn/cautions.ts";
import { curate } from "../learn/curate/curate.ts";
import type { Curation, RecordDraft } from "../learn/curate/curation.ts";
import type { AnalysisFinished, CurationFinished, RunRecorded } from "../learn/learning-events.ts";
import { writeProposalFile } from "../learn/proposal-file.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import type { Deps } from "../ports/deps.ts";
import type { Mode } from "../ports/mode.ts";
import type { Proposals } from "../ports/proposals.ts";
import type { Records, RecordWrite } from "../ports/records.ts";
import { recordsAbout } from "../store/records-about.ts";
import type { AnalysisResults } from "./analyse-run.ts";
import type { Deadline } from "./deadline.ts";
import { getJson } from "./evidence-artifact.ts";
import { type EvalFiles, evalPaths } from "./read-evals.ts";

/** What curation reads and writes: of records and proposals no more than this. */
export type CurateDeps = Pick<Deps, "artifacts" | "journal" | "ledger" | "mode"> & {
  /** The files of the work tree; null where there is none. */
  readonly projectFiles: EvalFiles | null;
  readonly proposals: Pick<Proposals, "add" | "list">;
  readonly records: Pick<Records, "read" | "repair" | "under" | "write">;
};

/** Times that a change of the records makes curation decide again. */
const ATTEMPTS = 20;
/** Characters of a claim over the cap: all of them are named in one event, which has a limit. */
const NAMED_CHARACTERS = 60;

/**
 * Turns what a run saw into records and proposals, which are on the disk when it returns. Where somebody else
 * changed a record meanwhile, reads and decides again; null where the deadline passes before it is done. Errors:
 * records_contended, and those of the ports.
 */
export async function curateRun(
  deps: CurateDeps,
  recorded: RunRecorded,
  analysis: AnalysisFinished,
  deadline: Deadline,
): Promise<CurationFinished | null> {
  const { proposals, records } = deps;
  const { run, at, commit, branch, job } = recorded;
  const mode = curationMode(deps, recorded);
  const identity = { run, at, commit, branch, job, mode };
  const candidates = await candidatesOf(deps, recorded, analysis);
  const hasEvals = deps.projectFiles !== null && (await evalPaths(deps.projectFiles)).length > 0;
  const anchors = new Set(
    candidates.flatMap(({ anchors: [primary] }) => (primary === undefined ? [] : [primary])),
  );

  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (deadline.isOver()) return null;
    await records.repair();
    const { known, folders, paths } = await recordsAbout(deps, anchors);
    const waiting = new Set((await proposals.list()).map(({ id }) => id));
    const curation = await curate({
      run: identity,
      candidates,
      known,
      folders,
      proposals: waiting,
      dropped: await droppedProposals(deps.ledger),
      hasEvals,
      paused: new Set(),
    });
    const outcome = await records.write(curation.drafts.map((draft) => writeOf(draft, paths)));
    if (outcome.kind === "conflict") continue;
    for (const proposal of curation.proposals) await proposals.add(proposal.id, writeProposalFile(proposal));
    return finished(curation);
  }
  throw new AssayError("records_contended", { run, attempts: ATTEMPTS });
}

/** All that a run saw and that could be remembered, before any cap. Errors: those of the artifacts. */
export async function candidatesOf(
  { artifacts, mode }: Pick<Deps, "artifacts" | "mode">,
  recorded: RunRecorded,
  analysis: AnalysisFinished,
): Promise<readonly Candidate[]> {
  const { run } = recorded;
  const evidence = await getJson<RunEvidence>(artifacts, recorded.evidence, run);
  const { failures } = await getJson<AnalysisResults>(artifacts, analysis.results, run);
  const identity = { ...recorded, mode: curationMode({ mode }, recorded) };
  return [...evidence.observations, ...cautionCandidates(evidence, failures, identity)];
}

/** What CI recorded, and what is learned in CI, is not promoted. */
export function curationMode({ mode }: Pick<Deps, "mode">, recorded: Pick<RunRecorded, "mode">): Mode {
  return mode === "ci" ? mode : recorded.mode;
}

/** A new record says which others of its anchor it was decided beside: two runs must not both add the first. */
function writeOf({ path, text, expected }: RecordDraft, paths: readonly string[]): RecordWrite {
  if (expected !== null) return { path, text, expected };
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const beside = paths.filter(
    (other) => other.startsWith(folder) && !other.slice(folder.length).includes("/"),
  );
  return { path, text, expected, beside };
}

function finished({ drafts: _drafts, proposals: _proposals, ...told }: Curation): CurationFinished {
  const overCap = told.overCap.map(({ digest, claim }) => ({
    digest,
    claim: claim.slice(0, NAMED_CHARACTERS),
  }));
  return { ...told, overCap };
}
