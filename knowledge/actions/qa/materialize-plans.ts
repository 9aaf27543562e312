import * as z from "zod/mini";
import type { QaDecision } from "../../qa/decisions/decision.ts";
import type { MaterializeAsk } from "../../qa/decisions/gain-cases.ts";
import type { materialize } from "../../qa/decisions/materialize.ts";
import type { Materialized } from "../../qa/decisions/materialized.ts";
import { REQUIREMENT_SOURCES } from "../../qa/requirement.ts";
import { refused } from "./answer-once.ts";
import { answerSubject, type SubjectDeps } from "./answer-subject.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { findPlans } from "./find-plans.ts";
import { text } from "./payload-parts.ts";
import { placeOfSubject } from "./place-of.ts";
import { taskNumOf } from "./task-num-of.ts";

export const MaterializeInput = z.lazy(() =>
  requestOf(
    z.strictObject({
      plan_ids: z
        .array(text(100))
        .check(z.minLength(1), z.maxLength(20), z.describe("slugs of plans, each once")),
      requirement_source: z._default(z.enum(REQUIREMENT_SOURCES), "explicit"),
      replaces: z
        ._default(z.array(z.strictObject({ case_key: text(100), requirement_id: text(200) })), [])
        .check(z.describe("cases that correct a failed requirement, which is told what is to replace it")),
    }),
  ),
);

const Row = { requirement_id: z.string(), case_key: z.string() };
const Fields = { fields: z.array(z.string()).check(z.describe("fields of the case that differ")) };

export const MaterializeOutput = z.lazy(() =>
  responseOf(
    z.object({
      plan_ids: z.array(z.string()).check(z.describe("every plan that was reached")),
      created: z.array(z.object(Row)),
      confirmed: z.array(z.string()).check(z.describe("requirements that were there, as they were")),
      refreshed: z.array(z.object({ ...Row, ...Fields })),
      replaced: z.array(z.object({ ...Row, ...Fields, replacement_requirement_id: z.string() })),
      kept: z
        .array(z.object({ ...Row, ...Fields, why: z.string(), recover: z.string() }))
        .check(z.describe("judged requirements that stay as they were, and how each is corrected")),
      waived: z.array(z.object(Row)).check(z.describe("requirements whose case is gone")),
    }),
  ),
);
export type MaterializeOutput = z.output<typeof MaterializeOutput>;

/** Reads the plans and lets `decideCases` bring the subject to them. Errors: those of `answerSubject` and of the ports. */
export async function materializePlans(
  deps: SubjectDeps,
  called: string,
  request: z.output<typeof MaterializeInput>,
  decideCases: typeof materialize,
): Promise<MaterializeOutput> {
  const { plan_ids, requirement_source, replaces } = request.payload;
  const place = placeOfSubject(called, request.target);
  const plans = await findPlans(deps, [...new Set(plan_ids)]);
  if ("kind" in plans) return refused(plans);
  return answerSubject(deps, {
    function: called,
    request,
    place,
    ...taskNumOf(request.target),
    choose(qa, context) {
      if (place.kind === "refused") return place;
      const ask: MaterializeAsk = { subject: place.subject, plans, requirement_source, replaces };
      const decision: QaDecision<Materialized> = decideCases(qa, ask, context);
      return decision.kind === "refused"
        ? decision
        : { events: decision.events, result: resultOf(decision.result) };
    },
  });
}

function resultOf(made: Materialized): NonNullable<MaterializeOutput["result"]> {
  const withFields = <Amended extends { readonly fields: readonly string[] }>(one: Amended) => ({
    ...one,
    fields: [...one.fields],
  });
  return {
    plan_ids: [...made.plan_ids],
    created: made.created.map(({ id, plan_case }) => ({
      requirement_id: id,
      case_key: plan_case?.case_key ?? "",
    })),
    confirmed: [...made.confirmed],
    refreshed: made.refreshed.map(withFields),
    replaced: made.replaced.map(withFields),
    kept: made.kept.map(withFields),
    waived: made.waived.map((one) => ({ ...one })),
  };
}
