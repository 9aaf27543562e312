import { string } from "@oclif/core/args";
import { dispatch, seatDrop } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatSeat } from "../../format/seat.ts";
import { QaCommand } from "../../qa-command.ts";
import { callFlags, callOf } from "../qa/call-flags.ts";

export default class SeatDrop extends QaCommand {
  static override summary = "Leave a seat.";
  static override description =
    "Function seat.drop. Who sits on it leaves it; what it covers stays for whoever takes it next. Exit 1 where it is refused, with the code and the way out.";
  static override examples = [{ description: "A seat", command: "<%= config.bin %> seat drop steering" }];
  static override args = { name: string({ description: "the seat's name", required: true }) };
  static override flags = callFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SeatDrop);
    const response = await dispatch(seatDrop, compose(), { ...callOf(flags), payload: { name: args.name } });
    this.respond(flags.json, "seat.drop", response, ({ seat }, view) => formatSeat(seat, view));
  }
}
