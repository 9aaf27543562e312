import type { Cause } from "../cause/cause.ts";
import type { Context } from "../cause/symptoms.ts";
import { fullTestName } from "../evidence/test-case.ts";
import { analyseFailures } from "../learn/analyse.ts";
import type { AnalysedFailure, AnalysisFinished, RunRecorded } from "../learn/learning-events.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import type { Deps } from "../ports/deps.ts";
import type { PastResult } from "../ports/history.ts";
import { tellError } from "../tell-error.ts";
import { getJson, putJson } from "./evidence-artifact.ts";

/** Past runs of a test that are looked at. */
const RUNS_LOOKED_UP = 50;

/** What the artifact of an analysis holds. */
export interface AnalysisResults {
  readonly failures: readonly AnalysedFailure[];
}

export interface AnalysedRun extends AnalysisResults {
  /** The event: what is stored of it. */
  readonly finished: AnalysisFinished;
}

/** Gives every failing test of the run its cause. Errors: those of the artifacts. */
export async function analyseRun(
  deps: Pick<Deps, "artifacts" | "history" | "messages">,
  recorded: RunRecorded,
): Promise<AnalysedRun> {
  const { run, commit, job } = recorded;
  const evidence = await getJson<RunEvidence>(deps.artifacts, recorded.evidence, run);
  const failures = analyseFailures(evidence, {
    ...(commit === null ? {} : { commit }),
    ...(job === null ? {} : { job }),
    ...(await pastOf(deps, evidence, recorded)),
  });
  const causes: Partial<Record<Cause, number>> = {};
  for (const { cause } of failures) causes[cause] = (causes[cause] ?? 0) + 1;
  const results = await putJson(deps.artifacts, { failures } satisfies AnalysisResults);
  return { failures, finished: { results, causes } };
}

/**
 * Results that are older than the run and not its own or its parts': a run that waited in the queue does not know
 * what came after it.
 */
async function pastOf(
  { history, messages }: Pick<Deps, "history" | "messages">,
  { failures }: RunEvidence,
  { run, at }: RunRecorded,
): Promise<Pick<Context, "history">> {
  if (failures.length === 0) return {};
  try {
    const past = await history.of(failures.map(fullTestName), RUNS_LOOKED_UP);
    const then = Date.parse(at);
    const isPast = (row: PastResult) => row.at <= then && row.run !== run && !row.run.startsWith(`${run}/`);
    return { history: new Map([...past].map(([test, rows]) => [test, rows.filter(isPast)])) };
  } catch (error) {
    messages.tell({ kind: "note", text: tellError(error) });
    return {};
  }
}
