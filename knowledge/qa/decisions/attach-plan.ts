import type { Plan } from "../../plan/plan.ts";
import type { Subject } from "../subject.ts";
import type { PlanAttachment, SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { recordedBy } from "./recorded-by.ts";
import { taskOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

/** Transitions that a plan may have to be proved before, in order. */
export const TRANSITIONS = [
  "reviewing-implementation",
  "reviewed-implementation",
  "release",
  "done",
] as const;

const BEFORE_DELIVERY: ReadonlySet<string> = new Set(["reviewing-implementation", "reviewed-implementation"]);

export interface AttachPlanAsk {
  readonly subject: Subject;
  readonly plan: Plan;
  readonly project: string;
  readonly transition: string;
  /** Environment that the item is delivered to, or null. */
  readonly delivery_env: string | null;
}

/**
 * Says that a plan has to be proved before a transition. A plan bound to the environment that the item is delivered to
 * cannot be proved before it is delivered. To say it again is no event. Pure.
 */
export function attachPlan(
  state: SubjectState,
  ask: AttachPlanAsk,
  context: DecisionContext,
): QaDecision<{ readonly attachment: PlanAttachment }> {
  const { subject, plan, project, transition, delivery_env } = ask;
  if (!TRANSITIONS.some((one) => one === transition))
    return refuse(
      "transition_unknown",
      `no plan is proved before ${transition}; there are: ${TRANSITIONS.join(", ")}`,
      WAY_OUT.attachPlan(plan.slug, subject, isAfterDelivery(ask) ? "release" : "reviewed-implementation"),
    );
  if (BEFORE_DELIVERY.has(transition) && isAfterDelivery(ask))
    return refuse(
      "attachment_phase_wrong",
      `plan ${plan.slug} is for ${delivery_env}, to which the item is delivered after ${transition} only`,
      WAY_OUT.attachPlan(plan.slug, subject, "release"),
    );
  const task_num = taskOf(subject);
  const known = state.attachments.find(
    (one) =>
      one.plan === plan.slug &&
      one.transition === transition &&
      one.task_num === task_num &&
      one.retracted === null,
  );
  if (known !== undefined) return decided([], { attachment: known });
  const attachment: PlanAttachment = {
    plan: plan.slug,
    project,
    transition,
    task_num,
    attached_at: context.at,
    attached_by: recordedBy(context.actor),
    retracted: null,
  };
  return decided([{ type: "QAPlanAttached", data: { attachment } }], { attachment });
}

function isAfterDelivery({ plan, delivery_env }: AttachPlanAsk): boolean {
  return delivery_env !== null && plan.cases.some(({ target_env }) => target_env === delivery_env);
}
