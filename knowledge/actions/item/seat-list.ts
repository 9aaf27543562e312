import * as z from "zod/mini";
import { readSeats } from "../../item/read-seats.ts";
import { SeatRow } from "../../item/row-schemas.ts";
import type { Deps } from "../../ports/deps.ts";
import { operation } from "../operation.ts";
import { requestOf, responseOf } from "../qa/envelope.ts";

const Input = z.lazy(() => requestOf(z.strictObject({})));
export const SeatList = z.lazy(() => responseOf(z.object({ seats: z.array(SeatRow) })));
export type SeatList = z.output<typeof SeatList>;

/** Lists the seats, with what each covers and who sits on it. Errors: those of the ledger. */
export const seatList = operation({
  id: "seat.list",
  title: "List the seats from which items are steered",
  input: Input,
  output: SeatList,
  writes: false,
  async run({ ledger }: Pick<Deps, "ledger">) {
    const seats = [...(await readSeats(ledger))];
    return {
      success: true,
      result: { seats },
      warnings: [],
      errors: [],
      event_ids: [],
    };
  },
});
