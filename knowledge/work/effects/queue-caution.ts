import { createHash } from "node:crypto";
import type { ChangeRun } from "../../change/change-state.ts";
import type { PlannedEffect } from "../../change/planned-effect.ts";
import { type AnalysedFailure, learningStream } from "../../learn/learning-events.ts";
import { LEARNING_RUN, learningEvent, waitingJobs } from "../../learn/learning-run.ts";
import type { RunEvidence } from "../../learn/run-evidence.ts";
import { decide } from "../../ledger/decide.ts";
import type { Deps } from "../../ports/deps.ts";
import { putJson } from "../../run/evidence-artifact.ts";
import { keepRun } from "../../run/keep-run.ts";
import { getText } from "../effect-text.ts";
import type { EffectEnd } from "./effect-end.ts";

type CautionDeps = Pick<Deps, "artifacts" | "ledger" | "repository" | "secrets" | "clock" | "mode">;

/**
 * Queues what a check warns of for learning: a run of its job that is analysed already, of which `assay learn` makes
 * the cautions. Queued twice, it is one run. Errors: those of the artifacts and the ledger.
 */
export async function queueCaution(
  deps: CautionDeps,
  { change, at }: Pick<ChangeRun, "change" | "at">,
  effect: Extract<PlannedEffect, { what: "caution" }>,
): Promise<EffectEnd> {
  const { job, failures } = JSON.parse(await getText(deps.artifacts, effect.evidence)) as {
    readonly job: string;
    readonly failures: readonly AnalysedFailure[];
  };
  const run = createHash("sha256").update(effect.key).digest("hex").slice(0, 32);
  const evidence = evidenceOf(failures);
  await keepRun(deps, evidence, {
    run,
    at,
    commit: null,
    branch: change.headBranch,
    job,
    mode: deps.mode,
    verdict: "fail",
    durationMs: null,
    title: `${change.repository}#${change.number}: ${job}`.slice(0, 500),
  });
  const results = await putJson(deps.artifacts, { failures });
  const causes: Partial<Record<AnalysedFailure["cause"], number>> = {};
  for (const { cause } of failures) causes[cause] = (causes[cause] ?? 0) + 1;
  const finished = learningEvent("analysis.finished", { results, causes });
  await decide(deps.ledger, learningStream(run), LEARNING_RUN, ({ state }) => ({
    events: waitingJobs(state).includes("analysis") ? [finished] : [],
    answer: null,
  }));
  return { kind: "done", url: null };
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
