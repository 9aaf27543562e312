import {
  type Deps,
  dispatch,
  itemClaim,
  itemList,
  itemMove,
  itemRelease,
  itemShow,
  itemTaskMove,
  planList,
  planShow,
  planValidate,
  qaCaseRun,
  qaGateSummaryRun,
  qaPlanRun,
  qaPlanUses,
  qaRequirementGet,
  qaRequirementList,
  qaRequirementWaive,
  qaRunAdd,
  qaRunComplete,
  qaRunRecordVerdict,
} from "#knowledge";
import type { WorkPlace } from "./work-asks.ts";
import type { Said, WorkOperations } from "./work-operations.ts";

/** The operations of plans and work over these ports, and nothing else of them. */
export function dispatchedWork(deps: Deps): WorkOperations {
  return {
    plans: () => dispatch(planList, deps, {}),
    plan: (plan) => dispatch(planShow, deps, { plan }),
    planProblems: () => dispatch(planValidate, deps, {}),
    planUses: (plan_id) => dispatch(qaPlanUses, deps, { payload: { plan_id } }),
    items: (all) => dispatch(itemList, deps, { payload: { all } }),
    item: (place) => dispatch(itemShow, deps, { target: targetOf(place), payload: {} }),
    gate: (place, target_status) =>
      dispatch(qaGateSummaryRun, deps, { target: targetOf(place), payload: { target_status } }),
    requirements: (key) =>
      dispatch(qaRequirementList, deps, { target: targetOf({ key, task: null }), payload: {} }),
    requirement: (id) => dispatch(qaRequirementGet, deps, { target: requirement(id), payload: {} }),
    carryOut: ({ id, baseUrl, seq }, isDry) =>
      dispatch(qaCaseRun, deps, {
        target: requirement(id),
        payload: { base_url: baseUrl },
        ...sent(seq, isDry),
      }),
    runPlan: ({ plan, place, seq }, isDry) =>
      dispatch(qaPlanRun, deps, { target: targetOf(place), payload: { plan }, ...sent(seq, isDry) }),
    completeRun: (run_id, said, seq) =>
      dispatch(qaRunComplete, deps, {
        target: { kind: "run", run_id },
        payload: verdictOf(said),
        ...sent(seq, false),
      }),
    review: (run_id, said, seq) =>
      dispatch(qaRunRecordVerdict, deps, {
        target: { kind: "run", run_id },
        payload: verdictOf(said),
        ...sent(seq, false),
      }),
    addRun: (id, said, seq) =>
      dispatch(qaRunAdd, deps, {
        target: requirement(id),
        payload: { performed_by: "manual", completed: verdictOf(said) },
        ...sent(seq, false),
      }),
    waive: ({ waiving: { id, isBlocking, seq }, reason, end }, isDry) =>
      dispatch(qaRequirementWaive, deps, {
        target: requirement(id),
        payload: { rationale: reason, force: isBlocking, expires_at: end },
        ...sent(seq, isDry),
      }),
    claim: ({ verb, place, takesOver, seq }, isDry) =>
      verb === "claim"
        ? dispatch(itemClaim, deps, {
            target: targetOf(place),
            payload: { take_over: takesOver },
            ...sent(seq, isDry),
          })
        : dispatch(itemRelease, deps, { target: targetOf(place), payload: {}, ...sent(seq, isDry) }),
    move(place, to, seq) {
      const request = { target: targetOf(place), payload: { to }, ...sent(seq, seq === null) };
      return place.task === null ? dispatch(itemMove, deps, request) : dispatch(itemTaskMove, deps, request);
    },
  };
}

function targetOf({ key, task }: WorkPlace) {
  return task === null
    ? ({ kind: "item", item_id: key } as const)
    : ({ kind: "task", epic_id: key, task_num: task } as const);
}

function requirement(id: string) {
  return { kind: "requirement", requirement_id: id } as const;
}

function verdictOf({ verdict, reason }: Said) {
  return { verdict, verdict_reason: reason };
}

function sent(seq: number | null, isDry: boolean) {
  return {
    ...(seq === null ? {} : { preconditions: { expected_seq: seq } }),
    ...(isDry ? { options: { dry_run: true } } : {}),
  };
}
