import { AssayError } from "../errors.ts";
import { fullTestName } from "../evidence/test-case.ts";
import { learningStream } from "../learn/learning-events.ts";
import { LEARNING_RUN, type LearningRun, type LearningSummary } from "../learn/learning-run.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import { readState } from "../ledger/read-state.ts";
import { summaryRows } from "../ledger/summary-rows.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { getJson } from "../run/evidence-artifact.ts";
import type { ObservedTests } from "./observed.ts";

/** Learned runs that are read into, and tests that are looked up. */
const MOST_RUNS = 50;
const MOST_TESTS = 200;
/** Results of a test that are looked at. */
const PER_TEST = 200;

const NO_TESTS: ObservedTests = { runs: 0, suspects: [], scopes: [] };

/**
 * What learned runs tell of tests at these commits: which failed or were flaky in the week, and all results of those, as
 * the history keeps them. A commit tells which repository a run was of. Without a history only what runs tell by
 * themselves is known. Errors: those of the ledger and the artifacts.
 */
export async function readTests(
  deps: Pick<Deps, "memories" | "artifacts" | "history">,
  repository: RepositoryName,
  { ofWeek, known }: { readonly ofWeek: ReadonlySet<string>; readonly known: ReadonlySet<string> },
): Promise<ObservedTests> {
  const { ledger } = await deps.memories.of(repository);
  const rows = (await summaryRows<LearningSummary, LearningRun>(ledger, LEARNING_RUN)).flatMap(({ row }) =>
    row.kind === "run" && row.commit !== null && ofWeek.has(row.commit) ? [row] : [],
  );
  if (rows.length === 0) return NO_TESTS;
  const suspects = new Set<string>();
  const scopes = new Set<string>();
  const retried = new Map<string, { readonly commit: string; readonly job: string | null }[]>();
  const telling = rows.filter(({ tests }) => tests.failed + tests.errored + tests.flaky > 0);
  for (const { run, commit, job } of telling.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, MOST_RUNS)) {
    const { state } = await readState(ledger, learningStream(run), LEARNING_RUN);
    if (state.recorded === null) continue;
    const evidence = await evidenceOf(deps.artifacts, state.recorded.evidence, run);
    if (evidence === null) continue;
    for (const scope of Object.values(evidence.scopes)) scopes.add(scope);
    for (const test of evidence.failures) suspects.add(fullTestName(test));
    for (const test of evidence.flakyTests) {
      const name = fullTestName(test);
      suspects.add(name);
      retried.set(name, [...(retried.get(name) ?? []), { commit: commit ?? "", job }]);
    }
  }
  const names = [...suspects].sort().slice(0, MOST_TESTS);
  const past = await pastOf(deps.history, names);
  return {
    runs: rows.length,
    suspects: names.map((test) => {
      const results = (past.get(test) ?? []).flatMap(({ commit, job, outcome, flaky }) =>
        commit !== null && known.has(commit) ? [{ commit, job, outcome, flaky }] : [],
      );
      const untold = (retried.get(test) ?? []).filter(
        ({ commit, job }) => !results.some((one) => one.commit === commit && one.job === job),
      );
      return {
        test,
        results: [
          ...results,
          ...untold.map((place) => ({ ...place, outcome: "passed" as const, flaky: true })),
        ],
      };
    }),
    scopes: [...scopes].sort(),
  };
}

/** What was purged tells nothing any more. */
async function evidenceOf(
  artifacts: Deps["artifacts"],
  digest: string,
  run: string,
): Promise<RunEvidence | null> {
  try {
    return await getJson<RunEvidence>(artifacts, digest, run);
  } catch (error) {
    if (error instanceof AssayError && error.code === "artifact_missing") return null;
    throw error;
  }
}

/** Without a history nothing more is known of a test, and that is all. */
async function pastOf(history: Deps["history"], names: readonly string[]) {
  try {
    return await history.of(names, PER_TEST);
  } catch (error) {
    if (error instanceof AssayError) return new Map() as Awaited<ReturnType<Deps["history"]["of"]>>;
    throw error;
  }
}
