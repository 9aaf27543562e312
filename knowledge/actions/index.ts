import { atlasOf } from "./atlas.ts";
import { budgetShow } from "./budget-show.ts";
import { changeHandOver } from "./change-hand-over.ts";
import { changeList } from "./change-list.ts";
import { changeNext } from "./change-next.ts";
import { changeStart } from "./change-start.ts";
import { changeStatus } from "./change-status.ts";
import { changeStep } from "./change-step.ts";
import { changeWork } from "./change-work.ts";
import { changeWorkReady } from "./change-work-ready.ts";
import { check } from "./check.ts";
import { ciExplain } from "./ci-explain.ts";
import { ciStatus } from "./ci-status.ts";
import { ciWait } from "./ci-wait.ts";
import { commit } from "./commit.ts";
import { config } from "./config.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { FUNCTIONS } from "./functions.ts";
import { inbox } from "./inbox.ts";
import { ingest } from "./ingest.ts";
import { init } from "./init.ts";
import { knowledgeAccept } from "./knowledge-accept.ts";
import { knowledgeEdit } from "./knowledge-edit.ts";
import { knowledgeForget } from "./knowledge-forget.ts";
import { knowledgeHistory } from "./knowledge-history.ts";
import { knowledgeList } from "./knowledge-list.ts";
import { knowledgeReject } from "./knowledge-reject.ts";
import { knowledgeSearch } from "./knowledge-search.ts";
import { knowledgeShow } from "./knowledge-show.ts";
import { learn } from "./learn.ts";
import { learnPull } from "./learn-pull.ts";
import { ledgerPull } from "./ledger-pull.ts";
import { ledgerPush } from "./ledger-push.ts";
import { ledgerStatus } from "./ledger-status.ts";
import { mark } from "./mark.ts";
import type { AnyOperation } from "./operation.ts";
import { planList } from "./plan-list.ts";
import { planNew } from "./plan-new.ts";
import { planShow } from "./plan-show.ts";
import { planValidate } from "./plan-validate.ts";
import { proposalApply } from "./proposal-apply.ts";
import { proposalDrop } from "./proposal-drop.ts";
import { proposalList } from "./proposal-list.ts";
import { proposalRequestClose } from "./proposal-request-close.ts";
import { proposalRequestDiff } from "./proposal-request-diff.ts";
import { proposalRequestList } from "./proposal-request-list.ts";
import { proposalRequestMerge } from "./proposal-request-merge.ts";
import { proposalRequestOpen } from "./proposal-request-open.ts";
import { proposalRequestRefresh } from "./proposal-request-refresh.ts";
import { proposalRequestShow } from "./proposal-request-show.ts";
import { proposalShow } from "./proposal-show.ts";
import { run } from "./run.ts";
import { runsList } from "./runs-list.ts";
import { runsShow } from "./runs-show.ts";

import { sweepRun } from "./sweep-run.ts";
import { sweepShow } from "./sweep-show.ts";
import { triageRun } from "./triage-run.ts";
import { watchAnswer } from "./watch-answer.ts";
import { watchList } from "./watch-list.ts";
import { watchStatus } from "./watch-status.ts";
import { watchTick } from "./watch-tick.ts";

/** Every operation but the atlas, one a line; the atlas lists them. */
const LISTED = [
  ...FUNCTIONS,
  budgetShow,
  changeHandOver,
  changeList,
  changeNext,
  changeStart,
  changeStatus,
  changeStep,
  changeWork,
  changeWorkReady,
  check,
  ciExplain,
  ciStatus,
  ciWait,
  config,
  doctor,
  explain,
  init,
  knowledgeHistory,
  knowledgeList,
  knowledgeSearch,
  knowledgeShow,
  inbox,
  ingest,
  learn,
  learnPull,
  ledgerPull,
  ledgerPush,
  ledgerStatus,
  run,
  runsList,
  runsShow,
  commit,
  knowledgeAccept,
  knowledgeEdit,
  knowledgeForget,
  knowledgeReject,
  mark,
  planList,
  planNew,
  planShow,
  planValidate,
  proposalApply,
  proposalDrop,
  proposalList,
  proposalRequestClose,
  proposalRequestDiff,
  proposalRequestList,
  proposalRequestMerge,
  proposalRequestOpen,
  proposalRequestRefresh,
  proposalRequestShow,
  proposalShow,
  sweepRun,
  sweepShow,
  triageRun,
  watchAnswer,
  watchList,
  watchStatus,
  watchTick,
] as const satisfies readonly AnyOperation[];

/** Every operation of the product, by id. Order carries no meaning. */
export const OPERATIONS = [atlasOf(LISTED), ...LISTED] as const satisfies readonly AnyOperation[];
