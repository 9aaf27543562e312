import type { StoredEvent } from "../ports/ledger.ts";
import { grownIn, withFields, withGrown } from "./grown-field.ts";
import type { PlanRun } from "./plan-run.ts";
import type { QaEventName, QaEvents } from "./qa-events.ts";
import type { QaRun } from "./qa-run.ts";
import { requestKey } from "./request-key.ts";
import type { Requirement } from "./requirement.ts";
import type { RequirementState, SubjectState } from "./subject-state.ts";

/** A subject of which nobody has said anything. */
export const NO_QA: SubjectState = {
  requirements: {},
  planRuns: [],
  attachments: [],
  answered: {},
  uncommitted: {},
};

/**
 * What has to be proved for a subject, after one more event; one of a type or version that nobody knows changes nothing,
 * and neither does one about a row that is not there or one that says what was said before: the first word stands. Costs
 * about the same however many rows there are. Pure.
 */
export function applyQa(state: SubjectState, event: StoredEvent): SubjectState {
  if (event.v !== 1 || !Object.hasOwn(APPLY, event.type)) return state;
  const apply = APPLY[event.type as QaEventName] as (
    state: SubjectState,
    data: unknown,
    seq: number,
  ) => SubjectState;
  return apply(state, event.data, event.seq);
}

type Apply = {
  readonly [Name in QaEventName]: (state: SubjectState, data: QaEvents[Name], seq: number) => SubjectState;
};

const APPLY: Apply = {
  QARequirementCreated: (state, { row, materialization }) =>
    materialization === null ? withRow(state, row) : withUncommitted(state, materialization, row),
  QAMaterializationCommitted: (state, { materialization }) => committed(state, materialization),
  QARequirementUpdated: (state, { id, changes }) => inRow(state, id, () => changes),
  QARequirementWaived: (state, { id, at, by, rationale, source, expires_at }) =>
    inRow(state, id, () => ({
      waived_at: at,
      waiver_rationale: rationale,
      waiver_source: source,
      waived_by: by,
      waiver_expires_at: expires_at,
    })),
  QARequirementSuperseded: (state, { id, superseded_by_requirement_id, at, rationale, source }) =>
    inRow(state, id, ({ superseded_at }) =>
      superseded_at === null
        ? {
            superseded_by_requirement_id,
            superseded_at: at,
            supersession_rationale: rationale,
            supersession_source: source,
          }
        : {},
    ),
  QAReplacementDeclared: (state, { id, replacement_requirement_id }) =>
    inRow(state, id, () => ({ replacement_requirement_id })),
  QARequirementRetracted: (state, { id, at, reason }) =>
    inRow(state, id, ({ retracted_at }) =>
      retracted_at === null ? { retracted_at: at, retraction_reason: reason } : {},
    ),
  QARunStarted: (state, { run }) =>
    inRequirement(state, run.qa_requirement_id, (one) =>
      one.runs.some(({ id }) => id === run.id) ? one : { ...one, runs: [...one.runs, run] },
    ),
  QARunCompleted: (state, { id, qa_requirement_id, ...said }) =>
    inRun(state, qa_requirement_id, id, (run) => (run.verdict === null ? completed(run, said) : run)),
  QAArtifactAttached: (state, { qa_requirement_id, artifact }) =>
    inRun(state, qa_requirement_id, artifact.qa_run_id, (run) =>
      run.artifacts.some(({ id }) => id === artifact.id)
        ? run
        : { ...run, artifacts: [...run.artifacts, artifact] },
    ),
  QAArtifactPruned: (state, { id, qa_requirement_id, qa_run_id, at }) =>
    inRun(state, qa_requirement_id, qa_run_id, (run) => ({
      ...run,
      artifacts: run.artifacts.map((one) =>
        one.id === id && one.pruned_at === undefined ? { ...one, pruned_at: at } : one,
      ),
    })),
  QAPlanAttached: (state, { attachment }) =>
    withFields(state, { attachments: [...state.attachments, attachment] }),
  QAPlanRetracted: (state, { plan, transition, at, by, reason }) =>
    withFields(state, {
      attachments: state.attachments.map((one) =>
        one.plan === plan && one.transition === transition && one.retracted === null
          ? { ...one, retracted: { at, by, reason } }
          : one,
      ),
    }),
  QAPlanRunBegun: (state, { planRun }) =>
    state.planRuns.some(({ id }) => id === planRun.id)
      ? state
      : withFields(state, { planRuns: [...state.planRuns, planRun] }),
  QAPlanRunBeat: (state, { id, at, holder, until }) =>
    inPlanRun(state, id, (run) => withFields(run, { heartbeat_at: at, lease: { holder, until } })),
  QAPlanRunAdvanced: (state, { id, requirement_id, outcome }) =>
    inPlanRun(state, id, (run) =>
      withGrown(run, "outcomes", grownIn(run, "outcomes").with(requirement_id, outcome)),
    ),
  QAPlanRunCompleted: (state, { id, at, outcome }) =>
    inPlanRun(state, id, (run) =>
      run.completed === null ? withFields(run, { completed: { at, outcome }, lease: null }) : run,
    ),
  QARequestAnswered: (state, { function: called, request }, seq) => {
    const answered = grownIn(state, "answered");
    const key = requestKey(called, request);
    return answered.get(key) === undefined ? withGrown(state, "answered", answered.with(key, seq)) : state;
  },
};

function withRow(state: SubjectState, row: Requirement): SubjectState {
  const requirements = grownIn(state, "requirements");
  return requirements.get(row.id) === undefined
    ? withGrown(state, "requirements", requirements.with(row.id, { row, runs: [] }))
    : state;
}

function withUncommitted(state: SubjectState, materialization: string, row: Requirement): SubjectState {
  const known = state.uncommitted[materialization] ?? [];
  return withFields(state, { uncommitted: { ...state.uncommitted, [materialization]: [...known, row] } });
}

function committed(state: SubjectState, materialization: string): SubjectState {
  const { [materialization]: rows = [], ...uncommitted } = state.uncommitted;
  return withFields(rows.reduce(withRow, state), { uncommitted });
}

function completed(
  run: QaRun,
  { at, by, values, sign_in, ...said }: Omit<QaEvents["QARunCompleted"], "id" | "qa_requirement_id">,
): QaRun {
  return {
    ...run,
    ...said,
    raw_result: {
      ...run.raw_result,
      values: { ...run.raw_result.values, ...values },
      sign_in: sign_in ?? run.raw_result.sign_in,
    },
    completed_at: at,
    recorded_by: by,
  };
}

function inRow(
  state: SubjectState,
  id: string,
  changes: (row: Requirement) => Partial<Requirement>,
): SubjectState {
  return inRequirement(state, id, (one) => ({ ...one, row: { ...one.row, ...changes(one.row), id } }));
}

function inRun(
  state: SubjectState,
  requirement: string,
  id: string,
  change: (run: QaRun) => QaRun,
): SubjectState {
  return inRequirement(state, requirement, (one) => {
    const at = one.runs.findLastIndex((run) => run.id === id);
    const run = one.runs[at];
    return run === undefined ? one : { ...one, runs: one.runs.with(at, change(run)) };
  });
}

function inRequirement(
  state: SubjectState,
  id: string,
  change: (one: RequirementState) => RequirementState,
): SubjectState {
  const requirements = grownIn(state, "requirements");
  const one = requirements.get(id);
  return one === undefined ? state : withGrown(state, "requirements", requirements.with(id, change(one)));
}

function inPlanRun(state: SubjectState, id: string, change: (run: PlanRun) => PlanRun): SubjectState {
  return withFields(state, { planRuns: state.planRuns.map((run) => (run.id === id ? change(run) : run)) });
}
