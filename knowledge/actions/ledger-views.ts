import * as z from "zod/mini";
import type { SetAside } from "../ports/ledger-sync.ts";
import type { TakenIn } from "./ledger-take-in.ts";

/** What a person names of the place. */
export const remoteField = () =>
  z
    .optional(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.describe("name of the git remote; else the one of the settings (ledger_remote), else origin"));

export const SetAsideOut = z.object({
  stream: z.string(),
  seq: z.int().check(z.describe("that the first of its batch had here")),
  at: z.iso.datetime().check(z.describe("when it was appended here")),
  set_aside_at: z.iso.datetime(),
  why: z.string().check(z.describe("what was first")),
  events: z.array(z.object({ type: z.string(), v: z.int(), data: z.record(z.string(), z.unknown()) })),
});
export type SetAsideOut = z.output<typeof SetAsideOut>;

export const TakenOut = z.object({
  stands: z
    .enum(["same", "ahead", "behind", "none"])
    .check(z.describe("how the remote stood to this clone; none: nobody has pushed there")),
  tip: z.nullable(z.string()).check(z.describe("commit at which it stands")),
  received: z.int().check(z.describe("events that were not here")),
  streams: z.array(
    z.object({
      stream: z.string(),
      received: z.int(),
      kept: z.int().check(z.describe("events of this clone that were put after them")),
      set_aside: z.int(),
    }),
  ),
  set_aside: z.array(SetAsideOut).check(z.describe("what no longer held; it stays in the ledger's file")),
});
export type TakenOut = z.output<typeof TakenOut>;

export function takenOut({ stands, tip, streams, setAside }: TakenIn): TakenOut {
  return {
    stands,
    tip,
    received: streams.reduce((sum, { received }) => sum + received, 0),
    streams: [...streams],
    set_aside: setAside.map(setAsideOut),
  };
}

export function setAsideOut({ stream, first, at, asideAt, why, events }: SetAside): SetAsideOut {
  return {
    stream,
    seq: first,
    at: new Date(at).toISOString(),
    set_aside_at: new Date(asideAt).toISOString(),
    why,
    events: events.map(({ type, v, data }) => ({ type, v, data: { ...data } })),
  };
}
