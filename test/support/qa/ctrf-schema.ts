import * as z from "zod/mini";

/**
 * A CTRF document as its published JSON Schema (draft 7, ctrf-io/ctrf, `schema/ctrf.schema.json`) takes it, as far as
 * exports write it; a key that the schema does not have is refused, as there.
 */
const status = z.enum(["passed", "failed", "skipped", "pending", "other"]);
const extra = z.optional(z.record(z.string(), z.unknown()));
const int = z.int();
const text = z.string();
const attachments = z.optional(z.array(z.strictObject({ name: text, contentType: text, path: text, extra })));

export const CtrfSchema = z.strictObject({
  reportFormat: z.literal("CTRF"),
  specVersion: z.string().check(z.regex(/^[0-9]+\.[0-9]+\.[0-9]+$/)),
  reportId: z.optional(z.uuid()),
  timestamp: z.optional(z.iso.datetime()),
  generatedBy: z.optional(text),
  extra,
  results: z.strictObject({
    tool: z.strictObject({ name: text.check(z.minLength(1)), version: z.optional(text), extra }),
    summary: z.strictObject({
      tests: int,
      passed: int,
      failed: int,
      skipped: int,
      pending: int,
      other: int,
      flaky: z.optional(int),
      suites: z.optional(int),
      start: int,
      stop: int,
      duration: z.optional(int),
      extra,
    }),
    tests: z.array(
      z.strictObject({
        id: z.optional(z.uuid()),
        name: text.check(z.minLength(1)),
        status,
        duration: int,
        start: z.optional(int),
        stop: z.optional(int),
        suite: z.optional(z.array(text).check(z.minLength(1))),
        message: z.optional(text),
        trace: z.optional(text),
        rawStatus: z.optional(text),
        tags: z.optional(z.array(text)),
        type: z.optional(text),
        retries: z.optional(int),
        retryAttempts: z.optional(
          z.array(
            z.strictObject({
              attempt: int.check(z.minimum(1)),
              status,
              duration: z.optional(int),
              message: z.optional(text),
              trace: z.optional(text),
              start: z.optional(int),
              stop: z.optional(int),
              attachments,
              extra,
            }),
          ),
        ),
        flaky: z.optional(z.boolean()),
        attachments,
        steps: z.optional(z.array(z.strictObject({ name: text, status, extra }))),
        extra,
      }),
    ),
    environment: z.optional(
      z.strictObject({
        reportName: z.optional(text),
        commit: z.optional(text),
        branchName: z.optional(text),
        extra,
      }),
    ),
    extra,
  }),
});
