import * as z from "zod/mini";

/** What code allows in a conclusion. */
export interface ConclusionChoice {
  /** Ids of the failures that code named, at least one; where there is no CI, one for the repository's own tests. */
  readonly checks: readonly [string, ...string[]];
  /** Whether nothing may be wrong: no check failed, the repository has no CI for changes. */
  readonly mayPass: boolean;
}

/**
 * The form of a conclusion: one flat object, since providers take no choice of forms, a closed choice wherever code
 * knows the choices. Which parts a verdict needs is checked afterwards.
 */
export function conclusionSchema({ checks, mayPass }: ConclusionChoice) {
  const text = z.string().check(z.trim(), z.maxLength(4_000));
  const check = z.enum(checks);
  const words = ["TEST CHANGED", "CODE CHANGE NEEDED", "BLOCKED"] as const;
  return z.strictObject({
    verdict: z.enum(mayPass ? [...words, "NO CHANGE NEEDED" as const] : words),
    /** For each failure, what is wrong. */
    answers: z
      .array(z.strictObject({ check, wrong: z.enum(["code", "test", "neither", "unsettled"]) }))
      .check(z.maxLength(Math.max(200, 2 * checks.length))),
    why: text,
    check: z.optional(check),
    cause: z.optional(text),
    file: z.optional(z.string().check(z.maxLength(500))),
    line: z.optional(z.int().check(z.minimum(1))),
    should: z.optional(text),
    quotes: z.optional(z.array(z.string().check(z.maxLength(1_500))).check(z.maxLength(20))),
    question: z.optional(text),
  });
}

export type ConclusionInput = z.output<ReturnType<typeof conclusionSchema>>;
