import * as z from "zod/mini";
import { type AnyOperation, type Operation, operation } from "./operation.ts";

const Entry = z.object({
  id: z.string(),
  title: z.string(),
  writes: z.boolean(),
  /** JSON Schema (2020-12) of what the operation takes. */
  input: z.record(z.string(), z.unknown()),
  /** JSON Schema (2020-12) of what it answers. */
  output: z.record(z.string(), z.unknown()),
});

const Nothing = z.object({});
export const Atlas = z.object({ operations: z.array(Entry) });
export type Atlas = z.output<typeof Atlas>;

/** The operation that lists `others` and itself by id: what the product can do, and with which shapes. */
export function atlasOf(others: readonly AnyOperation[]): Operation<typeof Nothing, typeof Atlas, never> {
  const atlas: Operation<typeof Nothing, typeof Atlas, never> = operation({
    id: "atlas",
    title: "List every operation with what it takes and answers",
    input: Nothing,
    output: Atlas,
    writes: false,
    run: async () => ({
      operations: [atlas, ...others].map(describe).sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  });
  return atlas;
}

function describe({ id, title, writes, input, output }: AnyOperation): z.output<typeof Entry> {
  return {
    id,
    title,
    writes,
    input: schemaOf(input, "input"),
    output: schemaOf(output, "output"),
  };
}

function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
