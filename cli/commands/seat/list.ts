import { dispatch, seatList } from "#knowledge";
import { compose } from "../../compose.ts";
import { formatSeats } from "../../format/seat.ts";
import { QaCommand } from "../../qa-command.ts";

export default class SeatListCommand extends QaCommand {
  static override summary = "List the seats from which items are steered.";
  static override description = "Function seat.list. Each with what it covers and who sits on it.";
  static override examples = [{ description: "All", command: "<%= config.bin %> seat list" }];

  async run(): Promise<void> {
    const { flags } = await this.parse(SeatListCommand);
    const response = await dispatch(seatList, compose(), { payload: {} });
    this.respond(flags.json, "seat.list", response, formatSeats);
  }
}
