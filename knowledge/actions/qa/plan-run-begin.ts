import { leftOf } from "../../qa/decisions/advance-plan-run.ts";
import { beatPlanRun } from "../../qa/decisions/beat-plan-run.ts";
import { beginPlanRun } from "../../qa/decisions/begin-plan-run.ts";
import { isStale } from "../../qa/decisions/live-plan-run.ts";
import { materialize } from "../../qa/decisions/materialize.ts";
import { isOfSubject } from "../../qa/decisions/subject-columns.ts";
import { WAY_OUT } from "../../qa/decisions/way-out.ts";
import type { PlanRun } from "../../qa/plan-run.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { Requirement } from "../../qa/requirement.ts";
import type { SubjectState } from "../../qa/subject-state.ts";
import { answerSubject } from "./answer-subject.ts";
import type { Request, Response } from "./envelope.ts";
import { findPlans } from "./find-plans.ts";
import type { SubjectPlace } from "./place-of.ts";
import type { PlanRunDeps } from "./plan-run-deps.ts";
import { readQaPlans } from "./qa-settings.ts";
import { readSubject } from "./read-subject.ts";
import { refusalOf } from "./refusal-of.ts";
import { wasAnswered } from "./was-answered.ts";

/** Milliseconds for which nobody else may go on with a plan run after its last heartbeat. */
const LEASE_MS = 120_000;

export type BegunPlanRun =
  | {
      readonly kind: "begun";
      readonly planRun: PlanRun;
      readonly holder: string;
      /** It goes on where an earlier process ended. */
      readonly isResumed: boolean;
    }
  /** Another process carries it out. */
  | { readonly kind: "held"; readonly planRun: PlanRun; readonly titles: ReadonlyMap<string, string> }
  /** Nothing was to be written. */
  | {
      readonly kind: "planned";
      readonly plan: string;
      readonly cases: readonly PlannedCase[];
    }
  | { readonly kind: "answered"; readonly response: Response<unknown> };

interface PlannedCase {
  readonly requirement_id: string;
  readonly case_key: string;
  readonly title: string;
  readonly outcome: null;
  readonly qa_run_id: null;
  readonly reason: null;
  readonly judge: null;
  readonly dispatch: null;
}

export interface BeginAsk {
  readonly called: string;
  readonly request: Request;
  readonly subject: SubjectPlace;
  readonly plan: string | null;
  readonly resume: string | null;
  readonly replaces: readonly { readonly case_key: string; readonly requirement_id: string }[];
}

/** Until when a holder that says so now holds a plan run, ISO 8601. */
export function leaseUntil({ clock }: Pick<PlanRunDeps, "clock">): string {
  return new Date(clock.now() + LEASE_MS).toISOString();
}

/**
 * Begins an execution of a plan, with the requirements that it is missing; or takes over the subject's live one, where its
 * process is gone or its lease ran out. Errors: those of the ledger and of the files.
 */
export async function beginOrResume(deps: PlanRunDeps, ask: BeginAsk): Promise<BegunPlanRun | QaRefusal> {
  const { called, request, subject } = ask;
  const isNew = request.target?.kind === "project" && ask.resume === null;
  if (!isNew) {
    const read = await readSubject(deps.ledger, subject.stream);
    if (read.kind === "refused") return read;
    if (wasAnswered(read.qa, called, request))
      return { kind: "answered", response: await answerAgain(deps, ask) };
    const live = read.qa.planRuns.find(
      (one) =>
        one.completed === null &&
        (ask.resume === null ? isFor(read.qa, one, subject) : one.id === ask.resume),
    );
    if (live === undefined && ask.resume !== null) return isOver(read.qa, ask.resume, subject);
    const at = new Date(deps.clock.now()).toISOString();
    if (live !== undefined && (ask.resume !== null || !isStale(live, at)))
      return takeOver(deps, ask, read.qa, live);
  }
  if (ask.plan === null)
    return {
      kind: "refused",
      code: "precondition_failed",
      why: "no plan is named, and none is there to go on with",
      recover: "assay plan list",
    };
  return begin(deps, { ...ask, plan: ask.plan }, isNew);
}

/** The answer that the subject holds. */
async function answerAgain(
  deps: PlanRunDeps,
  { called, request, subject }: BeginAsk,
): Promise<Response<unknown>> {
  const { request_id, target, payload } = request;
  return answerSubject<unknown>(deps, {
    function: called,
    request: {
      ...(request_id === undefined ? {} : { request_id }),
      ...(target === undefined ? {} : { target }),
      payload,
    },
    place: subject,
    choose: () => ({ events: [], result: null }),
  });
}

function isFor(qa: SubjectState, { roster }: PlanRun, { subject }: SubjectPlace): boolean {
  const first = qa.requirements[roster[0]?.requirement_id ?? ""];
  return first !== undefined && isOfSubject(first.row, subject);
}

function isOver(qa: SubjectState, id: string, { subject }: SubjectPlace): QaRefusal {
  const over = qa.planRuns.find((one) => one.id === id);
  return {
    kind: "refused",
    code: "precondition_failed",
    why: over === undefined ? `there is no plan run ${id}` : `${id} is completed: ${over.completed?.outcome}`,
    recover: over === undefined ? "assay qa activity" : WAY_OUT.runPlan(over.plan, subject),
  };
}

async function takeOver(
  deps: PlanRunDeps,
  { called, request, subject, plan, resume }: BeginAsk,
  qa: SubjectState,
  live: PlanRun,
): Promise<BegunPlanRun | QaRefusal> {
  const isDry = request.options?.dry_run === true;
  const { preconditions } = request;
  const holder = await deps.holder.name();
  const isHeld =
    live.lease !== null && live.lease.holder !== holder && Date.parse(live.lease.until) > deps.clock.now();
  if (isHeld && live.lease !== null && !(await deps.holder.isGone(live.lease.holder)))
    return { kind: "held", planRun: live, titles: titlesOf(qa) };
  if (plan !== null && plan !== live.plan)
    return {
      kind: "refused",
      code: "plan_execution_in_flight",
      why: `${live.id} of plan ${live.plan} was begun and never ended; only then another may begin`,
      recover: WAY_OUT.resumePlanRun(live.id),
    };
  // What is gone says no more that it gives the lease up.
  const before = isHeld && live.lease !== null ? live.lease.holder : null;
  const taken = await answerSubject(deps, {
    function: called,
    request: {
      payload: {},
      ...(preconditions === undefined ? {} : { preconditions }),
      ...(isDry ? { options: { dry_run: true } } : {}),
    },
    place: subject,
    choose(state, context) {
      const given =
        before === null
          ? null
          : beatPlanRun(state, { plan_run_id: live.id, holder: before, until: context.at }, context);
      if (given?.kind === "refused") return given;
      return given ?? { events: [], result: { plan_run_id: live.id, until: context.at } };
    },
  });
  if (taken.result === null) return refusalOf(taken.errors);
  if (isDry) {
    const left = leftOf(live).flatMap((id) => qa.requirements[id]?.row ?? []);
    return { kind: "planned", plan: live.plan, cases: left.map(plannedCase) };
  }
  const beaten = await answerSubject(deps, {
    function: called,
    request: { payload: {} },
    place: subject,
    choose: (state, context) =>
      beatPlanRun(state, { plan_run_id: live.id, holder, until: leaseUntil(deps) }, context),
  });
  if (beaten.result === null) return refusalOf(beaten.errors);
  tellResumed(deps, qa, live, resume !== null);
  return { kind: "begun", planRun: live, holder, isResumed: true };
}

function tellResumed({ messages }: PlanRunDeps, qa: SubjectState, planRun: PlanRun, isAsked: boolean): void {
  const left = leftOf(planRun);
  const open = left.flatMap((id) =>
    (qa.requirements[id]?.runs ?? []).filter(
      ({ plan_run_id, verdict }) => plan_run_id === planRun.id && verdict === null,
    ),
  );
  const done = planRun.roster.length - left.length;
  const begun = open.map(({ id }) => `; ${id} was begun and never ended`).join("");
  const why = isAsked ? "" : ", which an earlier process left";
  messages.tell({
    kind: "note",
    text: `goes on with ${planRun.id}${why}: ${done} of ${planRun.roster.length} cases are done${begun}`,
  });
}

function titlesOf({ requirements }: SubjectState): ReadonlyMap<string, string> {
  return new Map(Object.values(requirements).map(({ row }) => [row.id, row.title]));
}

async function begin(
  deps: PlanRunDeps,
  { called, request, subject, plan, replaces }: BeginAsk & { readonly plan: string },
  isNew: boolean,
): Promise<BegunPlanRun | QaRefusal> {
  const plans = await findPlans(deps, [plan]);
  if ("kind" in plans) return plans;
  const isDry = request.options?.dry_run === true;
  const { preconditions } = request;
  const task = subject.subject.kind === "task" ? { task_num: subject.subject.task_num } : {};
  const made = await answerSubject(deps, {
    function: called,
    request: {
      payload: {},
      ...(preconditions === undefined ? {} : { preconditions }),
      ...(isDry ? { options: { dry_run: true } } : {}),
    },
    place: subject,
    isNew,
    ...task,
    choose: (qa, context) =>
      materialize(qa, { subject: subject.subject, plans, requirement_source: "explicit", replaces }, context),
  });
  if (made.result === null) return refusalOf(made.errors);
  if (isDry) {
    const read = isNew ? null : await readSubject(deps.ledger, subject.stream);
    const known = read?.kind === "read" ? Object.values(read.qa.requirements).map(({ row }) => row) : [];
    const rows = [...known.filter(({ id }) => made.result?.confirmed.includes(id)), ...made.result.created];
    return { kind: "planned", plan, cases: rows.map(plannedCase) };
  }
  const all = await readQaPlans(deps);
  const holder = await deps.holder.name();
  const begun = await answerSubject(deps, {
    function: called,
    request: { payload: {} },
    place: subject,
    ...task,
    choose: (qa, context) =>
      beginPlanRun(
        qa,
        {
          subject: subject.subject,
          plan,
          requirement_ids: null,
          plans: all.plans,
          holder,
          until: leaseUntil(deps),
        },
        context,
      ),
  });
  if (begun.result === null) return refusalOf(begun.errors);
  const { planRun, ended } = begun.result;
  if (ended !== null)
    deps.messages.tell({
      kind: "note",
      text: `${ended} was last heard of over 30 minutes ago: it ends as an error`,
    });
  return { kind: "begun", planRun, holder, isResumed: false };
}

function plannedCase(row: Requirement): PlannedCase {
  return {
    requirement_id: row.id,
    case_key: row.plan_case?.case_key ?? row.id,
    title: row.title,
    ...NOT_DONE,
  };
}

const NOT_DONE = { outcome: null, qa_run_id: null, reason: null, judge: null, dispatch: null } as const;
