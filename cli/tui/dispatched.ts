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
  doPropose,
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
  proposalApply,
  proposalDrop,
  proposalList,
  proposalRequestClose,
  proposalRequestDiff,
  proposalRequestList,
  proposalRequestMerge,
  proposalRequestRefresh,
  proposalRequestShow,
  proposalShow,
  runsList,
  runsShow,
  sweepRun,
  sweepShow,
  watchList,
  watchStatus,
  watchTick,
} from "#knowledge";
import { doDuties } from "../do-duties.ts";
import { dispatchedWork } from "./dispatched-work.ts";
import type { Deciding, Operations, RecordQuery, Ruled, Ruling } from "./operations.ts";

const RULINGS = {
  accept: knowledgeAccept,
  reject: knowledgeReject,
  forget: knowledgeForget,
} as const satisfies Record<Ruling, unknown>;

const DECISIONS = { apply: proposalApply, drop: proposalDrop } as const satisfies Record<Deciding, unknown>;

/** The operations over these ports, and nothing else of them. */
export function dispatchedOperations(deps: Deps): Operations {
  return {
    ...dispatchedWork(deps),
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
    watched: () => dispatch(watchList, deps, {}),
    watchedBranch: (repository) => dispatch(watchStatus, deps, { repository }),
    async look(repository) {
      const ticked = await dispatch(watchTick, deps, { repositories: [repository] });
      return { ...ticked, ...(await doDuties(deps, ticked.due)) };
    },
    swept: (product, week) => dispatch(sweepShow, deps, { product, ...(week === null ? {} : { week }) }),
    async sweep(product) {
      const ran = await dispatch(sweepRun, deps, { product });
      const [due] = ran.due;
      if (due === undefined) return { ran, proposed: null };
      return { ran, proposed: await doPropose(deps, due, "sweep") };
    },
    proposals: () => dispatch(proposalList, deps, {}),
    proposal: (id) => dispatch(proposalShow, deps, { id }),
    decide: (verb, ruled) => dispatch(DECISIONS[verb], deps, actInput(ruled)),
    requests: () => dispatch(proposalRequestList, deps, {}),
    request: (name, forge) => dispatch(proposalRequestShow, deps, { ...name, forge }),
    requestDiff: (name) => dispatch(proposalRequestDiff, deps, { ...name }),
    endRequest({ verb, request, reason }, seen) {
      const input = { ...request, ...(seen === null ? { dryRun: true } : { seen }) };
      return verb === "merge"
        ? dispatch(proposalRequestMerge, deps, input)
        : dispatch(proposalRequestClose, deps, { ...input, ...(reason === null ? {} : { reason }) });
    },
    refreshRequest: ({ request, again }, dryRun) =>
      dispatch(proposalRequestRefresh, deps, { ...request, again, dryRun }),
    edit: (id) => dispatch(knowledgeEdit, deps, { id }),
    rule: (verb, ruled) => dispatch(RULINGS[verb], deps, actInput(ruled)),
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

function actInput({ ids, reason, seen }: Ruled) {
  return {
    ids: [...ids],
    ...(reason === null ? {} : { reason }),
    ...(seen === null ? { dryRun: true } : { seen: { ...seen } }),
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
