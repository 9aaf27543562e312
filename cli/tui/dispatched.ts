import {
  budgetShow,
  changeHandOver,
  changeList,
  changeNext,
  changeStart,
  changeStatus,
  commit,
  type Deps,
  dispatch,
  doctor,
  inbox,
  knowledgeAccept,
  knowledgeEdit,
  knowledgeForget,
  knowledgeHistory,
  knowledgeList,
  knowledgeReject,
  knowledgeSearch,
  knowledgeShow,
  mark,
  runsList,
  runsShow,
} from "#knowledge";
import type { Operations, RecordQuery, Ruling } from "./operations.ts";

const RULINGS = {
  accept: knowledgeAccept,
  reject: knowledgeReject,
  forget: knowledgeForget,
} as const satisfies Record<Ruling, unknown>;

/** The operations over these ports, and nothing else of them. */
export function dispatchedOperations(deps: Deps): Operations {
  return {
    inbox: () => dispatch(inbox, deps, {}),
    runs: (query) => dispatch(runsList, deps, query),
    run: (run) => dispatch(runsShow, deps, { run }),
    records: (query) => listRecords(deps, query),
    record: (id) => dispatch(knowledgeShow, deps, { id }),
    history: (id) => dispatch(knowledgeHistory, deps, { id }),
    doctor: () => dispatch(doctor, deps, {}),
    budget: (query) => dispatch(budgetShow, deps, query),
    changes: (query) => dispatch(changeList, deps, query),
    change: (address) => dispatch(changeStatus, deps, { address }),
    turn: (address) => dispatch(changeNext, deps, { address }),
    handOver: ({ id: address, to, note }, seen) =>
      dispatch(changeHandOver, deps, {
        address,
        to,
        ...(note === null ? {} : { note }),
        ...(seen === null ? { dryRun: true } : { seen: { ...seen } }),
      }),
    startChange: ({ id: address, workflow, builder, note }) =>
      dispatch(changeStart, deps, {
        address,
        workflow,
        ...(builder === null ? {} : { builder }),
        ...(note === null ? {} : { note }),
      }),
    edit: (id) => dispatch(knowledgeEdit, deps, { id }),
    rule: (verb, { ids, reason, seen }) =>
      dispatch(RULINGS[verb], deps, {
        ids: [...ids],
        ...(reason === null ? {} : { reason }),
        ...(seen === null ? { dryRun: true } : { seen }),
      }),
    mark: ({ run, mark: said, test, cause }, seen) =>
      dispatch(mark, deps, {
        run,
        mark: said,
        ...(test === null ? {} : { test }),
        ...(cause === null ? {} : { cause }),
        ...(seen === null ? { dryRun: true } : { seen }),
      }),
    commit: (planned) => dispatch(commit, deps, planned ?? { dryRun: true }),
    keepDraft: (name, text) => deps.drafts.keep(name, text),
  };
}

function listRecords(deps: Deps, { text, kinds, statuses, ...rest }: RecordQuery) {
  const filter = {
    ...rest,
    ...(kinds === undefined ? {} : { kinds: [...kinds] }),
    ...(statuses === undefined ? {} : { statuses: [...statuses] }),
  };
  return text === undefined
    ? dispatch(knowledgeList, deps, filter)
    : dispatch(knowledgeSearch, deps, { text, ...filter });
}
