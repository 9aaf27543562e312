import { en } from "zod/locales";
import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";

/**
 * One verb of the product. The CLI, the TUI, MCP and the Lambdas dispatch operations and nothing else.
 * `run` takes only the ports that it names, so its signature says what it can touch.
 */
export interface Operation<
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
  Needs extends keyof Deps,
> {
  /** `<noun>[.<noun>].<verb>`, or a bare verb for the product's main jobs. */
  readonly id: string;
  readonly title: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it can change anything that outlives the call. */
  readonly writes: boolean;
  run(deps: Pick<Deps, Needs>, input: z.output<Input>): Promise<z.output<Output>>;
}

/** Any operation, as the registry holds it. */
export type AnyOperation = Operation<z.core.$ZodType, z.core.$ZodType, keyof Deps>;

/** Declares an operation; the ports are inferred from the first parameter of `run`. */
export function operation<
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
  Needs extends keyof Deps,
>(declared: Operation<Input, Output, Needs>): Operation<Input, Output, Needs> {
  return declared;
}

/** Validates the input and runs. Errors: input_invalid, and those of the operation. */
export async function dispatch<
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
  Needs extends keyof Deps,
>(
  op: Operation<Input, Output, Needs>,
  deps: Pick<Deps, Needs>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  const parsed = z.safeParse(op.input, input, { error: en().localeError });
  if (!parsed.success) {
    throw new AssayError("input_invalid", {
      operation: op.id,
      problem: z.prettifyError(parsed.error),
    });
  }
  return op.run(deps, parsed.data);
}
