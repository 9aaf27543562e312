import { attempt } from "../../attempt.ts";
import { AssayError } from "../../errors.ts";
import { type LearnCaseDeps, learnCase } from "../../execute/learn-case.ts";
import { drivesMachine } from "../../execute/machine-lease.ts";
import { hideJson } from "../../execute/redact/hide-json.ts";
import { redactWords } from "../../execute/redact/redact-words.ts";
import {
  type CarriedOut,
  type CaseRunner,
  NOTHING_BESIDE,
  type Prepared,
  type RunnerPorts,
} from "../../execute/runner.ts";
import { CASE_RUNNERS } from "../../execute/runners/index.ts";
import { checkMethodConfig } from "../../plan/check-method-config.ts";
import type { Method } from "../../plan/method.ts";
import { completeRun } from "../../qa/decisions/complete-run.ts";
import { findBindingRow } from "../../qa/decisions/find-row.ts";
import { rosterDigest } from "../../qa/decisions/roster-digest.ts";
import { startRun } from "../../qa/decisions/start-run.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import { parseSuccessPolicy } from "../../qa/parse-success-policy.ts";
import type { PlanOutcome } from "../../qa/plan-run.ts";
import type { QaRun, QaVerdict, RawResult } from "../../qa/qa-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { Requirement } from "../../qa/requirement.ts";
import { standingOf } from "../../qa/standing-of.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { tellError } from "../../tell-error.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { performerOf } from "./case-execution-begin.ts";
import type { Warning } from "./envelope.ts";
import { type JudgeDeps, judgeRun } from "./judge-run.ts";
import { JUDGE_SECONDS } from "./judge-seconds.ts";
import { type KeepCapturesDeps, keepCaptures } from "./keep-captures.ts";
import type { Place } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";
import { refusalOf } from "./refusal-of.ts";
import { type HeldMachine, type MachineDeps, withMachine } from "./with-machine.ts";

export type ExecuteDeps = SubjectDeps &
  RunnerPorts &
  LearnCaseDeps &
  KeepCapturesDeps &
  JudgeDeps &
  MachineDeps;

/** What is the same for all cases of one execution. */
export interface ExecutionPlace {
  readonly place: Place;
  /** Function that asks. */
  readonly called: string;
  readonly methods: readonly Method[];
  readonly isNewestOnly: boolean;
  readonly project: string;
  readonly mask: SecretMask;
  /** What is checked out; null: nobody can tell which commit is carried out. */
  readonly code: RawResult["code_identity"];
  /** Whole commit id of HEAD, also where the work tree differs from it. */
  readonly sha: string | null;
  readonly baseUrl: string | null;
  /** Milliseconds that are waited for a machine that somebody else drives. */
  readonly machineWaitMs: number;
  readonly within: { readonly plan_run_id: string; readonly holder: string } | null;
}

/** What carrying out one case came to. */
export interface CaseDone {
  readonly kind: "done";
  readonly outcome: PlanOutcome;
  /** Null: nothing was begun. */
  readonly run: QaRun | null;
  readonly reason: string | null;
  /** A command line that goes on from here; null where nothing is owed. */
  readonly dispatch: string | null;
  /** Who is waited for. */
  readonly judge: "agent" | "person" | null;
  readonly warnings: readonly Warning[];
}

/** Attempts that a policy over several runs is given at most in one execution. */
const MOST_ATTEMPTS = 100;

/**
 * Carries one case out by the runner of its method, as often as its policy asks: begun in the ledger before anything is
 * done, what it left behind kept, then its verdict. What cannot be carried out is blocked and has no run; what was begun
 * and could not be ended is an error, never a fail. Refused where it may not be begun. Errors: those of the ledger.
 */
export async function executeCase(
  deps: ExecuteDeps,
  world: ExecutionPlace,
  requirement: string,
): Promise<CaseDone | QaRefusal> {
  const read = await readSubject(deps.ledger, world.place.stream);
  if (read.kind === "refused") return read;
  const found = findBindingRow(read.qa, requirement, new Date(deps.clock.now()).toISOString());
  if (found.kind === "refused") return found;
  const { row } = found;
  const method = world.methods.find(({ id }) => id === row.method_id);
  if (method === undefined) return notCarriedOut(row);
  const prepared = await prepare(deps, world, row, method);
  if (prepared.kind !== "ready")
    return {
      ...NO_RUN,
      outcome: prepared.kind === "blocked" ? "blocked_on_precondition" : "waiting",
      reason: redactWords(prepared.why, world.mask),
      dispatch: prepared.recover,
    };
  const ready = { row, method, prepared };
  const done = drivesMachine(row, method)
    ? await onMachine(deps, world, ready)
    : await attempts(deps, world, ready, null);
  return done.kind === "done" && row.success_policy !== null ? byPolicy(deps, world, done) : done;
}

/** All that its policy asks for while nobody else drives the machine; it waits where another does. */
async function onMachine(
  deps: ExecuteDeps,
  world: ExecutionPlace,
  ready: Ready,
): Promise<CaseDone | QaRefusal> {
  const { id } = ready.row;
  const use = { requirement_id: id, waitMs: world.machineWaitMs };
  const used = await withMachine(deps, use, (machine) => attempts(deps, world, ready, machine));
  if (used.kind === "used") return used.result;
  return {
    ...NO_RUN,
    outcome: "waiting",
    reason: redactWords(used.by, world.mask),
    dispatch: WAY_OUT.runCaseWaiting(id),
  };
}

async function attempts(
  deps: ExecuteDeps,
  world: ExecutionPlace,
  ready: Ready,
  machine: HeldMachine | null,
): Promise<CaseDone | QaRefusal> {
  const most = attemptsOf(ready.row);
  let done = await oneAttempt(deps, world, ready, machine);
  for (let count = 1; count < most && done.kind === "done" && mayGoOn(done); count += 1)
    done = await oneAttempt(deps, world, ready, machine);
  return done;
}

const NO_RUN = { kind: "done", run: null, judge: null, warnings: [] } as const;

interface Ready {
  readonly row: Requirement;
  readonly method: Method;
  readonly prepared: Extract<Prepared, { readonly kind: "ready" }>;
}

async function prepare(
  deps: ExecuteDeps,
  { baseUrl: given, sha }: ExecutionPlace,
  row: Requirement,
  method: Method,
): Promise<Prepared> {
  const own = row.target_env_snapshot?.base_url ?? null;
  if (given !== null && own !== null && originOf(given) !== originOf(own))
    return {
      kind: "blocked",
      why: `${row.id} is for ${row.target_env}, which is at ${own}, not at ${given}`,
      recover: `${WAY_OUT.runCase(row.id)} --base-url ${own}`,
    };
  const [fault] = checkMethodConfig(method, row.method_config ?? {});
  if (fault !== undefined)
    return {
      kind: "blocked",
      why: `its method_config${fault.at.map((key) => `.${key}`).join("")} ${fault.message}`,
      recover: WAY_OUT.showRequirement(row.id),
    };
  return CASE_RUNNERS[method.runner_id].prepare(deps, {
    row,
    method,
    config: row.method_config ?? {},
    baseUrl: given ?? own,
    sha,
  });
}

async function oneAttempt(
  deps: ExecuteDeps,
  world: ExecutionPlace,
  { row, method, prepared }: Ready,
  machine: HeldMachine | null,
): Promise<CaseDone | QaRefusal> {
  const { place, called, within, mask } = world;
  const started = await answerSubject(deps, {
    function: called,
    request: { payload: {} },
    place,
    looksAtHost: true,
    requirement: row.id,
    choose: (qa, context) =>
      startRun(
        qa,
        {
          requirement_id: row.id,
          performed_by: performerOf(row, context.methods, context.actor.isAgent),
          code_identity: codeOf(world, method),
          within,
          prepared: rosterDigest(row),
        },
        context,
      ),
  });
  const begun = started.result?.run;
  if (begun === undefined) return refusalOf(started.errors);
  const start = deps.clock.now();
  const out = await carriedOut(prepared, machine);
  const durationMs = deps.clock.now() - start;
  const { artifacts, warnings } = await keepCaptures(deps, world, begun, out.artifacts);
  if (out.verdict === null) {
    const run = { ...begun, artifacts };
    const setup = started.result?.setup ?? null;
    const reason = setup === null ? out.reason : `${out.reason ?? "it is begun"}; first of all: ${setup}`;
    const open: CaseDone = {
      kind: "done",
      outcome: "needs_review",
      run,
      reason,
      ...waitsFor(run, method),
      warnings,
    };
    const runner: CaseRunner = CASE_RUNNERS[method.runner_id];
    return runner.isJudgedByModel === true ? reviewed(deps, world, run, open) : open;
  }
  const completed = await answerSubject(deps, {
    function: called,
    request: { payload: {} },
    place,
    requirement: row.id,
    choose: (qa, context) =>
      completeRun(
        qa,
        {
          run_id: begun.id,
          verdict: out.verdict ?? "error",
          verdict_reason: out.reason === null ? null : redactWords(out.reason, mask),
          score: null,
          confidence: null,
          values: maskedValues(out.values, mask),
          sign_in: out.sign_in,
          duration_ms: durationMs,
          isByRunner: true,
        },
        context,
      ),
  });
  const run = completed.result?.run;
  if (run === undefined) return refusalOf(completed.errors);
  // Nothing of learning may reach the verdict.
  await attempt(deps, null, () =>
    learnCase(deps, { row, run, steps: out.steps, corrections: out.corrections }, mask),
  );
  return {
    kind: "done",
    outcome: OUTCOME_OF[out.verdict],
    run,
    reason: run.verdict_reason,
    dispatch: out.verdict === "pass" ? null : WAY_OUT.runCase(row.id),
    judge: out.verdict === "undetermined" ? "person" : null,
    warnings,
  };
}

/** What the model of the settings says of a capture; where it says nothing, the capture waits as others do. */
async function reviewed(
  deps: ExecuteDeps,
  world: ExecutionPlace,
  capture: QaRun,
  open: CaseDone,
): Promise<CaseDone> {
  const said = await modelReview(deps, world, capture.id);
  if (said.kind === "refused") return { ...open, reason: said.why };
  const { run, verdict } = said;
  return {
    ...open,
    outcome: OUTCOME_OF[verdict],
    run,
    reason: run.verdict_reason,
    judge: verdict === "undetermined" ? "person" : null,
    dispatch:
      verdict === "pass"
        ? null
        : verdict === "undetermined"
          ? open.dispatch
          : WAY_OUT.runCase(run.qa_requirement_id),
  };
}

/** The review that was recorded, or why there is none; what the store or the settings say no to is a reason too. */
async function modelReview(
  deps: ExecuteDeps,
  { place, called, mask }: ExecutionPlace,
  run_id: string,
): Promise<{ readonly kind: "said"; readonly run: QaRun; readonly verdict: QaVerdict } | QaRefusal> {
  try {
    const ask = { place, called, run_id, mask, callMs: JUDGE_SECONDS * 1_000, request: { payload: {} } };
    const judged = await judgeRun(deps, ask);
    if (judged.kind === "refused") return judged;
    const run = judged.response.result?.run ?? null;
    return run === null || run.verdict === null
      ? refusalOf(judged.response.errors)
      : { kind: "said", run, verdict: run.verdict };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const recover = WAY_OUT.recordVerdict(run_id, "pass", "as its captures show");
    return { kind: "refused", code: "precondition_failed", why: tellError(error), recover };
  }
}

const OUTCOME_OF = {
  pass: "passed",
  fail: "failed",
  undetermined: "needs_review",
  error: "error",
} as const;

/** What the runner cannot do, whatever the reason, is an error of the run. */
async function carriedOut(prepared: Ready["prepared"], machine: HeldMachine | null): Promise<CarriedOut> {
  try {
    const out = await prepared.carryOut();
    if (machine === null || (await machine.isOurs())) return out;
    return { ...out, verdict: "error", reason: "another process took the test machine over meanwhile" };
  } catch (error) {
    return { ...NOTHING_BESIDE, verdict: "error", reason: tellError(error) };
  }
}

/** CI ran on the commit itself; everything else on the files as they lie here. */
function codeOf({ code, sha }: ExecutionPlace, { runner_id }: Method): RawResult["code_identity"] {
  return runner_id === "ci_run" && sha !== null ? { branch: code?.branch ?? null, sha } : code;
}

function waitsFor(run: QaRun, { verdict_path }: Method): Pick<CaseDone, "dispatch" | "judge"> {
  return verdict_path === "person"
    ? { judge: "person", dispatch: WAY_OUT.completeRun(run.id, "pass", "seen to work") }
    : { judge: "agent", dispatch: WAY_OUT.recordVerdict(run.id, "pass", "as its captures show") };
}

function attemptsOf({ success_policy }: Requirement): number {
  const parsed = parseSuccessPolicy(success_policy);
  if (parsed.kind === "problem" || !("min_runs" in parsed.policy) || parsed.policy.type !== "statistical")
    return 1;
  return Math.min(parsed.policy.min_runs, MOST_ATTEMPTS);
}

function mayGoOn({ run }: CaseDone): boolean {
  return run?.verdict === "pass" || run?.verdict === "fail";
}

/** What a policy of its own says of all that qualifies on this commit. */
async function byPolicy(deps: ExecuteDeps, world: ExecutionPlace, done: CaseDone): Promise<CaseDone> {
  const { run } = done;
  if (run === null || run.verdict === null || run.verdict === "error") return done;
  const read = await readSubject(deps.ledger, world.place.stream);
  const requirement = read.kind === "refused" ? undefined : read.qa.requirements[run.qa_requirement_id];
  if (read.kind === "refused" || requirement === undefined) return done;
  const sha = run.raw_result.code_identity?.sha ?? null;
  const { word, readOut } = standingOf(requirement, read.qa, {
    now: deps.clock.now(),
    acceptedRevisions: sha === null ? null : new Set([sha]),
    isNewestOnly: world.isNewestOnly,
    methods: world.methods,
  });
  const open = readOut?.clauses.find(({ outcome }) => outcome !== "passed");
  const said = open === undefined ? done.reason : `${open.clause}: ${open.seen}`;
  if (word === "satisfied") return { ...done, outcome: "passed", reason: said, dispatch: null, judge: null };
  return {
    ...done,
    outcome: run.verdict === "undetermined" ? "needs_review" : "failed",
    reason: said,
    dispatch: WAY_OUT.runCase(run.qa_requirement_id),
  };
}

function maskedValues(values: RawResult["values"], mask: SecretMask): RawResult["values"] {
  return mask(hideJson(values, () => {}) as RawResult["values"]);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function notCarriedOut(row: Requirement): QaRefusal {
  return {
    kind: "refused",
    code: "precondition_failed",
    why: `${row.id} has no method by which it is carried out: somebody proves it by hand`,
    recover: WAY_OUT.addRun(row.id, "manual"),
  };
}
