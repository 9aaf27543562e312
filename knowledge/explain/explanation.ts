import * as z from "zod/mini";
import { CAUSES } from "../cause/cause.ts";
import { ERROR_KINDS } from "../errors.ts";

// Lazy: a command prints an answer without checking it, and building the schemas would delay its start.

/** What `explain` says of one file. Additive only under one `schemaVersion`. Lines are 1-based, in the file as it stands. */
export const FileExplanation = z.lazy(() => {
  const line = z.int().check(z.minimum(1));
  const range = { line, endLine: line };
  return z.object({
    file: z.string(),
    format: z.string(),
    result: z.object({
      cause: z.enum(CAUSES),
      infrastructure: z.boolean(),
      preExisting: z.boolean(),
      confidence: z.number().check(z.minimum(0), z.maximum(1)),
      decidedBy: z.enum(["rule", "model", "person"]),
      rule: z.nullable(z.string()),
      evidence: z
        .array(z.object({ ...range, file: z.optional(z.string()), quote: z.string() }))
        .check(z.maxLength(5)),
      nextAction: z.string(),
    }),
    errors: z.array(z.object(range)),
    /** The stretches to read, best first, with their surroundings; text cleaned of time stamps and colours. */
    excerpts: z.array(
      z.object({
        ...range,
        lines: z.array(z.object({ line, text: z.string(), isError: z.boolean() })),
      }),
    ),
    tests: z.nullable(
      z.object({
        total: z.int(),
        passed: z.int(),
        failed: z.int(),
        errored: z.int(),
        skipped: z.int(),
        flaky: z.int(),
        failedNames: z.array(z.string()),
      }),
    ),
    fingerprint: z.nullable(z.string()),
    notes: z.array(z.object({ kind: z.string(), message: z.string(), line: z.optional(z.int()) })),
  });
});
export type FileExplanation = z.output<typeof FileExplanation>;

/** A file that could not be read, with the way out of it. The others are explained all the same. */
export const Unread = z.lazy(() =>
  z.object({
    file: z.string(),
    code: z.string(),
    kind: z.enum(ERROR_KINDS),
    message: z.string(),
    hint: z.string(),
  }),
);
export type Unread = z.output<typeof Unread>;

/** The answer of `explain`. */
export const Explanation = z.lazy(() =>
  z.object({
    files: z.array(FileExplanation),
    unread: z.array(Unread),
  }),
);
export type Explanation = z.output<typeof Explanation>;
