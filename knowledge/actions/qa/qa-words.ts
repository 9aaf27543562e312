import { BLOCKING_MODES, QA_PHASES } from "../../plan/plan-words.ts";
import { EXPORTS } from "../../qa/exports/index.ts";
import { PERFORMERS, VERDICTS } from "../../qa/qa-run.ts";
import { DISCHARGE_SOURCES, REQUIREMENT_SOURCES } from "../../qa/requirement.ts";
import { ARTIFACT_KINDS } from "./artifact-words.ts";

/** Words that the calls of QA take, for whoever offers them. */
export const QA_WORDS = {
  phases: QA_PHASES,
  blockingModes: BLOCKING_MODES,
  requirementSources: REQUIREMENT_SOURCES,
  dischargeSources: DISCHARGE_SOURCES,
  performers: PERFORMERS,
  verdicts: VERDICTS,
  artifactKinds: ARTIFACT_KINDS,
  exportFormats: EXPORTS.map(({ format }) => format),
  updatable: [
    "title",
    "qa_kind",
    "target_env",
    "blocking_mode",
    "success_policy",
    "capability_requirements",
    "suite_id",
    "instructions",
    "expected_outcome",
    "method_config",
  ],
} as const;
