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
import type { AnyOperation } from "./operation.ts";
import { qaActivityList } from "./qa/activity-list.ts";
import { qaArtifactAdd } from "./qa/artifact-add.ts";
import { qaArtifactPresign } from "./qa/artifact-presign.ts";
import { qaArtifactPrune } from "./qa/artifact-prune.ts";
import { qaArtifactRead } from "./qa/artifact-read.ts";
import { qaArtifactRehome } from "./qa/artifact-rehome.ts";
import { qaBrowserContextGet } from "./qa/browser-context-get.ts";
import { qaBrowserScreenshot } from "./qa/browser-screenshot.ts";
import { qaBrowserSetup } from "./qa/browser-setup.ts";
import { qaBrowserStatus } from "./qa/browser-status.ts";
import { qaBrowserStep } from "./qa/browser-step.ts";
import { qaCaseExecutionBegin } from "./qa/case-execution-begin.ts";
import { qaCaseRun } from "./qa/case-run.ts";
import { qaExport } from "./qa/export.ts";
import { qaGateSummaryRun } from "./qa/gate-summary.ts";
import { qaItemPlanAttach } from "./qa/item-plan-attach.ts";
import { qaPlanDiff } from "./qa/plan-diff.ts";
import { qaPlanGet } from "./qa/plan-get.ts";
import { qaPlanMaterialize } from "./qa/plan-materialize.ts";
import { qaPlanRematerialize } from "./qa/plan-rematerialize.ts";
import { qaPlanRun } from "./qa/plan-run.ts";
import { qaPlanUses } from "./qa/plan-uses.ts";
import { qaRequirementAdd } from "./qa/requirement-add.ts";
import { qaRequirementAddBatch } from "./qa/requirement-add-batch.ts";
import { qaRequirementGet } from "./qa/requirement-get.ts";
import { qaRequirementList } from "./qa/requirement-list.ts";
import { qaRequirementSupersede } from "./qa/requirement-supersede.ts";
import { qaRequirementUpdate } from "./qa/requirement-update.ts";
import { qaRequirementWaive } from "./qa/requirement-waive.ts";
import { qaRunAdd } from "./qa/run-add.ts";
import { qaRunComplete } from "./qa/run-complete.ts";
import { qaRunJudge } from "./qa/run-judge.ts";
import { qaRunList } from "./qa/run-list.ts";
import { qaRunRecordVerdict } from "./qa/run-record-verdict.ts";

/** Every operation of the function-call surface, by id: what takes its envelope. Order carries no meaning. */
export const FUNCTIONS = [
  itemAdd,
  itemClaim,
  itemLink,
  itemList,
  itemMove,
  itemTaskMove,
  itemRelease,
  itemShow,
  itemTaskAdd,
  seatDrop,
  seatList,
  seatTake,
  qaActivityList,
  qaArtifactAdd,
  qaArtifactPresign,
  qaArtifactPrune,
  qaArtifactRead,
  qaArtifactRehome,
  qaBrowserContextGet,
  qaBrowserScreenshot,
  qaBrowserSetup,
  qaBrowserStatus,
  qaBrowserStep,
  qaCaseExecutionBegin,
  qaCaseRun,
  qaExport,
  qaGateSummaryRun,
  qaItemPlanAttach,
  qaPlanDiff,
  qaPlanGet,
  qaPlanMaterialize,
  qaPlanRematerialize,
  qaPlanRun,
  qaPlanUses,
  qaRequirementAdd,
  qaRequirementAddBatch,
  qaRequirementGet,
  qaRequirementList,
  qaRequirementSupersede,
  qaRequirementUpdate,
  qaRequirementWaive,
  qaRunAdd,
  qaRunComplete,
  qaRunJudge,
  qaRunList,
  qaRunRecordVerdict,
] as const satisfies readonly AnyOperation[];
