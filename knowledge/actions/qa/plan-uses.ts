import * as z from "zod/mini";
import { ITEM } from "../../item/item.ts";
import type { ItemState } from "../../item/item-state.ts";
import type { ItemSummary } from "../../item/item-summary.ts";
import { Status } from "../../item/row-schemas.ts";
import { isTerminal } from "../../item/transitions.ts";
import { readState } from "../../ledger/read-state.ts";
import { streamRows } from "../../ledger/summary-rows.ts";
import { caseDefinition } from "../../plan/case-definition.ts";
import type { ReadPlans } from "../../plan/read-plans.ts";
import type { Deps } from "../../ports/deps.ts";
import { planCurrency } from "../../qa/currency.ts";
import { taskNumOf } from "../../qa/gate-rows.ts";
import type { Requirement } from "../../qa/requirement.ts";
import type { RequirementState } from "../../qa/subject-state.ts";
import { secretsMask } from "../../store/secrets-mask.ts";
import { operation } from "../operation.ts";
import { told } from "./answer-once.ts";
import { requestOf, responseOf } from "./envelope.ts";
import { text } from "./payload-parts.ts";
import { readQaPlans } from "./qa-settings.ts";

const Input = z.lazy(() =>
  requestOf(
    z.strictObject({
      plan_id: z
        ._default(z.nullable(text(100)), null)
        .check(z.describe("one plan, with what differs of each case; null: all plans, counted")),
      limit: z
        ._default(z.int().check(z.minimum(1), z.maximum(1_000)), 200)
        .check(z.describe("items that are looked into at most, by key")),
    }),
  ),
);

const Use = z.object({
  plan_id: z.string(),
  item_id: z.string(),
  task_num: z.nullable(z.int()),
  status: Status.check(z.describe("of the item")),
  cases: z.int().check(z.describe("requirements that the plan gave, without withdrawn and superseded ones")),
  differing: z.int().check(z.describe("of those, what the plan's file says otherwise now, or no more")),
  differences: z
    .array(
      z.object({
        case_key: z.string(),
        requirement_id: z.string(),
        kind: z.enum(["stale", "orphaned", "unreadable"]),
        fields: z
          .array(z.object({ field: z.string(), frozen: z.unknown(), now: z.unknown() }))
          .check(z.describe("where it is stale: what the item froze, and what the plan says now")),
      }),
    )
    .check(z.describe("empty where no plan was named")),
});
type Use = z.output<typeof Use>;

export const PlanUses = z.lazy(() =>
  responseOf(
    z.object({
      uses: z.array(Use).check(z.describe("by item")),
      looked: z.int().check(z.describe("items at work that were looked into")),
      left: z.int().check(z.describe("items at work with requirements that were not")),
    }),
  ),
);
export type PlanUses = z.output<typeof PlanUses>;

/**
 * Which items at work hold requirements of the project's plans, and where the plans' files say something else by now.
 * Errors: those of the ledger and of the files.
 */
export const qaPlanUses = operation({
  id: "qa.plan.uses",
  title: "Say where plans were materialised and what changed since",
  input: Input,
  output: PlanUses,
  writes: false,
  async run(
    deps: Pick<Deps, "ledger" | "projectFiles" | "secrets">,
    { payload: { plan_id, limit } },
  ): Promise<PlanUses> {
    const rows = await streamRows<ItemSummary, ItemState>(deps.ledger, ITEM);
    const atWork = rows.filter(
      ({ row: { status, requirements } }) =>
        status !== null && !isTerminal(status) && Object.keys(requirements).length > 0,
    );
    const [plans, mask] = await Promise.all([readQaPlans(deps), secretsMask(deps.secrets)]);
    const looked = atWork.slice(0, limit);
    const uses: Use[] = [];
    for (const { stream } of looked) {
      const { state } = await readState(deps.ledger, stream, ITEM);
      uses.push(...usesOf(state, plans, plan_id));
    }
    return told({ uses: mask(uses), looked: looked.length, left: atWork.length - looked.length });
  },
});

/** The plans that an item, or a task of it, holds requirements of. */
function usesOf({ item, qa }: ItemState, plans: ReadPlans, only: string | null): readonly Use[] {
  if (item === null) return [];
  const uses = new Map<string, Use>();
  for (const one of Object.values(qa.requirements)) {
    const { row } = one;
    const link = row.plan_case;
    if (link === null || (only !== null && link.plan !== only)) continue;
    if (row.retracted_at !== null || row.superseded_at !== null) continue;
    const task_num = taskNumOf(row);
    const id = `${task_num ?? ""} ${link.plan}`;
    const use = uses.get(id) ?? {
      ...{ plan_id: link.plan, item_id: item.key, task_num, status: item.status },
      ...{ cases: 0, differing: 0, differences: [] },
    };
    const found = differenceOf(one, plans);
    uses.set(id, {
      ...use,
      cases: use.cases + 1,
      differing: use.differing + (found === null ? 0 : 1),
      differences: found === null || only === null ? use.differences : [...use.differences, found],
    });
  }
  return [...uses.values()];
}

function differenceOf(one: RequirementState, plans: ReadPlans): Use["differences"][number] | null {
  const { row } = one;
  const { kind, fields } = planCurrency(one, plans);
  if (row.plan_case === null || kind === "current" || kind === "unplanned") return null;
  const { plan, case_key, definition } = row.plan_case;
  const now = plans.plans.find(({ slug }) => slug === plan)?.cases.find(({ key }) => key === case_key);
  const said: Readonly<Record<string, unknown>> = now === undefined ? {} : caseDefinition(now);
  // Of capabilities the row holds those of its method as well.
  const own = (field: string) =>
    field !== "capability_requirements" && Object.hasOwn(row, field)
      ? row[field as keyof Requirement]
      : definition[field];
  return {
    case_key,
    requirement_id: row.id,
    kind,
    fields: fields.map((field) => ({ field, frozen: own(field) ?? null, now: said[field] ?? null })),
  };
}
