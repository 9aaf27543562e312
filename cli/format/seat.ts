import type { SeatList, SeatOut } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { tellTime } from "./time.ts";

type Seat = NonNullable<SeatOut["result"]>["seat"];

export function formatSeat(seat: Seat, view: View): string {
  return `${seatRow(seat, view)}\n`;
}

export function formatSeats({ seats }: NonNullable<SeatList["result"]>, view: View): string {
  if (seats.length === 0)
    return "No seat was ever taken. `assay seat take NAME --covers SHOP-12` takes one.\n";
  return seats.map((seat) => formatSeat(seat, view)).join("");
}

function seatRow({ name, covers, holder }: Seat, { columns, style, now }: View): string {
  const session = holder?.session_id == null ? "" : ` (session ${holder.session_id})`;
  const who = holder === null ? "nobody" : `${holder.actor_id}${session} since ${tellTime(holder.at, now)}`;
  return clip(`${style.bold(sanitise(name))}  ${sanitise(`${who} · covers ${covers.join(", ")}`)}`, columns);
}
