import { AssayError } from "../errors.ts";
import { mergeCandidates } from "../learn/curate/merge-candidates.ts";
import { ruleNew } from "../learn/evals/rule-new.ts";
import type {
  AnalysisFinished,
  CurationFinished,
  ProposalsFinished,
  RunRecorded,
} from "../learn/learning-events.ts";
import { recordsAbout } from "../store/records-about.ts";
import { type CurateDeps, candidatesOf, curationMode } from "./curate-run.ts";
import type { Deadline } from "./deadline.ts";
import { readEvals } from "./read-evals.ts";

/** Times that a change of the records makes it decide again. */
const ATTEMPTS = 20;

/**
 * Holds the new candidates of a run against the eval corpus, where the project has one, and rules on those that wait for
 * it; the records are on the disk when it returns. Where somebody else changed one meanwhile, reads and decides again; null
 * where the deadline passes before it is done. Errors: evals_invalid, records_contended, and those of the ports.
 */
export async function checkNew(
  deps: CurateDeps,
  {
    recorded,
    analysis,
    curation,
  }: {
    readonly recorded: RunRecorded;
    readonly analysis: AnalysisFinished;
    readonly curation: CurationFinished;
  },
  deadline: Deadline,
): Promise<ProposalsFinished | null> {
  const { projectFiles, records } = deps;
  const corpus = projectFiles === null ? null : await readEvals(projectFiles);
  if (corpus === null) return { skipped: "no-eval-corpus" };
  const { run, at, commit, branch, job } = recorded;
  const identity = { run, at, commit, branch, job, mode: curationMode(deps, recorded) };
  const seen = mergeCandidates(await candidatesOf(deps, recorded, analysis));
  const candidates = new Map(seen.map((one) => [one.digest, one]));
  const anchors = new Set(
    curation.journal.flatMap(({ candidate }) => candidates.get(candidate)?.anchors[0] ?? []),
  );
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (deadline.isOver()) return null;
    await records.repair();
    const { known, folders } = await recordsAbout(deps, anchors);
    const { drafts, ...told } = ruleNew({
      ...{ run: identity, corpus, journal: curation.journal, candidates, known, folders },
    });
    const outcome = await records.write(drafts.map(({ path, text, expected }) => ({ path, text, expected })));
    if (outcome.kind === "written") return { skipped: null, ...told };
  }
  throw new AssayError("records_contended", { run, attempts: ATTEMPTS });
}
