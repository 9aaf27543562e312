import * as z from "zod/mini";
import { AGENT_ROLES, STEP_DEFAULTS } from "./config.ts";
import { DECIMAL_USD } from "./decimal-usd.ts";

const name = () => z.string().check(z.regex(/^\S(?:.*\S)?$/));
const usd = () =>
  z
    .string()
    .check(z.refine((text) => DECIMAL_USD.test(text), 'is not a decimal number of USD such as "15.00"'));

/** An entry of `workflows`. Its keys are written as here, not in snake case: other tools write them too. */
export const WorkflowSchema = z.lazy(() =>
  z.strictObject({
    name: name().check(z.describe("name of the workflow; one of a default replaces it whole")),
    enabled: z._default(z.boolean(), true).check(z.describe("whether it is run")),
    steps: z
      .array(
        z.strictObject({
          name: name().check(z.describe("name of the step, once in its workflow")),
          type: z.literal("agentRole").check(z.describe("kind of the step")),
          agentRole: z
            .enum(AGENT_ROLES)
            .check(
              z.describe(
                "who does it; ci-resolver is the QA engineer, the others are a person or a coding agent outside",
              ),
            ),
          returnTo: z
            .optional(name())
            .check(
              z.describe(
                "name or role of an earlier step to which CODE CHANGE NEEDED of the QA engineer sends the change back; without it a person is asked",
              ),
            ),
          maxReturns: z
            ._default(z.int().check(z.minimum(0), z.maximum(10)), STEP_DEFAULTS.maxReturns)
            .check(z.describe("times that the step sends back, 0 to 10; then a person is asked")),
          maxAttempts: z
            ._default(z.int().check(z.minimum(1), z.maximum(10)), STEP_DEFAULTS.maxAttempts)
            .check(z.describe("times that the role begins anew on one round's failures, 1 to 10")),
          maxBudgetUSD: z
            ._default(usd(), STEP_DEFAULTS.maxBudgetUSD)
            .check(z.describe("what an attempt may cost in model tokens, USD in quotes")),
        }),
      )
      .check(z.minLength(1), z.describe("the steps, in order")),
    budget: z
      .optional(
        z.strictObject({
          group: name().check(z.describe("workflows of one group share its weekly sum")),
          weeklyUSD: usd().check(
            z.describe(
              'what the group may cost in any seven days, USD in quotes such as "15.00"; the same on all of them',
            ),
          ),
          scheduled: z
            ._default(z.boolean(), false)
            .check(z.describe("whether it runs on its schedule also where scheduled runs are off")),
        }),
      )
      .check(z.describe("a cap that it shares with other workflows; none by default")),
  }),
);
