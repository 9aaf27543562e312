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
import { inbox } from "./inbox.ts";
import { ingest } from "./ingest.ts";
import { init } from "./init.ts";
import { itemAdd } from "./item/item-add.ts";
import { itemClaim } from "./item/item-claim.ts";
import { itemLink } from "./item/item-link.ts";
import { itemList } from "./item/item-list.ts";
import { itemMove, itemTaskMove } from "./item/item-move.ts";
import { itemRelease } from "./item/item-release.ts";
import { itemShow } from "./item/item-show.ts";
import { itemTaskAdd } from "./item/item-task-add.ts";
import { seatDrop } from "./item/seat-drop.ts";
import { seatList } from "./item/seat-list.ts";
import { seatTake } from "./item/seat-take.ts";
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
import { qaActivityList } from "./qa/activity-list.ts";
import { qaArtifactAdd } from "./qa/artifact-add.ts";
import { qaArtifactPresign } from "./qa/artifact-presign.ts";
import { qaArtifactRead } from "./qa/artifact-read.ts";
import { qaArtifactRehome } from "./qa/artifact-rehome.ts";
import { qaBrowserContextGet } from "./qa/browser-context-get.ts";
import { qaBrowserScreenshot } from "./qa/browser-screenshot.ts";
import { qaBrowserSetup } from "./qa/browser-setup.ts";
import { qaBrowserStatus } from "./qa/browser-status.ts";
import { qaBrowserStep } from "./qa/browser-step.ts";
import { qaCaseExecutionBegin } from "./qa/case-execution-begin.ts";
import { qaCaseRun } from "./qa/case-run.ts";
import { qaGateSummaryRun } from "./qa/gate-summary.ts";
import { qaItemPlanAttach } from "./qa/item-plan-attach.ts";
import { qaPlanDiff } from "./qa/plan-diff.ts";
import { qaPlanGet } from "./qa/plan-get.ts";
import { qaPlanMaterialize } from "./qa/plan-materialize.ts";
import { qaPlanRematerialize } from "./qa/plan-rematerialize.ts";
import { qaPlanRun } from "./qa/plan-run.ts";
import { qaRequirementAdd } from "./qa/requirement-add.ts";
import { qaRequirementAddBatch } from "./qa/requirement-add-batch.ts";
import { qaRequirementGet } from "./qa/requirement-get.ts";
import { qaRequirementList } from "./qa/requirement-list.ts";
import { qaRequirementSupersede } from "./qa/requirement-supersede.ts";
import { qaRequirementUpdate } from "./qa/requirement-update.ts";
import { qaRequirementWaive } from "./qa/requirement-waive.ts";
import { qaRunAdd } from "./qa/run-add.ts";
import { qaRunComplete } from "./qa/run-complete.ts";
import { qaRunList } from "./qa/run-list.ts";
import { qaRunRecordVerdict } from "./qa/run-record-verdict.ts";
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
  qaBrowserScreenshot,
  qaBrowserSetup,
  qaBrowserStatus,
  qaBrowserStep,
  itemAdd,
  itemClaim,
  itemLink,
  itemList,
  itemMove,
  itemRelease,
  itemShow,
  itemTaskAdd,
  itemTaskMove,
  qaGateSummaryRun,
  seatDrop,
  seatList,
  seatTake,
  qaActivityList,
  qaArtifactAdd,
  qaArtifactPresign,
  qaArtifactRead,
  qaArtifactRehome,
  qaBrowserContextGet,
  qaCaseExecutionBegin,
  qaCaseRun,
  qaItemPlanAttach,
  qaPlanDiff,
  qaPlanGet,
  qaPlanMaterialize,
  qaPlanRematerialize,
  qaPlanRun,
  qaRequirementAdd,
  qaRequirementAddBatch,
  qaRequirementGet,
  qaRequirementList,
  qaRequirementSupersede,
  qaRequirementUpdate,
  qaRequirementWaive,
  qaRunAdd,
  qaRunComplete,
  qaRunList,
  qaRunRecordVerdict,
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
