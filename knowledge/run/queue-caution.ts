import { createHash } from "node:crypto";
import { type AnalysedFailure, learningStream } from "../learn/learning-events.ts";
import { LEARNING_RUN, learningEvent, waitingJobs } from "../learn/learning-run.ts";
import type { RunEvidence } from "../learn/run-evidence.ts";
import { decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import type { Checkout } from "../ports/repository.ts";
import { putJson } from "./evidence-artifact.ts";
import { keepRunOf } from "./keep-run.ts";

type CautionDeps = Pick<Deps, "artifacts" | "ledger" | "mode">;

/** What a check warns of, as its run is kept for learning. */
export interface QueuedCaution {
  /** Names the run: queued twice under one key, it is one run. */
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly branch: string;
  readonly job: string;
  /** For people: where it was met. */
  readonly title: string;
  readonly failures: readonly AnalysedFailure[];
  /** Where it is to be learned; null for what a default branch showed, which is of no checkout. */
  readonly checkout: Checkout | null;
}

/**
 * Queues what a check warns of for learning: a run of its job that is analysed already, of which `assay learn` makes
 * the cautions. Queued twice, it is one run. Errors: those of the artifacts and the ledger.
 */
export async function queueCaution(
  deps: CautionDeps,
  { key, at, branch, job, title, failures, checkout }: QueuedCaution,
): Promise<void> {
  const run = createHash("sha256").update(key).digest("hex").slice(0, 32);
  const evidence = evidenceOf(failures);
  const facts = {
    run,
    at,
    commit: null,
    branch,
    job,
    mode: deps.mode,
    verdict: "fail",
    durationMs: null,
    title: title.slice(0, 500),
  } as const;
  await keepRunOf(deps, evidence, facts, checkout);
  const results = await putJson(deps.artifacts, { failures });
  const causes: Partial<Record<AnalysedFailure["cause"], number>> = {};
  for (const { cause } of failures) causes[cause] = (causes[cause] ?? 0) + 1;
  const finished = learningEvent("analysis.finished", { results, causes });
  await decide(deps.ledger, learningStream(run), LEARNING_RUN, ({ state }) => ({
    events: waitingJobs(state).includes("analysis") ? [finished] : [],
    answer: null,
  }));
}

/** The tests by their names: that is all that a log tells of them. */
function evidenceOf(failures: readonly AnalysedFailure[]): RunEvidence {
  const named = failures.flatMap(({ test }) => (test === null ? [] : [test]));
  const tests = named.map((name) => ({
    suites: [],
    name,
    outcome: "failed" as const,
    flaky: false,
    line: 1,
  }));
  const total = Math.max(1, tests.length);
  return {
    v: 1,
    tests: { total, passed: 0, failed: total, errored: 0, skipped: 0, flaky: 0 },
    failures: tests,
    flakyTests: [],
    scopes: {},
    observations: [],
    dropped: 0,
    output: null,
  };
}
