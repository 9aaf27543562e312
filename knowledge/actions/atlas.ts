import * as z from "zod/mini";
import { ITEM_EVENT_NAMES, SEAT_EVENT_NAMES } from "../item/event-names.ts";
import { QA_EVENT_NAMES } from "../qa/event-names.ts";
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

const Event = z.object({
  type: z.string(),
  /** Version of its data, which only ever gains fields. */
  v: z.int(),
  /** What happened, in a sentence without its full stop. */
  says: z.string(),
  /** JSON Schema (2020-12) of its data. */
  data: z.record(z.string(), z.unknown()),
});

const Nothing = z.object({});
export const Atlas = z.object({ operations: z.array(Entry), events: z.array(Event) });
export type Atlas = z.output<typeof Atlas>;

/**
 * The operation that lists `others` and itself by id, with their shapes, and the events that subjects' streams hold: what
 * is not listed is never appended.
 */
export function atlasOf(others: readonly AnyOperation[]): Operation<typeof Nothing, typeof Atlas, never> {
  const atlas: Operation<typeof Nothing, typeof Atlas, never> = operation({
    id: "atlas",
    title: "List every operation and event with their shapes",
    input: Nothing,
    output: Atlas,
    writes: false,
    run: async () => ({
      operations: [atlas, ...others].map(describe).sort((a, b) => (a.id < b.id ? -1 : 1)),
      events: Object.entries({ ...QA_EVENT_NAMES, ...ITEM_EVENT_NAMES, ...SEAT_EVENT_NAMES })
        .map(([type, { v, says, data }]) => ({ type, v, says, data: schemaOf(data, "output") }))
        .sort((a, b) => (a.type < b.type ? -1 : 1)),
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
