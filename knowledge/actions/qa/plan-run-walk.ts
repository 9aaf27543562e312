import { inTurn } from "../../execute/in-turn.ts";
import { drivesMachine } from "../../execute/machine-lease.ts";
import { advancePlanRun } from "../../qa/decisions/advance-plan-run.ts";
import { beatPlanRun } from "../../qa/decisions/beat-plan-run.ts";
import { completePlanRun } from "../../qa/decisions/complete-plan-run.ts";
import { ownerOf, taskOf } from "../../qa/decisions/subject-columns.ts";
import type { PlanOutcome, RosterEntry } from "../../qa/plan-run.ts";
import type { SubjectState } from "../../qa/subject-state.ts";
import { tellError } from "../../tell-error.ts";
import { refused } from "./answer-once.ts";
import { answerSubject } from "./answer-subject.ts";
import type { Request, Warning } from "./envelope.ts";
import { type CaseDone, type ExecutionPlace, executeCase } from "./execute-case.ts";
import type { SubjectPlace } from "./place-of.ts";
import { type BegunPlanRun, leaseUntil } from "./plan-run-begin.ts";
import type { PlanRunDeps } from "./plan-run-deps.ts";
import { readSubject } from "./read-subject.ts";
import { refusalOf } from "./refusal-of.ts";
import type { QaPlanRun } from "./views/plan-run-view.ts";

interface Walk {
  readonly request: Request;
  readonly subject: SubjectPlace;
  readonly begun: Extract<BegunPlanRun, { readonly kind: "begun" }>;
  readonly warnings: readonly Warning[];
}

/** Milliseconds between two heartbeats. */
const BEAT_MS = 30_000;

/** Outcomes that a later process looks at again. */
const AGAIN: ReadonlySet<PlanOutcome> = new Set<PlanOutcome>(["waiting"]);

/** What is remembered of cases that were carried out here. */
type Carried = Map<string, Pick<CaseDone, "judge" | "dispatch" | "warnings">>;

/**
 * Carries out what is left of a plan run in the order of its roster, at most two at a time, serial ones alone, says after
 * each what it came to, and ends it. Errors: those of `executeCase`.
 */
export async function walkRoster(
  deps: PlanRunDeps,
  world: ExecutionPlace,
  { request, subject, begun, warnings }: Walk,
): Promise<QaPlanRun> {
  const { planRun, holder, isResumed } = begun;
  const read = await readSubject(deps.ledger, subject.stream);
  if (read.kind === "refused") return refused(read);
  const { requirements } = read.qa;
  const queue = planRun.roster.filter(({ requirement_id }) => {
    const before = planRun.outcomes[requirement_id];
    return before === undefined || AGAIN.has(before.outcome);
  });
  const carried: Carried = new Map();
  const isSerial = ({ requirement_id }: RosterEntry) => {
    const row = requirements[requirement_id]?.row;
    const method = world.methods.find(({ id }) => id === row?.method_id);
    return method?.concurrency === "serial" || (row !== undefined && drivesMachine(row, method));
  };
  await whileBeating(deps, { world, subject, plan_run_id: planRun.id, holder }, () =>
    inTurn(queue, isSerial, async (entry) => {
      const title = requirements[entry.requirement_id]?.row.title ?? entry.case_key;
      const number = planRun.roster.indexOf(entry) + 1;
      const told = {
        kind: "qa-case",
        case: entry.case_key,
        title,
        number,
        of: planRun.roster.length,
      } as const;
      deps.messages.tell({ ...told, outcome: null, reason: null });
      const done = await carryOut(deps, world, entry.requirement_id);
      carried.set(entry.requirement_id, done);
      await advance(deps, { world, subject, plan_run_id: planRun.id, holder }, entry, done);
      deps.messages.tell({ ...told, outcome: done.outcome, reason: done.reason });
    }),
  );
  const { request_id, target, payload } = request;
  const response = await answerSubject(deps, {
    function: world.called,
    request: {
      ...(request_id === undefined ? {} : { request_id }),
      ...(target === undefined ? {} : { target }),
      payload,
    },
    place: subject,
    choose(qa, context) {
      const done = completePlanRun(qa, { plan_run_id: planRun.id, holder, isAbandoned: false }, context);
      if (done.kind === "refused") return done;
      return {
        events: done.events,
        result: {
          plan: planRun.plan,
          subject: ownerOf(subject.subject),
          task_num: taskOf(subject.subject),
          plan_run_id: planRun.id,
          outcome: done.result.outcome,
          is_resumed: isResumed,
          cases: casesOf(qa, planRun.id, carried),
        },
      };
    },
  });
  const all = [...warnings, ...[...carried.values()].flatMap((one) => one.warnings)];
  return { ...response, warnings: [...response.warnings, ...all] };
}

interface Holding {
  readonly world: ExecutionPlace;
  readonly subject: SubjectPlace;
  readonly plan_run_id: string;
  readonly holder: string;
}

/** A case of a plan: what may not be begun is blocked, and what nobody can tell is an error; the others go on. */
async function carryOut(deps: PlanRunDeps, world: ExecutionPlace, requirement: string): Promise<CaseDone> {
  const nothing = { kind: "done", run: null, judge: null, warnings: [] } as const;
  try {
    const done = await executeCase(deps, world, requirement);
    if (done.kind === "done") return done;
    const reason = `${done.code}: ${done.why}`;
    return { ...nothing, outcome: "blocked_on_precondition", reason, dispatch: done.recover };
  } catch (error) {
    return { ...nothing, outcome: "error", reason: tellError(error), dispatch: null };
  }
}

async function advance(
  deps: PlanRunDeps,
  { world, subject, plan_run_id, holder }: Holding,
  { requirement_id }: RosterEntry,
  { outcome, run, reason }: CaseDone,
): Promise<void> {
  const response = await answerSubject(deps, {
    function: world.called,
    request: { payload: {} },
    place: subject,
    choose: (qa, context) =>
      advancePlanRun(
        qa,
        { plan_run_id, holder, requirement_id, outcome, qa_run_id: run?.id ?? null, reason },
        context,
      ),
  });
  if (response.result === null) {
    const { why } = refusalOf(response.errors);
    deps.messages.tell({ kind: "note", text: why });
  }
}

/** Says again and again that it is still at work, until the work has ended. */
async function whileBeating(
  deps: PlanRunDeps,
  { world, subject, plan_run_id, holder }: Holding,
  work: () => Promise<void>,
): Promise<void> {
  const ended = work().then(
    () => ({ kind: "done" }) as const,
    (error: unknown) => ({ kind: "failed", error }) as const,
  );
  for (;;) {
    const first = await Promise.race([ended, deps.pause.sleep(BEAT_MS)]);
    if (first?.kind === "failed") throw first.error;
    if (first?.kind === "done") return;
    await answerSubject(deps, {
      function: world.called,
      request: { payload: {} },
      place: subject,
      choose: (qa, context) => beatPlanRun(qa, { plan_run_id, holder, until: leaseUntil(deps) }, context),
    });
  }
}

function casesOf(qa: SubjectState, id: string, carried: Carried): NonNullable<QaPlanRun["result"]>["cases"] {
  const planRun = qa.planRuns.find((one) => one.id === id);
  return (planRun?.roster ?? []).map(({ requirement_id, case_key }) => {
    const said = planRun?.outcomes[requirement_id];
    const here = carried.get(requirement_id);
    return {
      requirement_id,
      case_key,
      title: qa.requirements[requirement_id]?.row.title ?? case_key,
      outcome: said?.outcome ?? null,
      qa_run_id: said?.qa_run_id ?? null,
      reason: said?.reason ?? null,
      judge: here?.judge ?? null,
      dispatch: here?.dispatch ?? null,
    };
  });
}
