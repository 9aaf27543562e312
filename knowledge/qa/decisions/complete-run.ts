import type { QaRun, QaVerdict, RawResult } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, type QaEvent, refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { alreadyDischarged, type FoundRun, findRun } from "./find-row.ts";
import { recordedBy } from "./recorded-by.ts";
import { sameJson } from "./same-json.ts";
import { supersedeDeclared } from "./supersede-declared.ts";
import { valuesProblem, verdictProblem } from "./verdict-problem.ts";
import { WAY_OUT } from "./way-out.ts";

export interface CompleteRunAsk {
  readonly run_id: string;
  readonly verdict: QaVerdict;
  readonly verdict_reason: string | null;
  readonly score: number | null;
  readonly confidence: number | null;
  /** What the runner reports beside; JSON, at most {@link VALUES_LIMIT} bytes. */
  readonly values: RawResult["values"];
  readonly sign_in: RawResult["sign_in"];
  readonly duration_ms: number | null;
  /** True where a runner's own rule gives the verdict, in this process; what comes from outside never sets it. */
  readonly isByRunner: boolean;
}

/**
 * Records the verdict of a run; what its start froze is kept. A verdict is given once: the same again is no event. A capture
 * that somebody else has to judge takes no pass or fail here. A person's passing verdict on a declared replacement
 * supersedes what it replaces, in the same transaction. Pure.
 */
export function completeRun(
  state: SubjectState,
  ask: CompleteRunAsk,
  context: DecisionContext,
): QaDecision<{ readonly run: QaRun; readonly superseded: readonly string[] }> {
  const found = findRun(state, ask.run_id);
  if (found.kind === "refused") return found;
  const { row, run } = found;
  const decided_by = ask.isByRunner ? "code" : context.actor.isAgent ? "model" : "person";
  const said = {
    verdict: ask.verdict,
    verdict_reason: ask.verdict_reason?.trim() || null,
    score: ask.score,
    confidence: ask.confidence,
    values: ask.values,
    sign_in: ask.sign_in,
    duration_ms: ask.duration_ms,
    decided_by,
  } as const;
  if (run.verdict !== null)
    return isSaidAlready(run, said)
      ? decided([], { run, superseded: [] })
      : refuse(
          "already_judged",
          `${run.id} is completed: ${run.verdict}; another attempt is another run`,
          WAY_OUT.prove(row),
        );
  const problem =
    verdictProblem(ask, (reason) => WAY_OUT.completeRun(run.id, ask.verdict, reason)) ??
    valuesProblem(ask.values, run.id) ??
    exitProblem(found, ask, context) ??
    judgeProblem(found, ask, context) ??
    evidenceProblem(run, ask, decided_by);
  if (problem !== null) return problem;
  const completion: QaEvent = {
    type: "QARunCompleted",
    data: {
      id: run.id,
      qa_requirement_id: run.qa_requirement_id,
      ...said,
      at: context.at,
      by: recordedBy(context.actor),
    },
  };
  const supersessions = decided_by === "person" ? supersedeDeclared(state, [completion], run, context) : [];
  const { values, sign_in, ...columns } = said;
  return decided([completion, ...supersessions], {
    run: {
      ...run,
      ...columns,
      raw_result: {
        ...run.raw_result,
        values: { ...run.raw_result.values, ...values },
        sign_in: sign_in ?? run.raw_result.sign_in,
      },
      completed_at: context.at,
      recorded_by: recordedBy(context.actor),
    },
    superseded: supersessions.map(({ data }) => data.id),
  });
}

function isSaidAlready(
  run: QaRun,
  said: Pick<QaRun, "verdict" | "verdict_reason" | "score" | "confidence" | "duration_ms" | "decided_by"> &
    Pick<RawResult, "values" | "sign_in">,
): boolean {
  const { values, sign_in, ...columns } = said;
  const before = Object.fromEntries(Object.keys(columns).map((name) => [name, run[name as keyof QaRun]]));
  return (
    sameJson(before, columns) &&
    sameJson({ ...run.raw_result.values, ...values }, run.raw_result.values) &&
    sameJson(sign_in ?? run.raw_result.sign_in, run.raw_result.sign_in)
  );
}

/** A shell passes by exit code 0: what reports another one and says pass contradicts itself. */
function exitProblem(
  { row, run }: FoundRun,
  { verdict, values }: CompleteRunAsk,
  { methods }: DecisionContext,
): QaRefusal | null {
  const { exit_code: code } = { ...run.raw_result.values, ...values };
  const method = methods.find(({ id }) => id === row.method_id);
  const isItsExit = method === undefined || method.runner_id === "worktree_run";
  if (run.performed_by !== "shell" || verdict !== "pass" || !isItsExit) return null;
  return typeof code !== "number" || code === 0
    ? null
    : refuse(
        "precondition_failed",
        `${run.id} reports exit_code ${code}, and a shell passes by 0 alone`,
        WAY_OUT.completeRun(run.id, "fail", `exit code ${code}`),
      );
}

/** Where the method leaves the verdict to an agent, who captures does not judge: only what went wrong is said here. */
function judgeProblem(
  { row, run }: FoundRun,
  { verdict }: CompleteRunAsk,
  { methods, at }: DecisionContext,
): QaRefusal | null {
  const discharge = dischargeOf(row, at);
  if (discharge !== null && verdict === "pass") return alreadyDischarged(row, discharge);
  const isCapture =
    run.performed_by === "agent_mission" ||
    methods.find(({ id }) => id === row.method_id)?.verdict_path === "agent";
  if (!isCapture || (verdict !== "pass" && verdict !== "fail")) return null;
  return refuse(
    "precondition_failed",
    `${run.id} is a capture: who did not capture it says ${verdict}, in a review of it`,
    WAY_OUT.recordVerdict(run.id, verdict, "reviewed by somebody else than who captured it"),
  );
}

/** An agent's outcome rests on something that others can look at; that it could not be carried out needs nothing. */
function evidenceProblem(
  run: QaRun,
  { verdict }: CompleteRunAsk,
  decidedBy: QaRun["decided_by"],
): QaRefusal | null {
  const isAgents =
    decidedBy === "model" || run.performed_by === "agent" || run.performed_by === "agent_mission";
  if (!isAgents || verdict === "error" || run.artifacts.length > 0) return null;
  return refuse(
    "evidence_missing",
    `${run.id} was carried out by an agent and has no artifact: what its verdict rests on is attached first`,
    WAY_OUT.addArtifact(run.id),
  );
}
