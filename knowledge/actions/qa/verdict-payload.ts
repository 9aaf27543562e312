import * as z from "zod/mini";
import type { CompleteRunAsk } from "../../qa/decisions/complete-run.ts";
import { Verdict } from "../../qa/row-schemas.ts";
import { jsonObject, text } from "./payload-parts.ts";

/** A verdict that is given from outside. Whether its numbers and reason will do is decided with the state. */
export const VerdictPayload = () =>
  z.strictObject({
    verdict: Verdict,
    verdict_reason: z._default(z.nullable(z.string().check(z.maxLength(4_000))), null),
    score: z._default(z.nullable(z.number()), null),
    confidence: z._default(z.nullable(z.number()), null).check(z.describe("0.0 to 1.0")),
    values: z
      ._default(jsonObject(), {})
      .check(z.describe("what was measured and checked, by name; at most 8 KB")),
    sign_in: z._default(
      z.nullable(z.strictObject({ profile: z.nullable(text(100)), authenticated: z.boolean() })),
      null,
    ),
    duration_ms: z._default(z.nullable(z.number().check(z.minimum(0))), null),
  });

/** What the decision is asked for it. What comes from outside is never the word of a runner's own rule. */
export function saidOf(run_id: string, verdict: z.output<ReturnType<typeof VerdictPayload>>): CompleteRunAsk {
  return { run_id, ...verdict, isByRunner: false };
}
