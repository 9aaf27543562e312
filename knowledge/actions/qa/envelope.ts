import * as z from "zod/mini";

/**
 * The function-call surface: what every `qa.*` and `item.*` operation takes and gives (spec: QA platform, envelope). The CLI,
 * agents and screens send it alike. Who acts is known by the host and is no part of it.
 */
export const requestOf = <Payload extends z.core.$ZodType>(payload: Payload) =>
  z.object({
    /** Answered before: the same function and id get the first answer. */
    request_id: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    target: z.optional(Target),
    payload,
    preconditions: z.optional(
      z.object({
        expected_seq: z
          .optional(z.int().check(z.minimum(0)))
          .check(z.describe("refuses unless the subject's stream ends there")),
      }),
    ),
    options: z.optional(
      z.object({
        dry_run: z.optional(z.boolean()).check(z.describe("says what would be done and writes nothing")),
      }),
    ),
  });

/** What a call is about. */
export const Target = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("item"), item_id: z.string() }),
  z.object({ kind: z.literal("task"), epic_id: z.string(), task_num: z.int().check(z.minimum(1)) }),
  z.object({ kind: z.literal("execution"), execution_id: z.string() }),
  z.object({ kind: z.literal("requirement"), requirement_id: z.string() }),
  z.object({ kind: z.literal("run"), run_id: z.string() }),
  z.object({ kind: z.literal("plan"), plan: z.string() }),
  z.object({ kind: z.literal("project") }),
]);
export type Target = z.output<typeof Target>;

export const responseOf = <Result extends z.core.$ZodType>(result: Result) =>
  z.object({
    success: z.boolean(),
    result: z.nullable(result),
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    errors: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        recover: z.string().check(z.describe("a command line that gets out of it")),
      }),
    ),
    event_ids: z.array(z.string()).check(z.describe("`<stream>#<sequence>` of what was appended")),
  });

/** A request as operations pass it on. */
export type Request = z.output<ReturnType<typeof requestOf<z.core.$ZodType>>>;

/** A response of any operation. */
export interface Response<Result> {
  readonly success: boolean;
  readonly result: Result | null;
  readonly warnings: Warning[];
  readonly errors: { code: string; message: string; recover: string }[];
  readonly event_ids: string[];
}

/** What the person should know although it was done. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}
