import * as z from "zod/mini";
import type { Item } from "../../item/item-state.ts";
import type { Deps } from "../../ports/deps.ts";
import { attachPlan } from "../../qa/decisions/attach-plan.ts";
import { PlanAttachmentRow } from "../../qa/row-schemas.ts";
import type { PlanAttachment } from "../../qa/subject-state.ts";
import { operation } from "../operation.ts";
import { refused } from "./answer-once.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { findPlans } from "./find-plans.ts";
import { text } from "./payload-parts.ts";
import { placeOfSubject } from "./place-of.ts";
import { projectName } from "./project-name.ts";
import { taskNumOf } from "./task-num-of.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      plan_id: text(100).check(z.describe("slug of a plan")),
      transition: text(40).check(
        z.describe("reviewing-implementation, reviewed-implementation, release or done"),
      ),
    }),
  ),
);
const Attachment: z.ZodMiniType<PlanAttachment> = PlanAttachmentRow;
const Output = z.lazy(() => responseOf(z.object({ attachment: Attachment })));

/**
 * Says that a plan has to be proved before a transition of an item or a task. Errors: those of `answerSubject` and of
 * `findPlans`.
 */
export const qaItemPlanAttach = operation({
  id: "qa.item_plan.attach",
  title: "Say that a plan has to be proved before a transition",
  input: Input,
  output: Output,
  writes: true,
  async run(deps: SubjectDeps & Pick<Deps, "repository">, request) {
    const place = placeOfSubject("qa.item_plan.attach", request.target);
    const plans = await findPlans(deps, [request.payload.plan_id]);
    if ("kind" in plans) return refused(plans);
    const project = await projectName(deps);
    return answerSubject(deps, {
      function: "qa.item_plan.attach",
      request,
      place,
      ...taskNumOf(request.target),
      choose(qa, context, item: Item | null) {
        if (place.kind === "refused") return place;
        const { transition } = request.payload;
        const { subject } = place;
        const delivery_env = item?.delivery_env ?? null;
        return attachPlan(qa, { subject, plan: plans[0]!, project, transition, delivery_env }, context);
      },
    });
  },
});
