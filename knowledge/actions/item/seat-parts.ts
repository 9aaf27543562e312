import * as z from "zod/mini";
import { SeatRow } from "../../item/row-schemas.ts";
import { SEAT_NAME } from "../../item/seat.ts";
import type { Deps } from "../../ports/deps.ts";
import { responseOf } from "../qa/envelope.ts";

/** Ports that a change of a seat touches. */
export type SeatDeps = Pick<Deps, "clock" | "ledger" | "person" | "session">;

export const seatName = () =>
  z.string().check(z.regex(SEAT_NAME), z.describe("small letters, digits and dashes, at most 40"));

export const SeatOut = z.lazy(() => responseOf(z.object({ seat: SeatRow })));
export type SeatOut = z.output<typeof SeatOut>;
