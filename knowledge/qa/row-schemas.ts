import * as z from "zod/mini";
import { BLOCKING_MODES, QA_PHASES } from "../plan/plan-words.ts";
import { OUTCOMES } from "./plan-run.ts";
import { PERFORMERS, VERDICTS } from "./qa-run.ts";
import { DISCHARGE_SOURCES, REQUIREMENT_SOURCES } from "./requirement.ts";

/** ISO 8601, UTC. */
export const Time = z.iso.datetime();
const Id = z.string().check(z.minLength(1), z.maxLength(200));
const Json = z.record(z.string(), z.unknown());
const Count = z.int().check(z.minimum(0));

export const RequirementRow = z.object({
  id: Id,
  item_id: z.nullable(z.string()),
  epic_id: z.nullable(z.string()),
  task_num: z.nullable(z.int().check(z.minimum(1))),
  execution_id: z.nullable(z.string()),
  deployment_run_id: z.null(),
  deployment_stage: z.null(),
  deployment_member_item_id: z.null(),
  qa_kind: z.string().check(z.minLength(1)),
  qa_phase: z.enum(QA_PHASES),
  target_env: z.nullable(z.string()),
  target_env_snapshot: z.nullable(
    z.object({
      name: z.string(),
      kind: z.enum(["preview", "ephemeral", "prod"]),
      base_url: z.nullable(z.string()),
    }),
  ),
  blocking_mode: z.enum(BLOCKING_MODES),
  requirement_source: z.enum(REQUIREMENT_SOURCES),
  success_policy: z.nullable(Json),
  capability_requirements: z.array(z.string()),
  suite_id: z.nullable(z.string()),
  title: z.string(),
  plan_case: z.nullable(
    z.object({ plan: z.string(), case_key: z.string(), digest: z.string(), definition: Json }),
  ),
  method_id: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  expected_outcome: z.nullable(z.string()),
  method_config: z.nullable(Json),
  method_config_revision: Count,
  waived_at: z.nullable(Time),
  waiver_rationale: z.nullable(z.string()),
  waiver_source: z.nullable(z.enum(DISCHARGE_SOURCES)),
  waived_by: z.nullable(z.string()),
  waiver_expires_at: z.nullable(Time),
  superseded_by_requirement_id: z.nullable(Id),
  superseded_at: z.nullable(Time),
  supersession_rationale: z.nullable(z.string()),
  supersession_source: z.nullable(z.enum(DISCHARGE_SOURCES)),
  replacement_requirement_id: z.nullable(Id),
  retracted_at: z.nullable(Time),
  retraction_reason: z.nullable(z.string()),
  created_at: Time,
  created_by: z.string(),
});

const CONTENT_TYPE = z.exactOptional(z.string());

export const Handle = z.discriminatedUnion("backend", [
  z.object({ backend: z.literal("local"), path: z.string(), content_type: CONTENT_TYPE }),
  z.object({ backend: z.literal("s3"), bucket: z.string(), key: z.string(), content_type: CONTENT_TYPE }),
]);

export const QaArtifactRow = z.object({
  id: Id,
  qa_run_id: Id,
  artifact_kind: z.enum(["screenshot", "trace", "har", "log", "diff", "report", "transcript", "other"]),
  handle: Handle,
  digest: z.string(),
  bytes: Count,
  description: z.string(),
  created_at: Time,
  pruned_at: z.exactOptional(Time),
});

export const Verdict = z.enum(VERDICTS);
export const Confidence = z.number().check(z.minimum(0), z.maximum(1));
export const DecidedBy = z.enum(["code", "model", "person"]);
export const Values = Json;
export const SignIn = z.object({ profile: z.nullable(z.string()), authenticated: z.boolean() });

export const QaRunRow = z.object({
  id: Id,
  qa_requirement_id: Id,
  performed_by: z.enum(PERFORMERS),
  qa_kind: z.string(),
  verdict: z.nullable(Verdict),
  verdict_reason: z.nullable(z.string()),
  score: z.nullable(z.number()),
  confidence: z.nullable(Confidence),
  raw_result: z.object({
    method_config: z.nullable(Json),
    method_config_revision: Count,
    execution_target_digest: z.nullable(z.string()),
    code_identity: z.nullable(z.object({ branch: z.nullable(z.string()), sha: z.string() })),
    sign_in: z.nullable(SignIn),
    values: Values,
  }),
  duration_ms: z.nullable(z.number().check(z.minimum(0))),
  started_at: Time,
  completed_at: z.nullable(Time),
  created_at: Time,
  decided_by: z.nullable(DecidedBy),
  recorded_by: z.string(),
  plan_run_id: z.nullable(Id),
  artifacts: z.array(QaArtifactRow),
  judges_run_id: z.nullable(Id),
});

export const Outcome = z.enum(OUTCOMES);

export const CaseOutcomeRow = z.object({
  outcome: Outcome,
  qa_run_id: z.nullable(Id),
  reason: z.nullable(z.string()),
  at: Time,
});

export const PlanRunRow = z.object({
  id: Id,
  plan: z.string(),
  roster: z.array(z.object({ requirement_id: Id, case_key: z.string(), digest: z.string() })),
  begun_at: Time,
  begun_by: z.string(),
  lease: z.nullable(z.object({ holder: z.string(), until: Time })),
  heartbeat_at: Time,
  outcomes: z.record(z.string(), CaseOutcomeRow),
  completed: z.nullable(z.object({ at: Time, outcome: Outcome })),
});

export const PlanAttachmentRow = z.object({
  plan: z.string(),
  project: z.string(),
  transition: z.string(),
  task_num: z.nullable(z.int().check(z.minimum(1))),
  attached_at: Time,
  attached_by: z.string(),
  retracted: z.nullable(z.object({ at: Time, by: z.string(), reason: z.string() })),
});
