import * as z from "zod/mini";
import type { QaEventName, QaEvents } from "./qa-events.ts";
import type { Requirement } from "./requirement.ts";
import { DISCHARGE_SOURCES } from "./requirement.ts";
import {
  CaseOutcomeRow,
  Confidence,
  DecidedBy,
  Handle,
  Outcome,
  PlanAttachmentRow,
  PlanRunRow,
  QaArtifactRow,
  QaRunRow,
  RequirementRow,
  SignIn,
  Time,
  Values,
  Verdict,
} from "./row-schemas.ts";

/** A kind of event that subjects' streams hold. */
export interface EventSpec<Data> {
  /** What happened, in a sentence without its full stop. */
  readonly says: string;
  readonly v: 1;
  readonly data: z.ZodMiniType<Data>;
}

const id = z.string().check(z.minLength(1));
const by = z.string();
const source = z.enum(DISCHARGE_SOURCES);

/** Columns that an event may change; those that it does not name stay. */
const Changes = z.partial(RequirementRow) as unknown as z.ZodMiniType<Partial<Requirement>>;

/**
 * Every event of what has to be proved, by its type: what is in no registry is never appended. Fields are only ever gained.
 * (Events of the work itself: `item/event-names.ts`.)
 */
export const QA_EVENT_NAMES = {
  QARequirementCreated: {
    says: "a requirement is there, whatever made it",
    v: 1,
    data: z.object({ row: RequirementRow, materialization: z.nullable(z.string()) }),
  },
  QAMaterializationCommitted: {
    says: "the requirements of a plan that came in several batches are there, all of them from now on",
    v: 1,
    data: z.object({ materialization: z.string(), at: Time }),
  },
  QARequirementUpdated: {
    says: "a requirement was corrected in place",
    v: 1,
    data: z.object({ id, changes: Changes, why: z.enum(["correction", "rematerialize"]), at: Time, by }),
  },
  QARequirementWaived: {
    says: "a requirement was waived, for a reason and perhaps until a day",
    v: 1,
    data: z.object({ id, at: Time, by, rationale: z.string(), source, expires_at: z.nullable(Time) }),
  },
  QARequirementSuperseded: {
    says: "another requirement that has passed took the place of one",
    v: 1,
    data: z.object({
      id,
      superseded_by_requirement_id: z.string(),
      at: Time,
      by,
      rationale: z.string(),
      source,
      qa_run_id: z.nullable(z.string()),
    }),
  },
  QAReplacementDeclared: {
    says: "a failed requirement says which one is to take its place, and goes on blocking",
    v: 1,
    data: z.object({ id, replacement_requirement_id: z.string(), at: Time, by, rationale: z.string() }),
  },
  QARequirementRetracted: {
    says: "a requirement was withdrawn and is owed no more; that is no answer",
    v: 1,
    data: z.object({ id, at: Time, by, reason: z.string() }),
  },
  QARunStarted: {
    says: "a run began, with its config and target frozen and no verdict yet",
    v: 1,
    data: z.object({ run: QaRunRow }),
  },
  QARunCompleted: {
    says: "a run has its verdict",
    v: 1,
    data: z.object({
      id,
      qa_requirement_id: z.string(),
      verdict: Verdict,
      verdict_reason: z.nullable(z.string()),
      score: z.nullable(z.number()),
      confidence: z.nullable(Confidence),
      values: Values,
      sign_in: z.nullable(SignIn),
      duration_ms: z.nullable(z.number().check(z.minimum(0))),
      decided_by: DecidedBy,
      at: Time,
      by,
    }),
  },
  QAArtifactAttached: {
    says: "something that a run left behind is kept and linked to it",
    v: 1,
    data: z.object({ qa_requirement_id: z.string(), artifact: QaArtifactRow }),
  },
  QAArtifactPruned: {
    says: "the bytes of what a run left behind are deleted, for nothing stands on them and they are old",
    v: 1,
    data: z.object({
      id,
      qa_requirement_id: z.string(),
      qa_run_id: z.string(),
      handle: Handle,
      older_than_days: z.int().check(z.minimum(0)),
      at: Time,
      by,
    }),
  },
  QAPlanAttached: {
    says: "a plan is to be proved before a transition",
    v: 1,
    data: z.object({ attachment: PlanAttachmentRow }),
  },
  QAPlanRetracted: {
    says: "the attachment of a plan was withdrawn",
    v: 1,
    data: z.object({ plan: z.string(), transition: z.string(), at: Time, by, reason: z.string() }),
  },
  QAPlanRunBegun: {
    says: "an execution of a plan began, with its roster and digests frozen",
    v: 1,
    data: z.object({ planRun: PlanRunRow }),
  },
  QAPlanRunBeat: {
    says: "an execution of a plan is still at work, or was taken over",
    v: 1,
    data: z.object({ id, at: Time, holder: z.string(), until: Time }),
  },
  QAPlanRunAdvanced: {
    says: "a case of an execution has its outcome",
    v: 1,
    data: z.object({ id, requirement_id: z.string(), outcome: CaseOutcomeRow }),
  },
  QAPlanRunCompleted: {
    says: "an execution of a plan ended",
    v: 1,
    data: z.object({ id, at: Time, outcome: Outcome }),
  },
  QARequestAnswered: {
    says: "a request with an id was answered, and gets that answer from now on",
    v: 1,
    data: z.object({
      function: z.string(),
      request: z.string(),
      asked: z.string(),
      response: z.record(z.string(), z.unknown()),
    }),
  },
} as const satisfies { readonly [Name in QaEventName]: EventSpec<QaEvents[Name]> };
