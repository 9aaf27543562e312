import { readState } from "../ledger/read-state.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Seat } from "./item-state.ts";
import { SEAT } from "./seat.ts";

/** Every seat that was ever taken, as its events say, by name. Errors: those of the ledger. */
export async function readSeats(
  ledger: Pick<Ledger, "read" | "snapshot" | "streams">,
): Promise<readonly Seat[]> {
  const seats: Seat[] = [];
  for (const stream of await ledger.streams("seat/")) {
    const { seat } = (await readState(ledger, stream, SEAT)).state;
    if (seat !== null) seats.push(seat);
  }
  return seats;
}
