import * as z from "zod/mini";
import { AssayError } from "../../errors.ts";
import type { Warning } from "./envelope.ts";

/** One call as it is sent: which function, and its request. */
export interface Call {
  readonly function: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** What of the document was read over. */
  readonly warnings: readonly Warning[];
}

const Document = z.strictObject({
  function: z.string().check(z.minLength(1), z.maxLength(200)),
  version: z.optional(z.literal(1)),
  request_id: z.optional(z.string()),
  actor: z.optional(z.unknown()),
  target: z.optional(z.unknown()),
  payload: z.optional(z.unknown()),
  preconditions: z.optional(z.unknown()),
  options: z.optional(z.unknown()),
});

/** Reads one call of the function surface. What the function makes of it, it says itself. Pure. Errors: input_invalid. */
export function readCall(text: string, file: string): Call {
  const parsed = Document.safeParse(jsonOf(text, file));
  if (!parsed.success)
    throw new AssayError("input_invalid", { operation: file, problem: z.prettifyError(parsed.error) });
  const { function: called, version: _, actor, payload = {}, ...rest } = parsed.data;
  const request = Object.fromEntries(
    Object.entries({ ...rest, payload }).filter(([, part]) => part !== undefined),
  );
  const warnings =
    actor === undefined
      ? []
      : [
          {
            code: "actor_ignored",
            message: "who acts is known by the host; the document's actor was read over",
          },
        ];
  return { function: called, request, warnings };
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AssayError("input_invalid", { operation: file, problem: "is not JSON" }, error);
  }
}
