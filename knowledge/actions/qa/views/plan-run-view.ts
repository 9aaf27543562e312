import * as z from "zod/mini";
import { OUTCOMES } from "../../../qa/plan-run.ts";
import { responseOf } from "../envelope.ts";

const CaseOut = z.object({
  requirement_id: z.string(),
  case_key: z.string(),
  title: z.string(),
  outcome: z.nullable(z.enum(OUTCOMES)).check(z.describe("null: not carried out")),
  qa_run_id: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  judge: z.nullable(z.enum(["agent", "person"])).check(z.describe("who is waited for")),
  dispatch: z.nullable(z.string()).check(z.describe("a command line that goes on from here")),
});

export const QaPlanRun = z.lazy(() =>
  responseOf(
    z.object({
      plan: z.string(),
      subject: z.string().check(z.describe("the item, or the execution of its own")),
      task_num: z.nullable(z.int()),
      plan_run_id: z.nullable(z.string()).check(z.describe("null: nothing was begun (dry_run)")),
      outcome: z
        .nullable(z.enum(OUTCOMES))
        .check(z.describe("the strongest of its cases; null: nothing was carried out")),
      is_resumed: z.boolean().check(z.describe("it goes on where an earlier process ended")),
      cases: z.array(CaseOut),
    }),
  ),
);
export type QaPlanRun = z.output<typeof QaPlanRun>;
