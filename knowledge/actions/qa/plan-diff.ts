import * as z from "zod/mini";
import type { Deps } from "../../ports/deps.ts";
import { planCurrency } from "../../qa/currency.ts";
import { caseRowsOf } from "../../qa/decisions/case-rows.ts";
import { operation } from "../operation.ts";
import { refused, told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { findPlans } from "./find-plans.ts";
import { text } from "./payload-parts.ts";
import { placeOfSubject } from "./place-of.ts";
import { readSubject } from "./read-subject.ts";

const Input = z.lazy(() => requestOf(z.strictObject({ plan_id: text(100) })));
export const PlanDiff = z.lazy(() =>
  responseOf(
    z.object({
      plan_id: z.string(),
      is_current: z.boolean(),
      cases: z.array(
        z.object({
          case_key: z.string(),
          requirement_id: z.nullable(z.string()),
          state: z.enum(["new", "current", "amended", "lost"]),
          fields: z.array(z.string()).check(z.describe("fields of an amended case that differ")),
        }),
      ),
    }),
  ),
);
export type PlanDiff = z.output<typeof PlanDiff>;

/** How the requirements that a plan gave a subject differ from the plan as it is now. Errors: input_invalid, those of the ports. */
export const qaPlanDiff = operation({
  id: "qa.plan.diff",
  title: "Compare a subject's requirements with the plan they came from",
  input: Input,
  output: PlanDiff,
  writes: false,
  async run(
    deps: Pick<Deps, "clock" | "configFile" | "ledger" | "projectFiles">,
    { target, payload: { plan_id } },
  ): Promise<PlanDiff> {
    const place = placeOfSubject("qa.plan.diff", target);
    if (place.kind === "refused") return refused(place);
    const plans = await findPlans(deps, [plan_id]);
    if ("kind" in plans) return refused(plans);
    const read = await readSubject(deps.ledger, place.stream);
    if (read.kind === "refused") return refused(read);
    const at = new Date(deps.clock.now()).toISOString();
    const rows = caseRowsOf(read.qa, place.subject, plan_id, at);
    const wanted = plans.flatMap(({ cases }) => cases);
    const there = wanted.map((one) => {
      const row = rows.get(one.key);
      if (row === undefined)
        return { case_key: one.key, requirement_id: null, state: "new" as const, fields: [] };
      const { kind, fields } = planCurrency(row, { plans, problems: [] });
      const state = kind === "current" ? ("current" as const) : ("amended" as const);
      return { case_key: one.key, requirement_id: row.row.id, state, fields: [...fields] };
    });
    const keys = new Set(wanted.map(({ key }) => key));
    const lost = [...rows]
      .filter(([key, { row }]) => !keys.has(key) && row.waived_at === null && row.superseded_at === null)
      .map(([case_key, { row }]) => ({
        case_key,
        requirement_id: row.id,
        state: "lost" as const,
        fields: [],
      }));
    const cases = [...there, ...lost];
    return told({ plan_id, is_current: cases.every(({ state }) => state === "current"), cases });
  },
});
