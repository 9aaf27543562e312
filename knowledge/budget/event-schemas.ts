import * as z from "zod/mini";
import type { MoneyEventType } from "./account-events.ts";

const id = z.string().check(z.minLength(1));
const text = z.nullish(z.string());
const number = z.nullish(z.int());
const micros = z.int().check(z.minimum(0));
const time = z.string().check(z.refine((at) => Number.isFinite(Date.parse(at))));

/** Forms of the events of an account, by type. */
export const MONEY_EVENT_SCHEMAS = {
  "money.reserved": {
    v: 1,
    data: z.object({
      id,
      at: time,
      capMicros: micros,
      expiresAt: time,
      purpose: z.string(),
      model: text,
      by: text,
      run: text,
      step: text,
      round: number,
      attempt: number,
    }),
  },
  "money.settled": {
    v: 1,
    data: z.object({
      id,
      at: time,
      micros,
      usage: z.nullish(z.record(z.string(), z.unknown())),
      latencyMs: z.nullish(z.number()),
    }),
  },
  "money.released": { v: 1, data: z.object({ id, at: time }) },
} as const satisfies Readonly<Record<MoneyEventType, object>>;
